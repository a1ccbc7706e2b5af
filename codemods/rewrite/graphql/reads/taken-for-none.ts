import type { ts } from 'ts-morph'
import { namesOfBids } from '../../../../mappings/graphql/pods.ts'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import {
  bare,
  dressed,
  functionAround,
  isNothing,
  isOperation,
  nameOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { ASKS, comparedTo, isUnreached } from './null-guards.ts'
import { isMerelySaid, isReplaced, isReplacedAt, isUnsaidBeside } from './stand-in.ts'

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
  if (compiler.isIfStatement(parent)) return ofIf(parent, isTrue)
  if (compiler.isCallExpression(parent) && parent.expression !== outer)
    return ASKS.test(parent.expression.getText()) && climb(trace, parent, isTrue)
  if (isOptional(parent, outer)) return climb(trace, chainOf(parent), 'null')
  if (compiler.isVariableDeclaration(parent)) return ofName(trace, parent.name, known)
  if (compiler.isJsxExpression(parent)) return known !== 'null'
  if (compiler.isSpreadAssignment(parent)) return isSpreadAlone(parent)
  return known === 'said' && isHandedOn(trace, parent)
}

const ofBinary = (trace: Trace, parent: ts.BinaryExpression, outer: ts.Expression, known: Known): boolean => {
  const sign = parent.operatorToken.getText()
  const isLeft = parent.left === outer
  if (sign === '??' || sign === '||') {
    if (known === true) return climb(trace, parent, true)
    if (!isLeft) return climb(trace, parent, known) || isTest(parent)
    return isTest(parent) || instead(trace, parent, parent.right)
  }
  if (sign === '&&') return known === true || climb(trace, parent, isLeft && known === 'null' ? false : known)
  if (sign === '=')
    return (
      !isLeft &&
      known === 'said' &&
      compiler.isPropertyAccessExpression(parent.left) &&
      isToldAs(trace, parent.left.name.text)
    )
  const same = comparedTo(sign, bare(isLeft ? parent.right : parent.left), isLeft)
  return same !== undefined && typeof known !== 'boolean' && climb(trace, parent, same)
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

/** What stands in the place of null: nothing that the program says, a text, what is shown; not a number, nor another price. */
const instead = (trace: Trace, whole: ts.Expression, given: ts.Expression): boolean => {
  const node = bare(given)
  if (isNothing(node)) return climb(trace, whole, 'said')
  if (compiler.isConditionalExpression(node))
    return instead(trace, whole, node.whenTrue) && instead(trace, whole, node.whenFalse)
  if (isOperation(node, '??', '||'))
    return instead(trace, whole, node.left) && instead(trace, whole, node.right)
  if (compiler.isObjectLiteralExpression(node))
    return node.properties.length === 0 && climb(trace, whole, 'said')
  if (isUnsaidBeside(whole, node)) return climb(trace, whole, 'null')
  return isMerelySaid(node)
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

/**
 * Whether both branches do nothing but note something, where null brings neither another price nor leaves one that was noted
 * before: `row.spot = spot`.
 */
const ofIf = (asked: ts.IfStatement, isTrue: boolean): boolean => {
  const [run, others] = [notesOf(asked.thenStatement), notesOf(asked.elseStatement)]
  if (!run || !others) return false
  const [withNull, without] = isTrue ? [run, others] : [others, run]
  const before = (functionAround(asked) ?? asked.getSourceFile()) as ts.Node
  return (
    withNull.every(({ right }) => isMerelySaid(right)) &&
    without.every(({ left }) => !isWrittenBeside(before, asked, left.name.text))
  )
}

type Note = ts.BinaryExpression & { readonly left: ts.PropertyAccessExpression }

/** What a branch notes, statement by statement; undefined where it does something else. */
const notesOf = (branch: ts.Statement | undefined): readonly Note[] | undefined => {
  const statements = branch && compiler.isBlock(branch) ? branch.statements : branch ? [branch] : []
  const notes = statements.flatMap((one) =>
    compiler.isExpressionStatement(one) && isNote(one.expression) ? [one.expression] : [],
  )
  return notes.length === statements.length ? notes : undefined
}

const isNote = (node: ts.Node): node is Note =>
  isOperation(node, '=') &&
  compiler.isPropertyAccessExpression(node.left) &&
  !compiler.isNumericLiteral(bare(node.right))

/** Whether a member of that name is given something else in a function. */
const isWrittenBeside = (inside: ts.Node, without: ts.Node, name: string): boolean =>
  someNode(
    inside,
    (node) => isWritten(node, name),
    (node) => node === without,
  )

const isWritten = (node: ts.Node, name: string): boolean => {
  if (compiler.isPropertyAssignment(node))
    return nameOf(node.name) === name && !isMerelySaid(node.initializer)
  if (compiler.isShorthandPropertyAssignment(node)) return node.name.text === name
  return isNote(node) && node.left.name.text === name && !isMerelySaid(node.right)
}

/** `{ id, ...(spot ? { spot } : {}) }`: what is spread takes the place of nothing. */
const isSpreadAlone = (spread: ts.SpreadAssignment): boolean => {
  const { properties } = spread.parent
  const before = properties.slice(0, properties.indexOf(spread))
  if (before.some(compiler.isSpreadAssignment)) return false
  if (!someNode(spread, compiler.isObjectLiteralExpression)) return before.length === 0
  const written = before.flatMap((one) => nameOf(one.name) ?? [])
  return written.every((name) => !isWrittenBeside(spread, spread.parent, name))
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

/** A member, a value that is given back: whoever has it is told null in so many words, and puts nothing in its place. */
const isHandedOn = (trace: Trace, parent: ts.Node): boolean => {
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent))
    return isToldAs(trace, nameOf(parent.name) ?? parent.name.getText())
  const isGiven =
    compiler.isReturnStatement(parent) || (compiler.isArrowFunction(parent) && !isFilter(parent))
  return (
    isGiven && isGivenBack(trace, functionAround(compiler.isArrowFunction(parent) ? parent.body : parent))
  )
}

/** No bid: an offer without one is another offer. */
const isToldAs = (trace: Trace, name: string): boolean => !namesOfBids.has(name) && !isReplaced(trace, name)

/** Of a callback (`map`) a list comes, and where that goes is not looked at. */
const isGivenBack = (trace: Trace, callee: ts.SignatureDeclaration | undefined): boolean => {
  if (!callee || (compiler.isExpression(callee) && compiler.isCallExpression(dressed(callee).parent)))
    return false
  return trace.callers(callee).every((call) => !isReplacedAt(trace, call as ts.Expression))
}
