import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, isEmptyText, isNothing } from '../program/syntax/nodes.ts'
import { stringified } from './stringified.ts'

/** Whether nothing is sent: none at all, or a text without a letter. */
export const isEmpty = (node: ts.Expression): boolean => isNothing(node) || isEmptyText(node)

/**
 * `JSON.stringify(body)`, also where there may be nothing to send (`body ? JSON.stringify(body) : null`), or where it may be
 * a text before (`typeof body === 'string' ? body : JSON.stringify(body)`).
 */
export const isText = (value: ts.Expression): boolean => {
  const node = bare(value)
  if (compiler.isConditionalExpression(node))
    return (
      isTextOrNothing(node.whenTrue, node.whenFalse) ||
      isTextOf(node.whenTrue, node.whenFalse) ||
      isTextOf(node.whenFalse, node.whenTrue)
    )
  if (compiler.isBinaryExpression(node))
    return node.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken && isText(node.right)
  return stringified(node) !== undefined
}

/** Whether a text is made of what stands for itself otherwise. */
const isTextOf = (text: ts.Expression, whole: ts.Expression): boolean => {
  const made = stringified(bare(text))
  return made !== undefined && bare(made).getText() === bare(whole).getText()
}

const isTextOrNothing = (one: ts.Expression, other: ts.Expression): boolean =>
  (isText(one) && (isText(other) || isEmpty(bare(other)))) || (isEmpty(bare(one)) && isText(other))
