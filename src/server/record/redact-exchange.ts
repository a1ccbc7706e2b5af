import { isObject } from '../../../mappings/dsl/json.ts'
import { keyParameter } from '../../../mappings/hosts.ts'
import type { RecordedAnswer, RecordedExchange, RecordedHop, RecordedRequest } from './recorded-exchange.ts'
import { type RedactedDocument, redactDocument } from './redact-document.ts'
import { isSecretName, REDACTED } from './secret-names.ts'

/** Headers that say something about a translation; no other is written down. */
const KEPT = new Set([
  'accept',
  'allow',
  'content-type',
  'deprecation',
  'link',
  'retry-after',
  'sunset',
  'upshift-notes',
  'user-agent',
  'x-request-id',
])

/** Members that quote what they complain about. */
const QUOTING = new Set(['message', 'detail', 'title', 'error', 'errors', 'reason'])
/** Shorter ones would tear words apart. */
const SHORTEST_QUOTED = 4

/** What one exchange has been found to hide. */
class Secrets {
  /** Hidden wherever they stand. */
  readonly keys = new Set<string>()
  /** Hidden where something quotes them. */
  readonly values = new Set<string>()
  readonly aliases = new Set<string>()
  /** Something was withheld unread: whatever quotes may quote that. */
  isBlind = false

  keep(value: string, set: Set<string>): void {
    if (value.length >= SHORTEST_QUOTED && value !== REDACTED) set.add(value)
  }

  hide(text: string, quoting: boolean): string {
    if (quoting && this.isBlind) return REDACTED
    let shown = text
    for (const key of this.keys) shown = shown.replaceAll(key, REDACTED)
    if (quoting) for (const value of this.values) shown = shown.replaceAll(value, REDACTED)
    return shown
  }
}

/** Keeps the shape, so that what the mapping makes of it can still be compared; `key` names an entry of a list. */
const blank = (value: unknown, secrets: Secrets, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => blank(one, secrets))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blank(one, secrets, key)]))
  if (value === null || name === 'key') return value
  if (typeof value === 'string' && value === '') return value
  const text = String(value)
  secrets.keep(text, secrets.values)
  // GraphQL says an environment as a list of NAME=value.
  secrets.keep(text.slice(text.indexOf('=') + 1), secrets.values)
  return REDACTED
}

const redactValue = (value: unknown, secrets: Secrets, name: string, quoting: boolean): unknown => {
  if (isSecretName(name) || secrets.aliases.has(name)) return blank(value, secrets)
  if (typeof value === 'string') return secrets.hide(value, quoting)
  if (Array.isArray(value)) return value.map((one) => redactValue(one, secrets, '', quoting))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      secrets.hide(key, false),
      redactValue(one, secrets, key, quoting || QUOTING.has(key)),
    ]),
  )
}

const redactVariables = (variables: unknown, document: RedactedDocument, secrets: Secrets): unknown => {
  if (!isObject(variables)) return redactValue(variables, secrets, '', false)
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      document.variables.has(name) ? blank(value, secrets) : redactValue(value, secrets, name, false),
    ]),
  )
}

const redactGraphql = (body: unknown, secrets: Secrets): unknown => {
  if (Array.isArray(body)) return body.map((one) => redactGraphql(one, secrets))
  if (!isObject(body) || typeof body.query !== 'string') return redactValue(body, secrets, '', false)
  const document = redactDocument(body.query)
  if (!document.isRead) secrets.isBlind = true
  for (const value of document.values) secrets.keep(value, secrets.values)
  for (const alias of document.aliases) secrets.aliases.add(alias)
  const { query: _query, variables, ...rest } = body
  return {
    query: secrets.hide(document.text, false),
    ...(variables !== undefined && { variables: redactVariables(variables, document, secrets) }),
    ...(redactValue(rest, secrets, '', false) as object),
  }
}

const redactBody = (text: string, secrets: Secrets, redact: (body: unknown) => unknown): string => {
  if (text === '') return ''
  try {
    return JSON.stringify(redact(JSON.parse(text)))
  } catch {
    secrets.isBlind = true
    return `[withheld: ${text.length} characters that are no JSON]`
  }
}

const redactQuery = (query: string, secrets: Secrets): string => {
  if (query === '') return ''
  const shown = new URLSearchParams(query)
  for (const name of new Set(shown.keys())) {
    if (isSecretName(name)) shown.set(name, REDACTED)
    // Some clients send GraphQL by GET: the document is a parameter.
    else if (name === 'query' || name === 'variables') shown.set(name, REDACTED)
  }
  return secrets.hide(String(shown), true)
}

const redactHeaders = (
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
): Record<string, string> => {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'authorization') shown[name] = REDACTED
    else if (KEPT.has(name)) shown[name] = secrets.hide(value, true)
  }
  return shown
}

const isGraphql = ({ path }: RecordedRequest): boolean => /\/graphql\/?$/.test(path)

const redactRequest = (request: RecordedRequest, secrets: Secrets): RecordedRequest => ({
  method: request.method,
  path: secrets.hide(request.path, false),
  query: redactQuery(request.query, secrets),
  headers: redactHeaders(request.headers, secrets),
  body: redactBody(request.body, secrets, (body) =>
    isGraphql(request) ? redactGraphql(body, secrets) : redactValue(body, secrets, '', false),
  ),
})

const redactAnswer = (answer: RecordedAnswer, secrets: Secrets): RecordedAnswer => ({
  status: answer.status,
  headers: redactHeaders(answer.headers, secrets),
  body: redactBody(answer.body, secrets, (body) => redactValue(body, secrets, '', false)),
})

const keysOf = ({ headers, query }: RecordedRequest): string[] => {
  const bearer = headers.authorization?.replace(/^\w+\s+/, '') ?? ''
  return [bearer, headers.authorization ?? '', new URLSearchParams(query).get(keyParameter.is) ?? '']
}

const redactHop = ({ request, answer, ...rest }: RecordedHop, secrets: Secrets): RecordedHop => ({
  ...rest,
  request: redactRequest(request, secrets),
  ...(answer && { answer: redactAnswer(answer, secrets) }),
})

const redactAll = (exchange: RecordedExchange, secrets: Secrets): RecordedExchange => ({
  ...exchange,
  request: redactRequest(exchange.request, secrets),
  upstream: exchange.upstream.map((hop) => redactHop(hop, secrets)),
  answer: redactAnswer(exchange.answer, secrets),
})

/**
 * Takes every secret out of an exchange: keys wherever they stand, the content of fields that hold credentials, all
 * strings inlined in GraphQL documents, and whatever of these an error quotes. A body that is no JSON is withheld.
 */
export const redactExchange = (exchange: RecordedExchange): RecordedExchange => {
  const secrets = new Secrets()
  for (const one of [exchange.request, ...exchange.upstream.map(({ request }) => request)])
    for (const key of keysOf(one)) secrets.keep(key, secrets.keys)
  // Once to find what must be hidden, once to hide it wherever it stands.
  redactAll(exchange, secrets)
  return redactAll(exchange, secrets)
}
