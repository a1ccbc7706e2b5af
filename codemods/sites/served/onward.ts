import type { MemberKind, Onward, Value } from '../answers/uses/uses-walk.ts'
import type { Trace } from '../program/frames/source.ts'
import { type Askers, askersOf } from './askers.ts'
import { type GivenOn, givenOn } from './given-on.ts'
import type { Served } from './routes-around.ts'

/** Routes of the program that answer with a value, and who in sight asks for them. */
export interface ServedOn extends Askers {
  readonly routes: readonly Served[]
}

/**
 * Tells who has a value by a route of the program that answers with it (`res.json(pods)`): its own pages, that ask for the path.
 * @param found takes each route that was come upon
 */
export const byRoutes =
  (trace: Trace, found: Map<string, ServedOn>): Onward =>
  (node, value, kindOf) => {
    const isWhole = value.path.length === 0 && value.kind !== 'envelope'
    const given = isWhole ? givenOn(trace, node) : undefined
    if (!given) return undefined
    const kind = given.isEach || value.kind === 'list' ? 'list' : 'item'
    const key = `${kind} ${given.routes.map(({ said }) => said).join()} ${given.within.join('.')}`
    if (found.has(key)) return undefined
    const from = askersOf(trace, given.routes)
    found.set(key, { ...from, routes: given.routes })
    return { from, start: startOf(given, kind), kindOf: kindWithin(kindOf, given, kind) }
  }

const startOf = ({ within }: GivenOn, kind: 'list' | 'item'): Value =>
  within.length > 0 ? { kind: 'item', path: [] } : { kind, path: [] }

/** The members that lead to the value, beside those of the value itself. */
const kindWithin =
  (kindOf: MemberKind, { within, own }: GivenOn, kind: 'list' | 'item'): MemberKind =>
  (path) => {
    if (path.length === 1 && own.includes(path[0] ?? '')) return undefined
    if (path.length > within.length || path.some((name, at) => name !== within[at])) return kindOf(path)
    return path.length === within.length ? kind : 'inner'
  }
