import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Wording } from '../../mappings/dsl/wording.ts'
import type { UpstreamAnswer } from '../upstream/contract.ts'
import { readProblem } from '../upstream/problem.ts'

/**
 * What a failed field means for the whole answer and for the mutations after it.
 * `refused`: somebody said no, nothing happened. `unknown`: it may have happened. `unsent`: it certainly did not.
 */
export type FaultKind = 'refused' | 'unauthorized' | 'limited' | 'unavailable' | 'unknown' | 'unsent' | 'gone'

/** Why one field has no value, in words that clients match. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly kind: FaultKind
  /** `extensions` of its entry in `errors`. */
  readonly extensions: Readonly<Record<string, unknown>>
  /** Quota headers that belong on the whole answer. */
  readonly headers: Readonly<Record<string, string>>
  /** v2's status; 0 where v2 said nothing. */
  readonly status: number

  constructor(kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message)
    this.kind = kind
    this.extensions = { code: 'RUNPOD', ...options.extensions }
    this.headers = options.headers ?? {}
    this.status = options.status ?? 0
  }
}

export interface FaultOptions {
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

const INTERNAL = { extensions: { code: 'INTERNAL_SERVER_ERROR' } }

/** A read that failed: clients retry on these very words, which is wanted. */
export const unavailable = () =>
  new Fault('unavailable', 'Something went wrong. Please try again later or contact support.', INTERNAL)

/** A write nobody knows the outcome of. Its words match no client's retry pattern: a repeat may cost twice. */
export const unknownOutcome = (operation: string, look = 'resources') =>
  new Fault(
    'unknown',
    `The outcome of ${operation} is unknown; list your ${look} before repeating it.`,
    INTERNAL,
  )

/** A write that certainly was not sent. */
export const unsent = (operation: string) =>
  new Fault(
    'unsent',
    `${operation} was not sent: the service could not be reached. Nothing was changed.`,
    INTERNAL,
  )

/** A field that only the retired API could answer. */
export const goneFault = (field: string, why: string) =>
  new Fault('gone', why.startsWith('interruptible') ? why : `${field} is not available: ${why}`)

/** Input that no longer has a meaning anybody can honour. */
export const refusedFields = (findings: readonly Finding[]) =>
  new Fault('refused', findings.map(({ at, why }) => `${at}: ${why}`).join('; '), {
    extensions: { rules: findings.map(({ rule }) => rule) },
  })

const QUOTA_HEADERS = ['retry-after', 'ratelimit', 'ratelimit-policy'] as const

/** The headers of an answer that a caller's back-off reads. */
export const quotaHeaders = ({ headers }: UpstreamAnswer): Record<string, string> =>
  Object.fromEntries(
    QUOTA_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )

/** v2's refusal as GraphQL says it: its sentence unedited (clients match it), validation lines in the caller's words. */
export const refusalFault = (answer: UpstreamAnswer, wording: Wording | undefined): Fault => {
  const { status } = answer
  const problem = readProblem(answer)
  const headers = quotaHeaders(answer)
  const extensions = { status, ...(problem && { title: problem.title }) }
  const detail = problem?.detail || `The service refused (${status}).`
  if (status === 401) return new Fault('unauthorized', detail, { extensions, headers, status })
  if (status === 403) return new Fault('refused', 'Unauthorized', { extensions, headers, status })
  if (status === 429) return new Fault('limited', detail, { extensions, headers, status })
  const lines = status === 422 ? (problem?.errors ?? []) : []
  const message = lines.length > 0 ? lines.map((line) => wording?.message(line) ?? line).join('; ') : detail
  return new Fault('refused', message, { extensions, headers, status })
}
