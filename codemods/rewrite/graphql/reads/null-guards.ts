import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, functionAround, isNothing, someNode } from '../../../sites/program/syntax/nodes.ts'

/** Functions that say no to null, as to what is no number. */
export const ASKS = /^(Boolean|Number\.(isFinite|isInteger))$/

/** What `null == …`, `null > 0` comes to; undefined where null would pass for a number. */
export const comparedTo = (sign: string, other: ts.Expression, isLeft: boolean): boolean | undefined => {
  const isEqual = sign.startsWith('=')
  if (/^[!=]==?$/.test(sign)) {
    if (other.kind === compiler.SyntaxKind.NullKeyword) return isEqual
    if (isNothing(other)) return isEqual === (sign.length === 2)
    return compiler.isNumericLiteral(other) && isEqual ? false : undefined
  }
  const isMore = sign === (isLeft ? '>' : '<')
  return isMore && compiler.isNumericLiteral(other) ? false : undefined
}

/** Whether a read stands where only a number comes to: `spot ? spot / 100 : null`. */
export const isUnreached = (node: ts.Expression): boolean => {
  const text = plain(node)
  const callee = functionAround(node)
  for (let at: ts.Node = node; at.parent && at !== callee; at = at.parent) {
    if (isGuarded(at, text)) return !isAnother(node, at.parent)
  }
  return false
}

/** Whether the condition over a part of the program keeps null out of it. */
const isGuarded = (at: ts.Node, text: string): boolean => {
  const { parent } = at
  if (compiler.isConditionalExpression(parent) && parent.condition !== at)
    return holds(parent.condition, text) === (parent.whenFalse === at)
  if (compiler.isIfStatement(parent) && parent.expression !== at)
    return holds(parent.expression, text) === (parent.elseStatement === at)
  const isRight = compiler.isBinaryExpression(parent) && parent.right === at
  return isRight && parent.operatorToken.getText() === '&&' && holds(parent.left, text) === false
}

/** Whether what a condition asked of may be another where it is read: a call gives it, or it is set anew behind the condition. */
const isAnother = (node: ts.Expression, guarded: ts.Node): boolean => {
  const isCall = (one: ts.Node): boolean => compiler.isCallExpression(one)
  if (someNode(bare(node), isCall)) return true
  const owners = ownersOf(node)
  return someNode(
    guarded,
    (one) => compiler.isBinaryExpression(one) && isAssignment(one) && owners.has(plain(one.left)),
  )
}

/** `a`, `a.b` and `a.b.c` of `a.b.c` */
const ownersOf = (node: ts.Expression): Set<string> => {
  const owners = new Set<string>()
  for (let at = bare(node); ; at = bare(at.expression)) {
    owners.add(plain(at))
    if (!compiler.isPropertyAccessExpression(at) && !compiler.isElementAccessExpression(at)) return owners
  }
}

/** `g.lowestPrice!.minimumBidPrice` and `g.lowestPrice?.minimumBidPrice` are the same. */
export const plain = (node: ts.Node): string =>
  flatText(compiler.isExpression(node) ? bare(node) : node).replace(/[?!\s]/g, '')

/** What a condition comes to where a read of this text is null; undefined where others decide. */
const holds = (given: ts.Expression, text: string): boolean | undefined => {
  const node = bare(given)
  if (plain(node) === text) return false
  if (compiler.isPrefixUnaryExpression(node)) {
    const inner = holds(node.operand, text)
    return inner === undefined ? undefined : !inner
  }
  if (compiler.isCallExpression(node)) {
    const [first] = node.arguments
    return ASKS.test(node.expression.getText()) && first && plain(first) === text ? false : undefined
  }
  if (!compiler.isBinaryExpression(node)) return undefined
  const sign = node.operatorToken.getText()
  if (sign === '&&' || sign === '||') {
    const both = [holds(node.left, text), holds(node.right, text)]
    if (both.includes(sign === '||')) return sign === '||'
    return both.includes(undefined) ? undefined : sign === '&&'
  }
  const [left, right] = [bare(node.left), bare(node.right)]
  if (compiler.isTypeOfExpression(left) && plain(left.expression) === text)
    return compiler.isStringLiteralLike(right)
      ? (right.text === 'object') === sign.startsWith('=')
      : undefined
  if (plain(left) === text) return comparedTo(sign, right, true)
  return plain(right) === text ? comparedTo(sign, left, false) : undefined
}
