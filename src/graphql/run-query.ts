import type { Answer } from '../proxy/exchange.ts'
import type { ErrorEntry } from './answer.ts'
import type { LegacyResult, Wanted } from './legacy.ts'
import { Gathering, type Settled } from './outcome.ts'
import type { Piece } from './plan.ts'
import { attempt, contextOf, type Resolvers, type Run } from './run.ts'
import { askFor, missing, refusedByLegacy } from './run-legacy.ts'

/** Runs a query: what v2 answers and what the legacy API answers at the same time, merged in document order. */
export const runQuery = async (run: Run): Promise<Answer> => {
  const { around, plan, call } = run
  const context = contextOf(run, false)
  const wanted = plan.pieces.flatMap((piece): Wanted[] => {
    if (piece.source === 'upstream') return [{ piece, children: [] }]
    const children = piece.children.filter(({ source }) => source === 'upstream')
    return children.length > 0 ? [{ piece, children }] : []
  })
  const asked = wanted.length > 0 ? askFor(run, wanted, around.legacyDeadline) : undefined
  const settle = (piece: Piece, resolvers: Resolvers, parent?: Piece): Promise<Settled> => {
    if (piece.source === 'local') return Promise.resolve(localOf(piece, parent))
    if (piece.source === 'upstream' && asked) {
      const instead = () => attempt(piece, resolvers[piece.name], context)
      return fromLegacy(asked, piece, parent, isOnV2Too(piece) ? instead : undefined)
    }
    return attempt(piece, resolvers[piece.name], context)
  }
  const settling = plan.pieces.map((piece) =>
    piece.source === 'mixed'
      ? Promise.all(
          piece.children.map(
            async (child) => [child, await settle(child, around.resolvers.myself, piece)] as const,
          ),
        )
      : settle(piece, around.resolvers.query),
  )
  const settled = await Promise.all(settling)
  const gathering = new Gathering(run.variables)
  plan.pieces.forEach((piece, index) => {
    const one = settled[index]
    if (Array.isArray(one)) gathering.addMixed(piece, one)
    else if (one) gathering.add(piece, one as Settled)
  })
  if (asked) gathering.errors.push(...(await strayErrors(asked, wanted)))
  return gathering.answer(call.trace.notes, false)
}

const localOf = (_piece: Piece, parent: Piece | undefined): Settled => ({ value: parent ? 'User' : 'Query' })

/** The legacy API says more of it, but v2 can say it as well. */
export const isOnV2Too = ({ source, operation, flaws }: Piece): boolean =>
  source === 'upstream' && operation?.source === 'v2' && flaws.length === 0

const fromLegacy = async (
  asked: Promise<LegacyResult>,
  piece: Piece,
  parent: Piece | undefined,
  instead: (() => Promise<Settled>) | undefined,
): Promise<Settled> => {
  const result = await asked
  if (instead && result.state !== 'answered' && result.state !== 'refused') return instead()
  if (result.state === 'answered') {
    const holder = parent
      ? (result.data?.[parent.key] as Record<string, unknown> | null | undefined)
      : result.data
    const path = parent ? [parent.key, piece.key] : [piece.key]
    const errors = result.errors.filter((error) => startsWith(error.path, path)) as unknown as ErrorEntry[]
    return { legacy: holder?.[piece.key] ?? null, errors }
  }
  if (result.state === 'refused') return { fault: refusedByLegacy(result) }
  return { fault: missing(piece, result.state, false) }
}

/** The legacy API's errors that belong to no single piece: `myself` itself, or no path at all. */
const strayErrors = async (
  asked: Promise<LegacyResult>,
  wanted: readonly Wanted[],
): Promise<ErrorEntry[]> => {
  const result = await asked
  if (result.state !== 'answered') return []
  const paths = wanted.flatMap(({ piece, children }) =>
    children.length > 0 ? children.map((child) => [piece.key, child.key]) : [[piece.key]],
  )
  const stray = result.errors.filter((error) => !paths.some((path) => startsWith(error.path, path)))
  return stray as unknown as ErrorEntry[]
}

const startsWith = (path: unknown, start: readonly string[]): boolean =>
  Array.isArray(path) && start.every((key, index) => path[index] === key)
