import type { ts } from 'ts-morph'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, isConst, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { constantBehind } from '../../address/path/constant.ts'
import { blankIn } from './blank-values.ts'
import { namedWord } from './named-word.ts'
import { kindOf, numberIn, typeAt } from './value-kind.ts'

/**
 * The literal's properties as a document of holes; undefined where some part of it is not a plain property.
 * @param holeFor what is known of a value that a property says
 */
export const readLiteral = (
  node: ts.ObjectLiteralExpression,
  holeFor: (value: ts.Expression, property: ts.Node) => Hole,
): Record<string, unknown> | undefined => {
  const doc: Record<string, unknown> = {}
  for (const property of node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    if (name === undefined || name in doc) return undefined
    if (compiler.isPropertyAssignment(property)) doc[name] = holeFor(property.initializer, property)
    else if (compiler.isShorthandPropertyAssignment(property)) doc[name] = holeFor(property.name, property)
    else return undefined
  }
  return doc
}

/** An expression as a value of which only what is written out is known. */
export const holeOf = (checker: ts.TypeChecker, node: ts.Expression, origin: ts.Node): Hole => {
  const inner = bare(node)
  const known = knownValue(inner) ?? namedWord(checker, inner)
  const named = constantBehind(checker, inner)
  const constant = named && knownValue(named)
  const items = itemsOf(checker, inner) ?? itemsOfName(inner, constant)
  return new Hole(node.getText(), {
    origin,
    ...(known ? { known } : {}),
    ...(items ? { items } : {}),
    ...(constant ? { constant } : {}),
    is: known ? undefined : kindOf(checker, inner),
    number: known ? undefined : numberIn(checker, inner),
    mayBeAbsent: !known && (constant?.value ?? undefined) === undefined && mayBeAbsent(checker, inner),
    mayBeNull: !known && mayBeNull(checker, inner),
    mayBeBlank: known ? undefined : blankIn(checker, inner),
  })
}

const itemsOf = (checker: ts.TypeChecker, node: ts.Expression): Hole[] | undefined =>
  compiler.isArrayLiteralExpression(node) && !node.elements.some(compiler.isSpreadElement)
    ? node.elements.map((one) => holeOf(checker, one, one))
    : undefined

/** The items of a constant list, by its name: `GPUS[0]`. */
const itemsOfName = (name: ts.Expression, constant: { value: unknown } | undefined): Hole[] | undefined =>
  Array.isArray(constant?.value)
    ? constant.value.map((_, index) => new Hole(`${name.getText()}[${index}]`))
    : undefined

/** The value of a literal expression. */
export const knownValue = (node: ts.Expression): { value: unknown } | undefined => {
  const inner = bare(node)
  if (compiler.isStringLiteralLike(inner)) return { value: inner.text }
  if (compiler.isNumericLiteral(inner)) return { value: Number(inner.text) }
  if (
    compiler.isPrefixUnaryExpression(inner) &&
    inner.operator === compiler.SyntaxKind.MinusToken &&
    compiler.isNumericLiteral(inner.operand)
  )
    return { value: -Number(inner.operand.text) }
  if (inner.kind === compiler.SyntaxKind.TrueKeyword) return { value: true }
  if (inner.kind === compiler.SyntaxKind.FalseKeyword) return { value: false }
  if (inner.kind === compiler.SyntaxKind.NullKeyword) return { value: null }
  if (compiler.isIdentifier(inner) && inner.text === 'undefined') return { value: undefined }
  if (compiler.isArrayLiteralExpression(inner)) return knownArray(inner)
  return compiler.isObjectLiteralExpression(inner) ? knownObject(inner) : undefined
}

const knownArray = (node: ts.ArrayLiteralExpression): { value: unknown } | undefined => {
  const items = node.elements.map((one) => (compiler.isSpreadElement(one) ? undefined : knownValue(one)))
  return items.every((item) => item !== undefined) ? { value: items.map((item) => item?.value) } : undefined
}

const knownObject = (node: ts.ObjectLiteralExpression): { value: unknown } | undefined => {
  const doc: Record<string, unknown> = {}
  for (const property of node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    const value = compiler.isPropertyAssignment(property) ? knownValue(property.initializer) : undefined
    if (name === undefined || !value) return undefined
    doc[name] = value.value
  }
  return { value: doc }
}

/** `when.toISOString()`: a method that gives a text of whatever it is called on, if it does not throw. */
const givesText = (node: ts.Expression): boolean =>
  compiler.isCallExpression(node) &&
  compiler.isPropertyAccessExpression(node.expression) &&
  !node.expression.getText().includes('?.') &&
  /^(toISOString|toString|toFixed|toLowerCase|toUpperCase|trim|join|replace|replaceAll|padStart|padEnd)$/.test(
    node.expression.name.text,
  )

/** Whether an expression may be undefined or null; what has no type at all may be anything. */
const mayBeAbsent = (checker: ts.TypeChecker, node: ts.Expression): boolean => {
  if (
    compiler.isTemplateExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    givesText(node)
  )
    return false
  if (
    compiler.isIdentifier(node) ||
    compiler.isPropertyAccessExpression(node) ||
    compiler.isCallExpression(node) ||
    compiler.isElementAccessExpression(node)
  ) {
    const stoodIn = filledConstant(checker, node)
    return stoodIn ? mayBeAbsent(checker, stoodIn) : absentType(typeAt(checker, node))
  }
  if (compiler.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === compiler.SyntaxKind.QuestionQuestionToken || kind === compiler.SyntaxKind.BarBarToken)
      return mayBeAbsent(checker, bare(node.right))
    return kind === compiler.SyntaxKind.AmpersandAmpersandToken
  }
  if (compiler.isConditionalExpression(node))
    return mayBeAbsent(checker, bare(node.whenTrue)) || mayBeAbsent(checker, bare(node.whenFalse))
  if (compiler.isIdentifier(node) && (node as ts.Identifier).text === 'undefined') return true
  return node.kind === compiler.SyntaxKind.NullKeyword
}

/** What a constant says where it names what stands in for nothing: types of Node.js are not read (`process.argv[2] ?? 'x'`). */
const filledConstant = (checker: ts.TypeChecker, node: ts.Expression): ts.Expression | undefined => {
  const declared = compiler.isIdentifier(node) ? declarationOf({ checker }, node) : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || declared.type || !isConst(declared))
    return undefined
  const value = declared.initializer && bare(declared.initializer)
  return value && isOperation(value, '??', '||') ? value : undefined
}

/** Whether an expression says null at times, as far as it says so itself: a type may, and so may a branch. */
const mayBeNull = (checker: ts.TypeChecker, given: ts.Expression): boolean => {
  const node = bare(given)
  if (node.kind === compiler.SyntaxKind.NullKeyword) return true
  if (compiler.isConditionalExpression(node))
    return mayBeNull(checker, node.whenTrue) || mayBeNull(checker, node.whenFalse)
  if (compiler.isBinaryExpression(node)) return mayBeNull(checker, node.right)
  const type = typeAt(checker, node)
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & compiler.TypeFlags.Null)
}

const absentType = (type: ts.Type): boolean => {
  const absent =
    compiler.TypeFlags.Undefined |
    compiler.TypeFlags.Null |
    compiler.TypeFlags.Void |
    compiler.TypeFlags.Any |
    compiler.TypeFlags.Unknown
  return (
    (type.flags & absent) !== 0 || (type.isUnion() && type.types.some((one) => (one.flags & absent) !== 0))
  )
}
