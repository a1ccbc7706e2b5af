import { refusalText } from '../../mappings/shared/refusal.ts'
import { errorMessage } from '../../mappings/v1/errors.ts'
import type { UpstreamError, UpstreamErrorCode } from '../upstream/contract.ts'
import type { Answer, Dialect } from './exchange.ts'

/** Every error the proxy makes itself. Upstream refusals keep their own status and words (see `Refusal`). */
const CATALOG = {
  FIELD_REFUSED: { status: 400, title: 'A field has no safe v2 meaning' },
  UNKNOWN_FIELD: { status: 400, title: 'A field is not known' },
  BODY_UNREADABLE: { status: 400, title: 'The body cannot be read' },
  REQUEST_UNREADABLE: { status: 400, title: 'The request cannot be read' },
  PATH_REFUSED: { status: 400, title: 'The path is not acceptable' },
  TOO_MANY_CALLS: { status: 400, title: 'One call would take too many' },
  KEY_MISSING: { status: 401, title: 'An API key is needed' },
  ROUTE_UNKNOWN: { status: 404, title: 'No such operation' },
  METHOD_UNKNOWN: { status: 405, title: 'The operation has no such method' },
  BODY_TOO_SLOW: { status: 408, title: 'The request did not arrive in time' },
  BROWNOUT: { status: 410, title: 'The API is switched off for a while' },
  ROUTE_GONE: { status: 410, title: 'The operation is gone' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  CODING_UNKNOWN: { status: 415, title: 'The content coding is not supported' },
  EXPECTATION_UNKNOWN: { status: 417, title: 'The expectation cannot be met' },
  CONSUMER_BUSY: { status: 429, title: 'Too many calls in flight for this key' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The request headers are too large' },
  CALLER_GONE: { status: 499, title: 'The caller hung up' },
  INTERNAL: { status: 500, title: 'The proxy failed' },
  METHOD_REFUSED: { status: 501, title: 'The method is not supported' },
  UPSTREAM_UNREACHABLE: { status: 502, title: 'The upstream cannot be reached' },
  UPSTREAM_RESET: { status: 502, title: 'The upstream broke off' },
  UPSTREAM_TOO_LARGE: { status: 502, title: 'The upstream answered too much' },
  UPSTREAM_UNREADABLE: { status: 502, title: 'The upstream answered something unreadable' },
  BUSY: { status: 503, title: 'Too many calls in flight' },
  UPSTREAM_TIMEOUT: { status: 504, title: 'The upstream did not answer in time' },
  LOOP: { status: 508, title: 'The proxy was asked to forward to itself' },
} as const satisfies Record<string, { status: number; title: string }>

/** Names one kind of error; stable, and safe as a metric label. */
export type ErrorCode = keyof typeof CATALOG

/** What every dialect's formatter needs: a v2 problem (RFC 9457) before it is said in the caller's words. */
export interface Refusal {
  readonly status: number
  readonly title: string
  readonly detail: string
  /** One line a field, already in the caller's words. */
  readonly errors?: readonly string[]
  /** Ours, e.g. `FIELD_REFUSED`; absent where the upstream refused. */
  readonly code?: ErrorCode
  /** Lower-case names, e.g. `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The extras of a `ProxyError`. */
export interface ProxyErrorOptions extends ErrorOptions {
  /** Field or route the error is about, e.g. `interruptible`. */
  readonly at?: string
  readonly errors?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** The only error the proxy makes itself. Match on `code`; `message` may change in any release. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: ErrorCode
  readonly status: number
  /** Field or route the error is about; empty where there is none. */
  readonly at: string
  readonly errors: readonly string[] | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, detail: string, options: ProxyErrorOptions = {}) {
    super(detail, options)
    this.code = code
    this.status = CATALOG[code].status
    this.at = options.at ?? ''
    this.errors = options.errors
    this.headers = options.headers
  }

  /** The neutral shape each dialect is made from. */
  toRefusal(): Refusal {
    return {
      ...CATALOG[this.code],
      detail: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(this.headers && { headers: this.headers }),
    }
  }
}

/** What a caller is told of a write whose outcome nobody knows. */
export const MAYBE = 'The call may have taken effect: look before sending it again.'
const UPSTREAM_WORDS: Record<UpstreamErrorCode, string> = {
  UPSTREAM_UNREACHABLE: 'The upstream service cannot be reached.',
  UPSTREAM_TIMEOUT: 'The upstream service did not answer in time.',
  UPSTREAM_RESET: 'The upstream service closed the connection before its answer was complete.',
  UPSTREAM_TOO_LARGE: 'The upstream service answered more than the proxy may hold in memory.',
  CALLER_GONE: 'The caller hung up.',
}

/** A failed upstream call as the caller is told it; a write that may have happened says so. */
export const upstreamFailure = (error: UpstreamError, method: string): ProxyError => {
  const written = error.sent && method !== 'GET' && method !== 'HEAD'
  const retry = error.sent ? '' : ' Nothing was sent: it is safe to try again.'
  const words = `${UPSTREAM_WORDS[error.code]}${written ? ` ${MAYBE}` : retry}`
  return new ProxyError(error.code, words, { cause: error })
}

const lines = ({ detail, errors }: Refusal): string => refusalText(detail, errors)

const JSON_TYPE = 'application/json'
const PROBLEM_TYPE = 'application/problem+json'

const problem = ({ status, title, detail, errors, code }: Refusal): object => ({
  ...(code && { type: `urn:upshift:${code}` }),
  title,
  status,
  detail,
  ...(errors && errors.length > 0 && { errors }),
})

/** dialect -> how it says no. REST v1 is `{message}`, GraphQL `errors[]`, v2 RFC 9457, jobs `{error}`. */
const FORMATS: Record<Dialect, { readonly type: string; readonly body: (refusal: Refusal) => object }> = {
  v1: { type: JSON_TYPE, body: (refusal) => ({ [errorMessage]: lines(refusal) }) },
  graphql: {
    type: JSON_TYPE,
    body: (refusal) => ({
      errors: [{ message: lines(refusal), ...(refusal.code && { extensions: { code: refusal.code } }) }],
    }),
  },
  v2: { type: PROBLEM_TYPE, body: problem },
  jobs: { type: JSON_TYPE, body: (refusal) => ({ error: lines(refusal) }) },
  none: { type: PROBLEM_TYPE, body: problem },
}

/** Says an error in the caller's dialect. */
export const answerError = (dialect: Dialect, error: ProxyError | Refusal): Answer => {
  const refusal = error instanceof ProxyError ? error.toRefusal() : error
  const { type, body } = FORMATS[dialect]
  return {
    status: refusal.status,
    headers: { 'content-type': type, ...refusal.headers },
    body: JSON.stringify(body(refusal)),
  }
}
