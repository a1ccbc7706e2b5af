import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { placesSaying } from '../../../sites/program/names/names-used.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { dressed, functionAround, isInside, nameOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import { isLog } from '../../../sites/program/syntax/said.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** `console.warn(…)` */
export const isSaying = (one: ts.Node): boolean =>
  compiler.isExpressionStatement(one) &&
  compiler.isCallExpression(one.expression) &&
  isLog(one.expression.expression.getText())

/** Whether what a statement leaves out, behind the one that it stands in, is only said, too. */
export const leavesOutWords = (trace: Trace, leaving: ts.Node, whole: ts.Statement): boolean => {
  const { parent } = whole
  if (!compiler.isBlock(parent)) return false
  const rest = parent.statements.slice(parent.statements.indexOf(whole) + 1)
  if (compiler.isContinueStatement(leaving))
    return !leaving.label && compiler.isIterationStatement(parent.parent, false) && rest.every(isSaying)
  const callee = functionAround(whole)
  return (
    isPlain(leaving) &&
    rest.length === 1 &&
    rest.every(isPlain) &&
    callee !== undefined &&
    compiler.isFunctionDeclaration(callee) &&
    callee.body === parent &&
    isSaidAlone(trace, callee)
  )
}

/** `return 'unknown'`, ``return `${pod.name} on ${host}` ``, `return pod.machineId`: nothing is called. */
const isPlain = (node: ts.Node): boolean =>
  compiler.isReturnStatement(node) && node.expression !== undefined && !someNode(node.expression, isDone)

/** `await call()`, `count++`: what does something, or may. */
export const isDone = (node: ts.Node): boolean =>
  compiler.isCallOrNewExpression(node) ||
  compiler.isAwaitExpression(node) ||
  compiler.isPostfixUnaryExpression(node) ||
  compiler.isDeleteExpression(node) ||
  (compiler.isBinaryExpression(node) && isAssignment(node))

/** Whether nobody does more with what a function gives than to say it. */
const isSaidAlone = (trace: Trace, callee: ts.FunctionDeclaration): boolean => {
  const name = callee.name && nameOf(callee.name)
  if (name === undefined || compiler.getCombinedModifierFlags(callee) & compiler.ModifierFlags.Export)
    return false
  const places = placesSaying(trace, callee, name).filter((one) => one !== callee.name)
  return places.length > 0 && places.every(isSaidAt)
}

/** `console.log(label(pod))` */
const isSaidAt = (name: ts.Expression): boolean => {
  const { parent: call } = dressed(name)
  if (!compiler.isCallExpression(call) || call.expression !== dressed(name)) return false
  const { parent } = compiler.isTemplateSpan(call.parent) ? call.parent.parent : call
  return (
    compiler.isCallExpression(parent) &&
    parent.arguments.some((one) => isInside(call, one)) &&
    isSaying(parent.parent)
  )
}
