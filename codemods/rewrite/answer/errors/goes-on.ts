import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { dressed, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { isLog } from '../../../sites/program/syntax/said.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * Whether a failed body goes on from where it stands to somebody who may read it there: given back, kept, or handed to what
 * is no function of the program's own. What prints it, asks about it, or makes a text of it is not asked for v1's words.
 */
export const goesOn = (trace: Trace, given: ts.Expression): boolean => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isReturnStatement(parent) || compiler.isThrowStatement(parent)) return true
  if (compiler.isArrowFunction(parent)) return parent.body === node
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent))
    return parent.expression !== node && takesOn(trace, parent)
  if (isOperation(parent, '=')) return parent.right === node
  return isPart(node) && goesOn(trace, wholeOf(parent))
}

/** `body ?? error.message`, `ok ? pod : body`, `{ error: body }`, `[null, body]`, `{ status, ...body }`, where that is not thrown. */
const isPart = (node: ts.Node): boolean => {
  const { parent } = node
  if (compiler.isConditionalExpression(parent)) return parent.condition !== node
  if (isOperation(parent, '&&')) return parent.right === node
  if (compiler.isSpreadAssignment(parent)) return !compiler.isThrowStatement(dressed(parent.parent).parent)
  return (
    isOperation(parent, '??', '||') ||
    compiler.isPropertyAssignment(parent) ||
    compiler.isShorthandPropertyAssignment(parent) ||
    compiler.isArrayLiteralExpression(parent)
  )
}

/** The object that a member stands in. */
const wholeOf = (part: ts.Node): ts.Expression =>
  (compiler.isObjectLiteralElementLike(part) ? part.parent : part) as ts.Expression

/** A function of the program's own is looked into by others. */
const takesOn = (trace: Trace, call: ts.CallExpression | ts.NewExpression): boolean => {
  const callee = call.expression.getText()
  return !isLog(callee) && !SAYS.test(callee) && trace.targets(call, undefined).length === 0
}

/** What makes a text, a list of names or an error of what it is given. */
const SAYS =
  /^(JSON\.stringify|String|Boolean|structuredClone|Object\.\w+|Array\.isArray|(\w+\.)?inspect|(\w+\.)?capture\w+)$|Error$/
