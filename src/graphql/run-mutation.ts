import type { Answer } from '../proxy/exchange.ts'
import type { ErrorEntry } from './answer.ts'
import { type Context, PassOn, type Resolve } from './context.ts'
import { Fault } from './fault.ts'
import type { LegacyResult } from './legacy.ts'
import { Gathering, type Settled } from './outcome.ts'
import type { Piece } from './plan.ts'
import { attempt, contextOf, type Run } from './run.ts'
import { askFor, isUnsure, missing, refusedByLegacy } from './run-legacy.ts'

/** Runs mutations one after another. What may have happened stops the rest, and says what was not run. */
export const runMutation = async (run: Run): Promise<Answer> => {
  const gathering = new Gathering(run.variables)
  let acted = false
  let stopped: string | undefined
  for (const piece of run.plan.pieces) {
    const settled = stopped === undefined ? await runPiece(run, piece) : { fault: notRun(piece, stopped) }
    gathering.add(piece, settled)
    if ('fault' in settled) {
      const { kind } = settled.fault
      if (kind === 'unknown' || kind === 'unsent') stopped ??= piece.key
      if (kind === 'unknown') acted = true
    } else if (piece.source !== 'local') acted = true
  }
  return gathering.answer(run.call.trace.notes, acted)
}

const notRun = ({ name }: Piece, after: string) =>
  new Fault('refused', `${name} was not run, because ${after} before it got no answer.`, {
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })

const runPiece = async (run: Run, piece: Piece): Promise<Settled> => {
  if (piece.source === 'local') return { value: 'Mutation' }
  if (piece.source === 'upstream') return writeByLegacy(run, piece)
  const resolve = run.around.resolvers.mutation[piece.name]
  try {
    return await attemptPassingOn(piece, resolve, contextOf(run, run.around.legacy !== undefined))
  } catch (error) {
    if (!(error instanceof PassOn)) throw error
    return passPieceOn(run, piece, resolve)
  }
}

const attemptPassingOn = async (piece: Piece, resolve: Resolve | undefined, context: Context) => {
  const settled = await attempt(piece, resolve && rethrowing(resolve), context, true)
  if ('value' in settled && settled.value instanceof PassOn) throw settled.value
  return settled
}

const rethrowing =
  (resolve: Resolve): Resolve =>
  async (given, selection, context) => {
    try {
      return await resolve(given, selection, context)
    } catch (error) {
      if (error instanceof PassOn) return error
      throw error
    }
  }

/** The legacy API holds what v2 cannot. Where it certainly did nothing (retired, or refused to run it), v2 does what it can. */
const passPieceOn = async (run: Run, piece: Piece, resolve: Resolve | undefined): Promise<Settled> => {
  const result = await askOne(run, piece)
  const idle = result.state === 'retired' || (result.state === 'refused' && isInvalid(result))
  return idle ? attempt(piece, resolve, contextOf(run, false), true) : settleWrite(piece, result)
}

const isInvalid = ({ answer, errors }: Extract<LegacyResult, { state: 'refused' }>): boolean =>
  answer.status === 400 &&
  errors.some(
    ({ extensions }) => (extensions as { code?: unknown } | undefined)?.code === 'GRAPHQL_VALIDATION_FAILED',
  )

const writeByLegacy = async (run: Run, piece: Piece): Promise<Settled> =>
  settleWrite(piece, await askOne(run, piece))

const askOne = (run: Run, piece: Piece): Promise<LegacyResult> => askFor(run, [{ piece, children: [] }])

const settleWrite = (piece: Piece, result: LegacyResult): Settled => {
  if (result.state === 'answered') {
    return { legacy: result.data?.[piece.key] ?? null, errors: result.errors as unknown as ErrorEntry[] }
  }
  if (isUnsure(result)) return { fault: missing(piece, 'unsure', true) }
  if (result.state === 'refused') return { fault: refusedByLegacy(result) }
  return { fault: missing(piece, result.state, true) }
}
