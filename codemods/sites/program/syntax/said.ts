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
  if (callee === at) return false
  const name = callee.getText()
  return compiler.isNewExpression(parent) ? ERROR.test(name) : isLog(name) || IS_ERROR.test(name)
}

const ERROR = /(Error|Exception)$/
const IS_ERROR = /^\w*Error$/i

/** The console, a logger by its name or by what it is asked, and a function called so; a list called `log` is none. */
const LOGS =
  /^process\.std(out|err)\.write$|^(\w+\.)*(log|logger|debug)$|(^|\.)(console|log|logger)\.(?!push$)\w+$|\.(debug|info|warn|trace)$/i

/** Whether what is called logs what it is given. */
export const isLog = (callee: string): boolean => LOGS.test(callee)

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
