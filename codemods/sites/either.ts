import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Next } from './pieces.ts'
import { bare } from './scope.ts'
import { shapeOf, type Text } from './text.ts'

/**
 * The texts of a choice. Helpers that take a path or a whole address ask which one they got; where the answer is
 * known, so is the branch.
 */
export const either = (node: ts.ConditionalExpression, next: Next): Text[] => {
  const taken = branchOf(node, next)
  if (taken) return next(taken)
  const asked = addressAsked(node.condition)
  if (!asked) return [...next(node.whenTrue), ...next(node.whenFalse)]
  const given = next(asked)
  const isWhole = (text: Text): boolean => /^https?:/i.test(shapeOf(text))
  const isOpen = (text: Text): boolean => shapeOf(text).startsWith('\0')
  const whole = given.some((text) => isWhole(text) || isOpen(text))
  const partial = given.some((text) => !isWhole(text))
  return [
    ...(whole ? next(node.whenTrue).filter((text) => isWhole(text) || isOpen(text)) : []),
    ...(partial ? next(node.whenFalse) : []),
  ]
}

/** `path` of `path.startsWith('http')` and of `/^https?:/.test(path)`. */
const addressAsked = (condition: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isCallExpression(condition)) return undefined
  const { expression: callee } = condition
  const [first] = condition.arguments
  if (!compiler.isPropertyAccessExpression(callee) || !first) return undefined
  const { name, expression: subject } = callee
  if (name.text === 'startsWith' && compiler.isStringLiteralLike(first))
    return first.text.startsWith('http') ? subject : undefined
  const isPattern = compiler.isRegularExpressionLiteral(subject) && subject.text.startsWith('/^http')
  return name.text === 'test' && isPattern ? first : undefined
}

/** The branch of `path.startsWith('/') ? path : …` that a known text takes. */
const branchOf = (node: ts.ConditionalExpression, next: Next): ts.Expression | undefined => {
  let condition = bare(node.condition)
  const negated =
    compiler.isPrefixUnaryExpression(condition) && condition.operator === compiler.SyntaxKind.ExclamationToken
  if (negated) condition = bare((condition as ts.PrefixUnaryExpression).operand)
  if (!compiler.isCallExpression(condition) || !compiler.isPropertyAccessExpression(condition.expression))
    return undefined
  const [first] = condition.arguments
  if (condition.expression.name.text !== 'startsWith' || !first || !compiler.isStringLiteralLike(first))
    return undefined
  const begins = next(condition.expression.expression).map((text) => beginsWith(shapeOf(text), first.text))
  const [is] = begins
  if (is === undefined || begins.some((one) => one !== is)) return undefined
  return is !== negated ? node.whenTrue : node.whenFalse
}

const beginsWith = (shape: string, prefix: string): boolean | undefined => {
  const known = shape.split('\0')[0] ?? ''
  if (known.length >= prefix.length || !shape.includes('\0')) return known.startsWith(prefix)
  return prefix.startsWith(known) ? undefined : false
}
