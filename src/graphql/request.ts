import { keyParameter } from '../../mappings/hosts.ts'
import { ProxyError } from '../proxy/errors.ts'
import type { Call } from '../proxy/exchange.ts'
import { readJson } from '../proxy/json.ts'

/** A GraphQL request as it came over HTTP. */
export interface GraphqlRequest {
  readonly query: string
  /** Absent, `null` and `{}` all mean none. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
  /** The caller's API key; undefined for the public, which the legacy API answers and v2 does not. */
  readonly key: string | undefined
}

/** Reads the body and the key. @throws {ProxyError} METHOD_UNKNOWN or BODY_UNREADABLE */
export const readRequest = (call: Call): GraphqlRequest => {
  if (call.method !== 'POST') {
    throw new ProxyError('METHOD_UNKNOWN', 'GraphQL is asked with POST and a JSON body.', {
      headers: { allow: 'POST' },
    })
  }
  const body = readJson(call.body)
  if (Array.isArray(body)) throw unreadable('Send one operation a request: batches are not supported.')
  if (typeof body !== 'object' || body === null)
    throw unreadable('The body must be a JSON object with a query.')
  const { query, variables, operationName } = body as Record<string, unknown>
  if (typeof query !== 'string' || query.trim() === '') {
    throw unreadable('The body must have a non-empty "query".')
  }
  return {
    query,
    variables: readVariables(variables),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : undefined,
    key: keyOf(call),
  }
}

const unreadable = (message: string) => new ProxyError('BODY_UNREADABLE', message)

const readVariables = (value: unknown): Readonly<Record<string, unknown>> => {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw unreadable('"variables" must be an object.')
}

const NAMED = `${keyParameter.is}=`

/** The header wins over the older parameter of the address. */
const keyOf = (call: Call): string | undefined => {
  const header = call.header('authorization')?.trim()
  if (header) return header.replace(/^Bearer\s+/i, '') || undefined
  if (!call.query.includes(NAMED)) return undefined
  const key = new URLSearchParams(call.query).get(keyParameter.is)?.trim()
  return key && HEADER_SAFE.test(key) ? key : undefined
}

/** RFC 9110 5.5: what may stand in a header; a key from a URL could hold a line break. */
const HEADER_SAFE = /^[\x21-\x7e]+$/
