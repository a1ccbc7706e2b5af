import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isWritten } from '../../../sites/answers/uses/uses-follow.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Whether nothing of an answer is read with a member: it is set, taken away, or the program has said it itself just before. */
export const saysItself = (trace: Trace, node: ts.Node): boolean => {
  if (compiler.isBindingElement(node)) return isLeftOut(trace, node)
  if (!compiler.isPropertyAccessExpression(node)) return false
  return isWritten(node) || isSetBefore(node)
}

/** `const { machineId: _, ...rest } = pod` */
const isLeftOut = (trace: Trace, { name, parent }: ts.BindingElement): boolean =>
  compiler.isIdentifier(name) &&
  parent.elements.some((one) => compiler.isBindingElement(one) && one.dotDotDotToken !== undefined) &&
  mentionsOf(trace, name).length === 0

/** `pod.machineId = machines.get(pod.id)` in a statement of its own before, which runs whenever this does. */
const isSetBefore = (node: ts.PropertyAccessExpression): boolean => {
  const text = node.getText().replace('?.', '.')
  for (let at: ts.Node = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (!compiler.isBlock(parent) && !compiler.isSourceFile(parent)) continue
    const before = parent.statements.slice(0, parent.statements.indexOf(at as ts.Statement))
    if (before.some((one) => sets(one, text))) return true
  }
  return false
}

const sets = (statement: ts.Statement, text: string): boolean => {
  if (!compiler.isExpressionStatement(statement)) return false
  const { expression } = statement
  return isOperation(expression, '=') && bare(expression.left).getText() === text
}
