import type { ts } from 'ts-morph'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { madeOf } from '../held/made.ts'
import { guardOf } from '../steps/guards.ts'
import { holeOf, knownValue } from './literal-values.ts'

/** A value that is said at a place, with what the conditions around it, its makers and its callers say of it. */
export const valueAt = (trace: Trace, node: ts.Expression, origin: ts.Node): Hole => {
  const hole = holeOf(trace.checker, node, origin)
  const guard = hole.known ? undefined : guardOf(trace, node, origin)
  if (!guard) {
    const never = neverOf(trace, bare(node))
    if (never.length > 0 && !hole.known) return new Hole(hole.text, { ...hole, never })
    const made = hole.mayBeAbsent ? madeOf(trace, node) : undefined
    return made ? new Hole(hole.text, { ...hole, mayBeAbsent: false, is: hole.is ?? made.is }) : hole
  }
  const never: readonly unknown[] = guard === 'there' ? [] : [0, '', false]
  const isNumber = (trace.checker.getTypeAtLocation(node).flags & compiler.TypeFlags.NumberLike) !== 0
  const isText = guard === 'positive' || (guard === 'truthy' && isNumber)
  const mayBeBlank = guard !== 'there' && hole.mayBeBlank === 'text' ? undefined : hole.mayBeBlank
  const still = { ...hole, mayBeAbsent: false, mayBeBlank }
  return new Hole(hole.text, { ...still, never: isText ? [...never, '0'] : never })
}

/** `size || 20` is never 0. */
const neverOf = (trace: Trace, node: ts.Expression): readonly unknown[] => {
  if (!isOperation(node, '||') || !knownValue(node.right)?.value) return []
  const isNumber = (trace.checker.getTypeAtLocation(node).flags & compiler.TypeFlags.NumberLike) !== 0
  return isNumber ? [0, '', false, '0'] : [0, '', false]
}
