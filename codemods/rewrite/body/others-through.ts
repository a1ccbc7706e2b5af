import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { compiler } from '../../project/compiler.ts'
import { sitesKnown } from '../../sites/known-sites.ts'
import { framesFrom, type Scope } from '../../sites/program/frames/frames.ts'
import { bare, isInside, isOperation } from '../../sites/program/syntax/nodes.ts'
import { taken } from '../../sites/program/ways/taken.ts'
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

/** Whether a call comes to a node, as far as the conditions around that tell. */
const mayGetTo = (trace: Trace, node: ts.Node, scope: Scope | undefined): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const asked = conditionOf(at)
    const holds = asked && taken(trace, asked.condition, scope)
    if (holds !== undefined && holds !== asked?.value) return false
  }
  return true
}

/** The condition on which a node is come to, and what that has to be. */
const conditionOf = (node: ts.Node): { condition: ts.Expression; value: boolean } | undefined => {
  const { parent } = node
  if (compiler.isConditionalExpression(parent) && parent.condition !== node)
    return { condition: parent.condition, value: parent.whenTrue === node }
  if (compiler.isIfStatement(parent) && parent.expression !== node)
    return { condition: parent.expression, value: parent.thenStatement === node }
  if (isOperation(parent, '&&', '||') && parent.right === node)
    return { condition: bare(parent.left), value: isOperation(parent, '&&') }
  return undefined
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
