import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed, isOperation } from './nodes.ts'

const COMPARES = /^([!=]==?|[<>]=?)$/

/** What a value is compared with. */
export const comparedWith = (node: ts.Expression): ts.Expression | undefined => {
  const outer = dressed(node)
  const { parent } = outer
  if (!compiler.isBinaryExpression(parent) || !COMPARES.test(parent.operatorToken.getText())) return undefined
  return bare(parent.left === outer ? parent.right : parent.left)
}

/** Whether an expression joins two conditions. */
export const isJoin = (node: ts.Node): node is ts.BinaryExpression => isOperation(node, '&&', '||')

/** `!condition` */
export const isNot = (node: ts.Node): node is ts.PrefixUnaryExpression =>
  compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken

/** What a condition asks, whether it holds for that or for its opposite. */
export const withoutNot = (condition: ts.Expression): string => {
  const node = bare(condition)
  return compiler.isPrefixUnaryExpression(node) ? withoutNot(node.operand) : node.getText()
}

/**
 * What a condition comes to, where each part of it that is joined by `!`, `&&` and `||` is asked for by itself; undefined
 * where what is known of them does not settle it.
 * @param unknown whether a part of which nothing is known is passed over: the other one settles it then
 */
export const outcomeOf = <T>(
  condition: ts.Expression,
  ask: (part: ts.Expression) => T | undefined,
  unknown: 'left open' | 'passed over' = 'left open',
): T | boolean | undefined => {
  const node = bare(condition)
  if (isNot(node)) return negated(outcomeOf(node.operand, ask, unknown))
  if (!isJoin(node)) return ask(node)
  const [left, right] = [outcomeOf(node.left, ask, unknown), outcomeOf(node.right, ask, unknown)]
  const isOr = node.operatorToken.kind === compiler.SyntaxKind.BarBarToken
  const settles = (one: T | boolean | undefined): boolean => one !== undefined && Boolean(one) === isOr
  const isOpen = left === undefined || right === undefined
  if (isOpen && unknown === 'passed over') return left ?? right
  if (settles(left)) return left
  return isOpen && !settles(right) ? undefined : right
}

const negated = <T>(value: T | undefined): boolean | undefined => (value === undefined ? undefined : !value)

type Comparison = (left: number, right: number) => boolean

/** How numbers are compared, by the sign that stands between them. */
export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['==', (left, right) => left === right],
  ['===', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['!==', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
])
