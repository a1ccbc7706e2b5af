import type { ts } from 'ts-morph'
import type { Onward } from '../answers/uses/uses-walk.ts'
import { isOfError } from '../answers/uses/within.ts'
import type { Trace } from '../program/frames/source.ts'
import { type Askers, askersOf } from './askers.ts'
import { givenOn } from './given-on.ts'
import { furtherWithin } from './held-within.ts'
import type { Served } from './routes-around.ts'

/** Routes of the program that answer with a value, and who in sight asks for them. */
export interface ServedOn extends Askers {
  readonly routes: readonly Served[]
}

/**
 * Tells who has a value by a route of the program that answers with it (`res.json(pods)`): its own pages, that ask for the path.
 * @param top the call whose answer is followed
 * @param found takes each route that was come upon
 */
export const byRoutes =
  (trace: Trace, top: ts.Node, found: Map<string, ServedOn>): Onward =>
  (node, value, kindOf) => {
    // What is given on where the call failed is no answer
    const given = value.path.length < 2 && !isOfError(trace, node) ? givenOn(trace, node) : undefined
    const further = given && furtherWithin(value, kindOf, given)
    if (!given || !further) return []
    const as = [further.start.kind, ...value.path].join(' ')
    const key = `${as} ${given.routes.map(({ said }) => said).join()} ${given.within.join('.')}`
    if (found.has(key)) return []
    const from = askersOf(trace, given.routes)
    // What was asked for the others' sake is open for theirs
    trace.from(top)
    found.set(key, { ...from, routes: given.routes })
    return [{ from, ...further }]
  }
