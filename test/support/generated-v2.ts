import fc from 'fast-check'
import type { Operation } from '../../mappings/schemas/operations.ts'
import { v2Operations } from '../../mappings/schemas/operations.ts'
import { Problem } from '../../mappings/schemas/v2/problem.ts'
import {
  type Send,
  type UpstreamAnswer,
  UpstreamError,
  type UpstreamErrorCode,
  type UpstreamRequest,
} from '../../src/upstream/contract.ts'
import { parsedArbitraryFor } from './arbitrary.ts'

const PROBLEM = { 'content-type': 'application/problem+json' }
const operations: Operation[] = Object.values(v2Operations)

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)

/** The v2 operation of a request; undefined where v2 has none. */
export const v2OperationOf = ({
  method,
  path,
}: Pick<UpstreamRequest, 'method' | 'path'>): Operation | undefined => {
  const bare = path.split('?')[0] ?? ''
  const fits = operations.filter((one) => one.method === method && patternOf(one.path).test(bare))
  return fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

const arbitraries = new Map<Operation, fc.Arbitrary<UpstreamAnswer>>()

/** What v2 says when all is well: its own shapes, generated. */
const success = (operation: Operation): fc.Arbitrary<UpstreamAnswer> => {
  const known = arbitraries.get(operation)
  if (known) return known
  const { response, status } = operation
  const made = response
    ? parsedArbitraryFor(response).map((value) => ({ status, headers: {}, body: JSON.stringify(value) }))
    : fc.constant({ status, headers: {}, body: '' })
  arbitraries.set(operation, made)
  return made
}

const capacity = {
  title: 'Bad Request',
  status: 400,
  detail: 'There are no instances currently available',
}

const refusals = fc.oneof(
  fc.constant({ status: 400, headers: PROBLEM, body: JSON.stringify(capacity) }),
  fc
    .tuple(
      fc.constantFrom(400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503),
      parsedArbitraryFor(Problem),
    )
    .map(([status, problem]) => ({ status, headers: PROBLEM, body: JSON.stringify({ ...problem, status }) })),
)

/** What no v2 says, but gateways, crashes and bugs do. */
const nonsense = fc
  .tuple(
    fc.constantFrom(200, 201, 204, 302, 400, 404, 409, 500, 503),
    fc.oneof(
      fc.constantFrom('', '<html>oops</html>', '{', 'null', '[]', '[null]', '{"pods":[null]}', '{"pods":{}}'),
      fc.constantFrom(
        '{"endpoints":[1]}',
        '{"records":[{}]}',
        '{"gpus":[null]}',
        '{"id":7,"runtime":{"ports":7}}',
      ),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    ),
  )
  .map(([status, body]) => ({ status, headers: {}, body }))

const failures = fc.constantFrom<[UpstreamErrorCode, boolean][]>(
  ['UPSTREAM_UNREACHABLE', false],
  ['UPSTREAM_TIMEOUT', true],
  ['UPSTREAM_RESET', true],
  ['UPSTREAM_TOO_LARGE', true],
  ['CALLER_GONE', true],
)

/** How kind the upstream is: it does its work, it refuses as v2 does, or anything may happen. */
export type Mood = 'kind' | 'refusing' | 'broken'

/** A v2 that answers each request with generated answers, and remembers what it got and said. */
export const generatedV2 = (draw: fc.GeneratorValue, mood: Mood) => {
  const seen: { request: UpstreamRequest; status: number; body: string }[] = []
  const answerTo = (request: UpstreamRequest): UpstreamAnswer => {
    const operation = v2OperationOf(request)
    if (!operation)
      return { status: 404, headers: PROBLEM, body: '{"title":"Not Found","status":404,"detail":"no"}' }
    const luck = mood === 'kind' ? 0 : draw(fc.integer, { min: 0, max: 9 })
    if (luck < 5) return draw(() => success(operation))
    if (mood === 'refusing' || luck < 7) return draw(() => refusals)
    if (luck < 9) return draw(() => nonsense)
    const [code, sent] = draw(() => failures)
    throw new UpstreamError(code, sent)
  }
  const send: Send = async (request) => {
    const note = { request, status: 0, body: '' }
    seen.push(note)
    const answer = answerTo(request)
    note.status = answer.status
    note.body = answer.body
    return answer
  }
  return { send, seen }
}
