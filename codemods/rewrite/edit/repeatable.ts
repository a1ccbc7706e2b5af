import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'

/** Whether evaluating it twice, or somewhat earlier, does nothing and gives the same. */
export const isRepeatable = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isIdentifier(node) || node.kind === compiler.SyntaxKind.ThisKeyword) return true
  if (compiler.isStringLiteralLike(node) || compiler.isNumericLiteral(node)) return true
  if (compiler.isPropertyAccessExpression(node)) return isRepeatable(node.expression)
  if (compiler.isElementAccessExpression(node))
    return isRepeatable(node.expression) && isRepeatable(node.argumentExpression)
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.every((span) => isRepeatable(span.expression))
  if (compiler.isConditionalExpression(node))
    return [node.condition, node.whenTrue, node.whenFalse].every(isRepeatable)
  if (compiler.isBinaryExpression(node))
    return isPureOperator(node) && [node.left, node.right].every(isRepeatable)
  return compiler.isObjectLiteralExpression(node) && node.properties.every(isRepeatableProperty)
}

const isRepeatableProperty = (property: ts.ObjectLiteralElementLike): boolean =>
  compiler.isShorthandPropertyAssignment(property) ||
  (compiler.isPropertyAssignment(property) &&
    !compiler.isComputedPropertyName(property.name) &&
    isRepeatable(property.initializer)) ||
  (compiler.isSpreadAssignment(property) && isRepeatable(property.expression))

/** Whether an operator sets nothing. */
export const isPureOperator = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind < compiler.SyntaxKind.FirstAssignment || kind > compiler.SyntaxKind.LastAssignment
