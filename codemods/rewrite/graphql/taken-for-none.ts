import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isExported, mentionsOf } from '../../sites/program/names-used.ts'
import { bare, dressed, functionAround, isNothing } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** What an expression is where a field is null: null itself, null that the program says, or what a test of it comes to. */
type Known = 'null' | 'said' | boolean

/**
 * Whether the program takes null for a number that it does not know wherever a read of it leads: `spot ?? null`,
 * `spot ? format(spot) : 'n/a'`, `spot != null && <Price … />`. Not where null would be calculated with, printed, told to
 * readers out of sight without a word, or would end what the program does (`if (spot == null) throw …`).
 */
export const isTakenForNone = (trace: Trace, node: ts.Expression): boolean =>
  isUnreached(node) || climb(trace, node, 'null')

const climb = (trace: Trace, node: ts.Expression, known: Known): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  const isTrue = known === true
  if (compiler.isExpressionStatement(parent) || compiler.isVoidExpression(parent)) return true
  if (compiler.isPrefixUnaryExpression(parent))
    return parent.operator === compiler.SyntaxKind.ExclamationToken && climb(trace, parent, !isTrue)
  if (compiler.isBinaryExpression(parent)) return ofBinary(trace, parent, outer, known)
  if (compiler.isTypeOfExpression(parent)) return ofType(trace, parent)
  if (compiler.isConditionalExpression(parent)) {
    if (parent.condition !== outer) return climb(trace, parent, known)
    return instead(trace, parent, isTrue ? parent.whenTrue : parent.whenFalse)
  }
  if (compiler.isIfStatement(parent)) return isMere(parent.thenStatement) && isMere(parent.elseStatement)
  if (compiler.isCallExpression(parent) && parent.expression !== outer)
    return ASKS.test(parent.expression.getText()) && climb(trace, parent, isTrue)
  if (isOptional(parent, outer)) return climb(trace, chainOf(parent), 'null')
  if (compiler.isVariableDeclaration(parent)) return ofName(trace, parent.name, known)
  if (compiler.isJsxExpression(parent)) return known !== 'null'
  if (compiler.isSpreadAssignment(parent)) return true
  return known === 'said' && isHandedOn(parent)
}

/** Functions that say no to null, as to what is no number. */
const ASKS = /^(Boolean|Number\.(isFinite|isInteger))$/

const ofBinary = (trace: Trace, parent: ts.BinaryExpression, outer: ts.Expression, known: Known): boolean => {
  const sign = parent.operatorToken.getText()
  const isLeft = parent.left === outer
  if (sign === '??' || sign === '||') {
    if (known === true) return climb(trace, parent, true)
    if (!isLeft) return climb(trace, parent, known) || isTest(parent)
    return isTest(parent) || instead(trace, parent, parent.right)
  }
  if (sign === '&&') return known === true || climb(trace, parent, isLeft && known === 'null' ? false : known)
  if (sign === '=') return !isLeft && known === 'said' && compiler.isPropertyAccessExpression(parent.left)
  const same = comparedTo(sign, bare(isLeft ? parent.right : parent.left), isLeft)
  return same !== undefined && typeof known !== 'boolean' && climb(trace, parent, same)
}

/** What `null == …`, `null > 0` comes to; undefined where null would pass for a number. */
const comparedTo = (sign: string, other: ts.Expression, isLeft: boolean): boolean | undefined => {
  const isEqual = sign.startsWith('=')
  if (/^[!=]==?$/.test(sign)) {
    if (other.kind === compiler.SyntaxKind.NullKeyword) return isEqual
    if (isNothing(other)) return isEqual === (sign.length === 2)
    return compiler.isNumericLiteral(other) && isEqual ? false : undefined
  }
  const isMore = sign === (isLeft ? '>' : '<')
  return isMore && compiler.isNumericLiteral(other) ? false : undefined
}

/** `typeof spot === 'number'` */
const ofType = (trace: Trace, node: ts.TypeOfExpression): boolean => {
  const { parent } = dressed(node)
  if (!compiler.isBinaryExpression(parent)) return false
  const other = bare(parent.left === dressed(node) ? parent.right : parent.left)
  const sign = parent.operatorToken.getText()
  if (!compiler.isStringLiteralLike(other) || !/^[!=]==?$/.test(sign)) return false
  return climb(trace, parent, (other.text === 'object') === sign.startsWith('='))
}

