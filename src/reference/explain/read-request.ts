import { isObject } from '../../../mappings/dsl/json.ts'
import { type ReadFile, readCurl } from './curl.ts'
import { InputError, type LegacyRequest } from './legacy-request.ts'

const START = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?\s*$/

/** An HTTP message (RFC 9112), with the line ends of any editor. */
const readHttp = (text: string): LegacyRequest => {
  const [head = '', ...rest] = text.trimStart().split(/\r?\n\r?\n/)
  const [first = '', ...lines] = head.split(/\r?\n/)
  const [, method = '', target = ''] = START.exec(first) ?? []
  const headers = Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
    }),
  )
  const url = target.startsWith('/') && headers.host ? `https://${headers.host}${target}` : target
  return { method, url, headers, body: rest.join('\n\n').trim() }
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** `{"method", "url" | "path", "headers"?, "body"?}`, or a GraphQL body `{"query", "variables"?}`. */
const readJson = (text: string): LegacyRequest => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError(`not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  if (!isObject(value)) throw new InputError('a request as JSON is an object with method, path and body')
  const { method, url, path, headers, body, query } = value
  if (typeof query === 'string' && url === undefined && path === undefined)
    return { method: 'POST', url: '/graphql', headers: {}, body: text }
  const target = url ?? path
  if (typeof target !== 'string')
    throw new InputError(
      'which request is this body of? Name it: --request "POST /v1/pods", or give {"method", "path", "body"}',
    )
  const given = isObject(headers)
    ? Object.entries(headers).map(([name, one]) => [name.toLowerCase(), String(one)])
    : []
  const usual = body === undefined ? 'GET' : 'POST'
  return {
    method: typeof method === 'string' ? method.toUpperCase() : usual,
    url: target,
    headers: Object.fromEntries(given),
    body: textOf(body),
  }
}

const GRAPHQL = /^\s*(?:#[^\n]*\n\s*)*(?:(?:query|mutation)\b[^{]*)?\{\s*(?:#[^\n]*\n\s*)*[A-Za-z_]/

/**
 * Tells what kind of text it is, and reads it: a curl command, an HTTP message, JSON, or a GraphQL document.
 * @param named `METHOD path` for a body that comes alone
 * @throws {InputError} when it is none of them
 */
export const readRequest = (text: string, readFile: ReadFile, named?: string): LegacyRequest => {
  if (named !== undefined) {
    const [, method, url] = /^([A-Za-z]+)\s+(\S+)$/.exec(named) ?? []
    if (method === undefined || url === undefined)
      throw new InputError(`--request takes "METHOD path", not ${named}`)
    return { method: method.toUpperCase(), url, headers: {}, body: text.trim() }
  }
  if (text.trim() === '')
    throw new InputError(
      'nothing to explain: paste a curl command, an HTTP message, JSON, or a GraphQL document',
    )
  if (/(?:^|\s|\/)curl(?:\.exe)?\s/.test(text) && !/^\s*[{[]/.test(text)) return readCurl(text, readFile)
  if (START.test(text.trimStart().split(/\r?\n/, 1)[0] ?? '')) return readHttp(text)
  if (GRAPHQL.test(text))
    return { method: 'POST', url: '/graphql', headers: {}, body: JSON.stringify({ query: text }) }
  if (/^\s*[{[]/.test(text)) return readJson(text)
  throw new InputError('this is no curl command, HTTP message, JSON or GraphQL document')
}
