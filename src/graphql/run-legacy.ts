import { NO_EQUIVALENT } from '../../mappings/graphql/operation.ts'
import type { Answer } from '../proxy/exchange.ts'
import { answerFlaws, answerOf } from './answer.ts'
import { Fault, goneFault, quotaHeaders, unavailable, unknownOutcome, unsent } from './fault.ts'
import { askLegacy, type LegacyResult, type Wanted, writeDocument } from './legacy.ts'
import { Gathering, type Settled } from './outcome.ts'
import type { Piece, Plan } from './plan.ts'
import type { Run } from './run.ts'

/** Passes a whole document on as it came; undefined where the legacy API is not there to answer it. */
export const passWhole = async (run: Run): Promise<Answer | LegacyResult> => {
  const { around, call, request } = run
  if (!around.legacy) return { state: 'retired' }
  const { query, variables, operationName, key } = request
  const result = await askLegacy({ send: around.legacy, now: around.now, host: around.host }, call, key, {
    query,
    variables,
    ...(operationName && { operationName }),
  })
  if (!('answer' in result)) return result
  if (run.plan.kind === 'mutation' && isUnsure(result)) return { state: 'unsure' }
  const { status, body } = result.answer
  const { headers } = answerOf(status, {}, [], quotaHeaders(result.answer))
  return { status, headers, body }
}

/** A write that failed over there is refused in words on which clients send it again: it may have happened. */
export const isUnsure = (result: LegacyResult): boolean =>
  result.state === 'unsure' || (result.state === 'refused' && result.answer.status >= 500)

/** What a caller is told of a piece that the legacy API did not answer. */
export const missing = (piece: Piece, state: LegacyResult['state'], writes: boolean): Fault => {
  const { operation, name } = piece
  if (state === 'retired') return goneFault(name, operation?.gone ?? NO_EQUIVALENT)
  if (!writes) return unavailable()
  return state === 'unsure' ? unknownOutcome(name, operation?.look) : unsent(name)
}

/** A document that only the legacy API could answer, and did not. */
export const answerMissing = ({ plan, variables }: Run, state: LegacyResult['state']): Answer => {
  const flaws = [
    ...plan.flaws,
    ...plan.pieces.flatMap((piece) => [...piece.flaws, ...piece.children.flatMap((child) => child.flaws)]),
  ]
  if (state === 'retired' && flaws.length > 0) return answerFlaws(flaws)
  const gathering = new Gathering(variables)
  for (const piece of plan.pieces) {
    const settle = (one: Piece): Settled =>
      one.source === 'local'
        ? localValue(one, plan)
        : { fault: missing(one, state, plan.kind === 'mutation') }
    if (piece.children.length === 0) gathering.add(piece, settle(piece))
    else
      gathering.addMixed(
        piece,
        piece.children.map((child) => [child, settle(child)] as const),
      )
  }
  return gathering.answer([], false)
}

const localValue = (piece: Piece, plan: Plan): Settled => ({
  value: piece.field?.selection.type?.name ?? (plan.kind === 'mutation' ? 'Mutation' : 'Query'),
})

/** Asks the legacy API for some pieces of a document. */
export const askFor = (run: Run, wanted: readonly Wanted[], deadline?: number): Promise<LegacyResult> => {
  const { around, call, request, prepared } = run
  if (!around.legacy) return Promise.resolve({ state: 'retired' })
  const query = writeDocument(prepared.document, prepared.operation, wanted)
  const pieces = wanted.flatMap(({ piece, children }) => (children.length > 0 ? children : [piece]))
  const host = {
    send: around.legacy,
    now: around.now,
    host: around.host,
    ...(deadline !== undefined && { deadline }),
  }
  return askLegacy(host, call, request.key, { query, variables: sentVariables(run, pieces) })
}

/** Only what the pieces mention: the rest may be nobody's business. */
const sentVariables = ({ request }: Run, pieces: readonly Piece[]) => {
  const names = new Set(pieces.flatMap(({ variables }) => [...variables]))
  return Object.fromEntries(Object.entries(request.variables).filter(([name]) => names.has(name)))
}

/** What the legacy API refused, with what it said. */
export const refusedByLegacy = ({ answer, errors }: Extract<LegacyResult, { state: 'refused' }>): Fault => {
  const { status } = answer
  const kind = status === 401 ? 'unauthorized' : status === 429 ? 'limited' : 'refused'
  const [first] = errors
  const message = typeof first?.message === 'string' ? first.message : 'Unauthorized'
  const extensions =
    typeof first?.extensions === 'object' && first.extensions !== null ? first.extensions : {}
  return new Fault(kind, message, { extensions: { ...extensions }, headers: quotaHeaders(answer), status })
}