/** What stands in the place of null: nothing that the program says, a text, what something else gives; not a number. */
const instead = (trace: Trace, whole: ts.Expression, given: ts.Expression): boolean => {
  const node = bare(given)
  if (isNothing(node)) return climb(trace, whole, 'said')
  if (compiler.isConditionalExpression(node))
    return instead(trace, whole, node.whenTrue) && instead(trace, whole, node.whenFalse)
  if (compiler.isBinaryExpression(node) && /^(\?\?|\|\|)$/.test(node.operatorToken.getText()))
    return instead(trace, whole, node.left) && instead(trace, whole, node.right)
  if (compiler.isObjectLiteralExpression(node)) return node.properties.length === 0
  return (
    compiler.isStringLiteralLike(node) ||
    compiler.isTemplateExpression(node) ||
    compiler.isJsxElement(node) ||
    compiler.isJsxSelfClosingElement(node) ||
    compiler.isPropertyAccessExpression(node)
  )
}

/** A condition that something else decides as well: of an `if`, a `!`, a list's `filter`. */
const isTest = (node: ts.Expression): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isConditionalExpression(parent)) return parent.condition === outer
  if (compiler.isCallExpression(parent)) return parent.expression.getText() === 'Boolean'
  if (compiler.isArrowFunction(parent)) return isFilter(parent)
  if (compiler.isBinaryExpression(parent))
    return /^(\|\||&&)$/.test(parent.operatorToken.getText()) && isTest(parent)
  return compiler.isIfStatement(parent) || compiler.isPrefixUnaryExpression(parent)
}

/** `filter(…)`: what is given back decides. */
const isFilter = (callback: ts.Node): boolean => {
  const { parent } = callback
  return (
    compiler.isCallExpression(parent) &&
    compiler.isPropertyAccessExpression(parent.expression) &&
    /^(filter|find|findIndex|findLast|some|every)$/.test(parent.expression.name.text)
  )
}

/** Whether a branch does nothing but note the number: `row.spot = spot`. */
const isMere = (branch: ts.Statement | undefined): boolean => {
  const statements = branch && compiler.isBlock(branch) ? branch.statements : branch ? [branch] : []
  return statements.every(
    (one) =>
      compiler.isExpressionStatement(one) &&
      compiler.isBinaryExpression(one.expression) &&
      one.expression.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      compiler.isPropertyAccessExpression(one.expression.left) &&
      !compiler.isNumericLiteral(bare(one.expression.right)),
  )
}

/** `spot?.toFixed(2)` */
const isOptional = (parent: ts.Node, outer: ts.Expression): parent is ts.PropertyAccessExpression =>
  compiler.isPropertyAccessExpression(parent) && parent.expression === outer && !!parent.questionDotToken

const chainOf = (node: ts.Expression): ts.Expression => {
  const { parent } = node
  const isLonger =
    (compiler.isPropertyAccessExpression(parent) || compiler.isCallExpression(parent)) &&
    parent.expression === node
  return isLonger ? chainOf(parent) : node
}

const ofName = (trace: Trace, name: ts.BindingName, known: Known): boolean =>
  compiler.isIdentifier(name) &&
  (known === 'said' || !isExported(trace, name)) &&
  mentionsOf(trace, name).every((use) => isUnreached(use) || climb(trace, use, known))

/** A member, a value that is given back: whoever has it is told null in so many words. */
const isHandedOn = (parent: ts.Node): boolean =>
  compiler.isPropertyAssignment(parent) ||
  compiler.isShorthandPropertyAssignment(parent) ||
  compiler.isReturnStatement(parent) ||
  compiler.isArrayLiteralExpression(parent) ||
  (compiler.isArrowFunction(parent) && !isFilter(parent))

/** Whether a read stands where only a number comes to: `spot ? spot / 100 : null`. */
const isUnreached = (node: ts.Expression): boolean => {
  const text = plain(node)
  const callee = functionAround(node)
  for (let at: ts.Node = node; at.parent && at !== callee; at = at.parent) {
    const { parent } = at
    if (compiler.isConditionalExpression(parent) && parent.condition !== at)
      if (holds(parent.condition, text) === (parent.whenFalse === at)) return true
    if (compiler.isIfStatement(parent) && parent.expression !== at)
      if (holds(parent.expression, text) === (parent.elseStatement === at)) return true
    if (compiler.isBinaryExpression(parent) && parent.right === at && parent.operatorToken.getText() === '&&')
      if (holds(parent.left, text) === false) return true
  }
  return false
}

/** `g.lowestPrice!.minimumBidPrice` and `g.lowestPrice?.minimumBidPrice` are the same. */
const plain = (node: ts.Expression): string =>
  bare(node)
    .getText()
    .replace(/[?!\s]/g, '')

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
