import type { Route } from '../../../mappings/dsl/route.ts'
import type { Wording } from '../../../mappings/dsl/wording.ts'
import { type UpstreamAnswer, UpstreamError } from '../../upstream/contract.ts'
import { readProblem } from '../../upstream/problem.ts'
import { CatalogError } from '../catalog.ts'
import { answerError, MAYBE, ProxyError, type Refusal, upstreamFailure } from '../errors.ts'
import type { Answer } from '../exchange.ts'
import { type Context, V2Refusal } from './context.ts'

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

/** A create whose request has left: from here on it may have happened. */
const mayExist = ({ route, sent }: Context): boolean => sent && route.body === 'create'

/** How to find out whether a create happened: the list that would show it. */
const unknownOutcome = ({ old }: Route): string =>
  `It is not known whether this was created. Look with GET ${old.path} before sending it again: a second call may create, and cost, twice.`

const UNREADABLE = 'The upstream service refused, and its reason could not be read.'

/** v1 had neither 409 nor 422: they were all "bad request". Outside the error range is no refusal but a broken upstream. */
const statusOf = (status: number): number => {
  if (status === 409 || status === 422) return 400
  return status >= 400 ? status : 502
}

/** What stays true however an answer is worded: the key is not good, the quota is used up. */
const PLAIN = new Set([401, 403, 429])

/** A refusal without v2's words is a gateway's or a crash: its 404 must not pass for "there is no such pod". */
const unworded = (status: number): number => {
  if (PLAIN.has(status)) return status
  return status === 504 ? 504 : 502
}

/** A failure, a redirect or a 1xx says of a create that was sent neither yes nor no. */
const isNoRefusal = ({ status }: UpstreamAnswer): boolean => status >= 500 || status < 400

/** Says v2's refusal in v1's words: status, sentence and field names. */
const refusalOf = (context: Context, wording: Wording | undefined, answer: UpstreamAnswer): Refusal => {
  const headers = passedHeaders(answer)
  const problem = readProblem(answer)
  if (mayExist(context) && isNoRefusal(answer)) {
    const status = answer.status === 504 ? 504 : 502
    return { status, title: 'Outcome unknown', detail: unknownOutcome(context.route), headers }
  }
  if (!problem) return { status: unworded(answer.status), title: 'Refused', detail: UNREADABLE, headers }
  const say = (text: string) => wording?.message(text) ?? text
  const { title, detail, errors } = problem
  const words = errors.filter((line) => line.trim() !== '').map(say)
  const said = say([detail, title].find((text) => text.trim() !== '') ?? UNREADABLE)
  return { status: statusOf(answer.status), title, detail: said, errors: words, headers }
}

/** A look-up that a create needs failed: the create itself never left. */
const beforeCreate = (error: UpstreamError): ProxyError => {
  const { code, message } = upstreamFailure(error, 'GET')
  const words = error.sent ? `${message} Nothing was created: it is safe to try again.` : message
  return new ProxyError(code, words, { cause: error })
}

/** Says a failed upstream call. A create whose outcome nobody knows names the way to find out. */
const failureOf = (context: Context, error: UpstreamError): ProxyError => {
  // A read or a catalog call before the create says nothing about the create.
  const method = context.sent ? context.route.v2.method : 'GET'
  if (context.route.body === 'create' && !context.sent) return beforeCreate(error)
  if (!mayExist(context) || !error.sent) return upstreamFailure(error, method)
  const code = error.code === 'UPSTREAM_TIMEOUT' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_RESET'
  return new ProxyError(code, unknownOutcome(context.route), { cause: error })
}

/** A write that was answered in words nobody can read has an unknown outcome too. */
const outcomeOf = (context: Context, error: ProxyError): ProxyError => {
  if (error.code !== 'UPSTREAM_UNREADABLE' || !context.sent || context.route.v2.method === 'GET') return error
  const words = mayExist(context) ? unknownOutcome(context.route) : `${error.message} ${MAYBE}`
  return new ProxyError(error.code, words, { cause: error })
}

/** Says whatever went wrong in v1's dialect. @throws what is a mistake of ours, for the server to report */
export const errorAnswer = (context: Context | undefined, error: unknown): Answer => {
  if (error instanceof ProxyError) return answerError('v1', context ? outcomeOf(context, error) : error)
  if (context && (error instanceof V2Refusal || error instanceof CatalogError)) {
    const wording = error instanceof V2Refusal ? context.route.facet?.wording : undefined
    return answerError('v1', refusalOf(context, wording, error.answer))
  }
  if (context && error instanceof UpstreamError) return answerError('v1', failureOf(context, error))
  throw error
}
