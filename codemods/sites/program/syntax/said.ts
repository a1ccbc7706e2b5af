import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isOperation } from './nodes.ts'

/** Whether a value only goes into a message: into what is printed, or into the text of an error. */
export const isSaid = (value: ts.Node): boolean => {
  let at = value
  while (isPartOfText(at.parent)) at = at.parent
  const { parent } = at
  if (!compiler.isCallExpression(parent) && !compiler.isNewExpression(parent)) return false
  const { expression: callee } = parent
  return callee !== at && (compiler.isNewExpression(parent) ? ERROR : SAYS).test(callee.getText())
}

const ERROR = /(Error|Exception)$/
const SAYS = /^(console\.\w+|(\w+\.)*(log|logger|debug)(\.\w+)?|\w*Error)$/i

/** A text that a value is put into, or a detail that is told beside one. */
const isPartOfText = (node: ts.Node): boolean =>
  compiler.isTemplateSpan(node) ||
  compiler.isTemplateExpression(node) ||
  compiler.isParenthesizedExpression(node) ||
  compiler.isPropertyAssignment(node) ||
  compiler.isShorthandPropertyAssignment(node) ||
  compiler.isObjectLiteralExpression(node) ||
  isOperation(node, '+') ||
  (compiler.isCallExpression(node) && node.expression.getText() === 'JSON.stringify')
