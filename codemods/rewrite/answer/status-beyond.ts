import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, nameOf, returnsOf } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { callBehind } from './status-handed.ts'
import { isStatusName, statusOwner } from './status-values.ts'

/** A call further out, that gives on the status of one of ours. */
export interface CallBeyond {
  readonly call: ts.Node
  /** Whether it gives on no other call's as well. */
  readonly isOnly: boolean
}

const MOST_LEVELS = 3

/**
 * The calls of functions that give on an answer, or its status: `make()` of `const make = () => fetch(…)` and of
 * `return { status: res.status, … }`.
 */
export const callsBeyond = (trace: Trace, call: ts.Node, level = 0): readonly CallBeyond[] => {
  const maker = functionAround(call)
  const given = maker && level < MOST_LEVELS ? returnsOf(maker) : []
  const isOurs = (one: ts.Expression): boolean => statusesIn(trace, one).includes(call)
  if (!maker || !given.some(isOurs)) return []
  const isOnly = given.every((one) => statusesIn(trace, one).every((other) => other === call))
  return trace
    .callers(maker)
    .flatMap((one) => [
      { call: one, isOnly },
      ...callsBeyond(trace, one, level + 1).map((outer) => ({ ...outer, isOnly: isOnly && outer.isOnly })),
    ])
}

/** The calls whose answers, or whose statuses, an expression gives. */
const statusesIn = (trace: Trace, given: ts.Expression): (ts.Node | undefined)[] => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((one) => statusesIn(trace, one))
  if (!compiler.isObjectLiteralExpression(node)) return [callBehind(trace, node) ?? []].flat()
  return node.properties.flatMap((one) => {
    if (!isStatusName(nameOf(one.name))) return []
    const value = compiler.isPropertyAssignment(one) ? one.initializer : one.name
    const owner = value && statusOwner(trace, value as ts.Expression)
    return owner ? [callBehind(trace, owner)] : []
  })
}
