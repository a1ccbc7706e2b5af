import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { originOf } from '../../sites/answers/failure/origin.ts'
import { functionAround, isInside } from '../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../sites/site-calls.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Whether an expression is read of what another call answered, or was refused with, than those on the way of a site:
 * that may be any service's.
 * @param place the function that is looked at: what is caught around it came from further calls
 */
export const isOfAnotherCall = (
  trace: Trace,
  given: ts.Expression,
  site: Site,
  place: ts.Node,
  depth = 0,
): boolean => {
  const origin = originOf(trace, given)
  if (!origin) return false
  const isOn = (one: ts.Node): boolean => [...callsOf(site)].some((call) => isInside(call, one))
  if (compiler.isCatchClause(origin)) return isInside(origin, place) && !isOn(origin.parent.tryBlock)
  // What a function is handed was there before it makes its call.
  if (compiler.isParameter(origin)) return origin.parent === functionAround(site.top)
  // `json(healthResponse)`: what a helper parses is of the call that gave it the answer
  const isOthers = (one: ts.Expression): boolean =>
    isAnswer(trace, one) && depth < MOST_HELPERS && isOfAnotherCall(trace, one, site, place, depth + 1)
  return !isOn(origin) && !origin.arguments.some((one) => mayBring(trace, one) && !isOthers(one))
}

const MOST_HELPERS = 3

/** Whether an expression is read of what some call answered, not of what it was refused with. */
export const isAnswered = (trace: Trace, given: ts.Expression): boolean => {
  const origin = originOf(trace, given)
  return origin !== undefined && compiler.isCallExpression(origin)
}

/** Whether an argument is an answer, or a function that may ask for one. */
const mayBring = (trace: Trace, node: ts.Expression): boolean =>
  isAnswer(trace, node) || trace.checker.getTypeAtLocation(node).getCallSignatures().length > 0

const isAnswer = ({ checker }: Trace, node: ts.Expression): boolean =>
  checker.getTypeAtLocation(node).getProperty('json') !== undefined
