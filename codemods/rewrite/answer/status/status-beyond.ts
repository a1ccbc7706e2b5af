import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { bare, functionAround, nameOf, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../../sites/program/syntax/same-syntax.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind } from './status-calls.ts'
import { ALONE, type GivenAs, statusOwner } from './status-values.ts'

/** A call further out, that gives on the status of one of ours. */
export interface CallBeyond {
  readonly call: ts.Node
  /** Whether it gives on no other call's as well. */
  readonly isOnly: boolean
  /** How it gives the status; undefined where it gives the answer. */
  readonly as: GivenAs | undefined
}

const MOST_LEVELS = 3

/** How the outermost call gives the status, where a wrapper on its way gives that and no answer. */
export const givenByTop = (trace: Trace, site: Site): GivenAs | undefined =>
  givenOnTheWay(trace, site).get(site.top)

/** The same of each call on the way: the sink's own, and those of the functions that lead to it. */
export const givenOnTheWay = (
  trace: Trace,
  { sink, scope }: Site,
): ReadonlyMap<ts.Node, GivenAs | undefined> => {
  const all = new Map<ts.Node, GivenAs | undefined>()
  let call: ts.Node = sink.call
  let as: GivenAs | undefined
  for (const frame of framesFrom(scope)) {
    all.set(call, as)
    const given = returnsOf(frame.callee).flatMap((one) => statusesIn(trace, one, as))
    as = given.find((one) => one.call === call)?.as
    call = frame.call
  }
  return all.set(call, as)
}

/**
 * The calls of functions that give on an answer, or its status: `make()` of `const make = () => fetch(…)` and of
 * `return { code: res.status, … }`.
 * @param as how the call itself gives the status
 */
export const callsBeyond = (trace: Trace, call: ts.Node, as?: GivenAs, level = 0): readonly CallBeyond[] => {
  const maker = functionAround(call)
  if (!maker || level === MOST_LEVELS) return []
  const given = returnsOf(maker).flatMap((one) => statusesIn(trace, one, as))
  const ours = given.filter((one) => one.call === call)
  const isOnly = given.every((one) => one.call !== undefined && sameSyntax(one.call, call))
  const names = [...new Set(ours.map((one) => one.as))]
  return trace.callers(maker).flatMap((outer) =>
    names.flatMap((name) => [
      { call: outer, isOnly, as: name },
      ...callsBeyond(trace, outer, name, level + 1).map((one) => ({
        ...one,
        isOnly: isOnly && one.isOnly,
      })),
    ]),
  )
}

/** A status that is given on: whose it is, where that can be told, and how. */
interface Given {
  readonly call: ts.Node | undefined
  readonly as: GivenAs | undefined
}

/** The calls whose answers, or whose statuses, an expression gives. */
const statusesIn = (trace: Trace, given: ts.Expression, as: GivenAs | undefined): readonly Given[] => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => statusesIn(trace, one, as))
  if (!compiler.isObjectLiteralExpression(node)) {
    const alone = statusOwner(trace, node, as)
    return callsBehind(trace, alone ?? node).map((call) => ({ call, as: alone ? ALONE : as }))
  }
  return node.properties.flatMap((one) => {
    const value = compiler.isPropertyAssignment(one) ? one.initializer : one.name
    const owner = value && statusOwner(trace, value as ts.Expression, as)
    const [first, ...others] = owner ? callsBehind(trace, owner) : []
    const name = nameOf(one.name)
    return owner ? [first, ...others].map((call) => ({ call, as: name })) : []
  })
}
