import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { sitesKnown } from '../../sites/known-sites.ts'
import { framesFrom, type Scope } from '../../sites/program/frames/frames.ts'
import { isInside } from '../../sites/program/syntax/nodes.ts'
import { mayGetTo } from '../../sites/program/ways/gets-to.ts'
import { callsOf } from '../../sites/site-calls.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Plan } from '../plan.ts'

/**
 * The other calls for which a helper makes the same body (`JSON.stringify({ ...DEFAULTS, ...body })`): what is changed there
 * for one is changed for them. Those that come without a body, where the helper asks for that, are none.
 */
export const othersThrough = (trace: Trace, site: Site, body: ts.Node): readonly ts.Node[] => {
  const isMaker = ({ callee }: Scope): boolean => isInside(body, callee)
  if (![...framesFrom(site.scope)].some(isMaker)) return []
  const own = callsOf(site)
  return sitesKnown(trace).flatMap((other) => {
    if (other.sink.call !== site.sink.call || own.has(other.top)) return []
    const through = [...framesFrom(other.scope)].some(isMaker)
    return through && mayGetTo(trace, body, other.scope) ? [other.top] : []
  })
}

/** Whether all calls for which a helper makes a body move, to the same operation. */
export const isMadeOnlyFor = ({ made = [], route }: Plan, moving: Moving): boolean =>
  made.every((call) => moving.get(route?.id ?? '')?.has(call))

/** The calls that move to each operation. */
type Moving = ReadonlyMap<string, ReadonlySet<ts.Node>>

/** Those of plans that move. */
export const movingTo = (plans: readonly Plan[]): Moving =>
  new Map(
    [...groupBy(plans, ({ route }) => route?.id ?? '')].map(([id, all]) => [
      id,
      new Set(all.map(({ site }) => site.top)),
    ]),
  )
