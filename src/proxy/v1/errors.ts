import type { Route } from '../../../mappings/dsl/route.ts'
import type { Wording } from '../../../mappings/dsl/wording.ts'
import type { UpstreamAnswer, UpstreamError } from '../../upstream/contract.ts'
import { readProblem } from '../../upstream/problem.ts'
import { ProxyError, type Refusal, upstreamFailure } from '../errors.ts'

/** v1 had neither of these: they were all "bad request". */
const AS_BAD_REQUEST = new Set([409, 422])
/** Quota headers that a caller's back-off reads. */
const PASSED = ['retry-after', 'ratelimit', 'ratelimit-policy'] as const

/** The headers of a v2 answer that reach the v1 caller. */
export const passedHeaders = (answer: UpstreamAnswer): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name of PASSED) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = value
  }
  return headers
}

const isCreate = (route: Route) => route.body === 'create'

/** How to find out whether a create happened: the list that would show it. */
const unknownOutcome = ({ old }: Route): string =>
  `It is not known whether this was created. Look with GET ${old.path} before sending it again: a second call may create, and cost, twice.`

const UNREADABLE = 'The upstream service refused, and its reason could not be read.'

/** Says v2's refusal in v1's words: status, sentence and field names. */
export const refusalOf = (route: Route, wording: Wording | undefined, answer: UpstreamAnswer): Refusal => {
  const headers = passedHeaders(answer)
  const problem = readProblem(answer)
  if (answer.status >= 500 && isCreate(route))
    return { status: 502, title: 'Outcome unknown', detail: unknownOutcome(route), headers }
  if (!problem) return { status: statusOf(answer.status), title: 'Refused', detail: UNREADABLE, headers }
  const say = (text: string) => wording?.message(text) ?? text
  const { title, detail, errors } = problem
  return { status: statusOf(answer.status), title, detail: say(detail), errors: errors.map(say), headers }
}

/** A status outside the error range (a redirect, an unexpected 1xx) is no refusal but a broken upstream. */
const statusOf = (status: number): number => {
  if (AS_BAD_REQUEST.has(status)) return 400
  return status >= 400 ? status : 502
}

/** Says a failed upstream call. A create whose outcome nobody knows names the way to find out. */
export const failureOf = (route: Route, error: UpstreamError): ProxyError => {
  if (!isCreate(route) || !error.sent) return upstreamFailure(error, route.v2.method)
  const code = error.code === 'UPSTREAM_TIMEOUT' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_RESET'
  return new ProxyError(code, unknownOutcome(route), { cause: error })
}

/** A create that v2 answered in words nobody can read has an unknown outcome too. */
export const outcomeOf = (route: Route, error: ProxyError): ProxyError =>
  isCreate(route) && error.code === 'UPSTREAM_UNREADABLE'
    ? new ProxyError(error.code, unknownOutcome(route), { cause: error })
    : error
