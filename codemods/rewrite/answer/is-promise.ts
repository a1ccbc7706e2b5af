import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isAccess } from '../../sites/program/access.ts'
import { bare, goesByPlace, returnsOf } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isAsync } from '../edit/async.ts'

const { Any, Unknown, TypeParameter } = compiler.TypeFlags

/** Types that say nothing of whether somebody has to wait. */
const OPEN = Any | Unknown | TypeParameter

/**
 * Whether an expression that holds an answer gives a promise of it: calls do, but for a parsed text, and for a function
 * that takes the answer out of what it is handed (`unwrap(await call())`).
 */
export const isPromise = (trace: Trace, node: ts.Expression): node is ts.CallExpression => {
  if (!compiler.isCallExpression(node) || node.expression.getText() === 'JSON.parse') return false
  const type = trace.checker.getTypeAtLocation(node)
  const isOpen = (type.flags & OPEN) !== 0
  if (!isOpen) return trace.checker.getPropertyOfType(type, 'then') !== undefined
  const callee = trace.targets(node, undefined).filter(goesByPlace)[0]?.node as
    | ts.SignatureDeclaration
    | undefined
  return !callee || isAsync(callee) || !returnsOf(callee).some(isTakenOut)
}

/** `answer.value`, or one of two: nobody waits for a member. */
const isTakenOut = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node)) return isTakenOut(node.whenTrue) || isTakenOut(node.whenFalse)
  if (compiler.isBinaryExpression(node)) return isTakenOut(node.left)
  return isAccess(node)
}
