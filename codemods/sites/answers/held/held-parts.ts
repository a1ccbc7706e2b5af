import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nameOf } from '../../program/syntax/nodes.ts'
import { CLEAN, either, type Held, memberOfHeld, UNKNOWN } from './held.ts'

/** `x['name']`, `x[0]`. */
export const ofElement = (node: ts.ElementAccessExpression, next: (inner: ts.Expression) => Held): Held => {
  const key = node.argumentExpression
  const name = compiler.isStringLiteralLike(key) || compiler.isNumericLiteral(key) ? key.text : undefined
  const object = next(node.expression)
  return name === undefined ? (object.kind === 'clean' ? CLEAN : UNKNOWN) : memberOfHeld(object, name)
}

/** `x ?? y`, `x && y`, `(x, y)`. */
export const ofBinary = (
  node: ts.BinaryExpression,
  next: (inner: ts.Expression) => Held,
  isRest?: boolean,
): Held => {
  const kind = node.operatorToken.kind
  const passes =
    kind === compiler.SyntaxKind.BarBarToken ||
    kind === compiler.SyntaxKind.QuestionQuestionToken ||
    kind === compiler.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === compiler.SyntaxKind.BarBarEqualsToken ||
    kind === compiler.SyntaxKind.AmpersandAmpersandToken
  if (kind === compiler.SyntaxKind.CommaToken || kind === compiler.SyntaxKind.EqualsToken)
    return next(node.right)
  return passes ? either(next(node.left), next(node.right), isRest) : CLEAN
}

/** `{ status, body: x }`. */
export const ofLiteral = (node: ts.ObjectLiteralExpression, next: (inner: ts.Expression) => Held): Held => {
  const fields = new Map<string, Held>()
  for (const property of node.properties) {
    if (compiler.isSpreadAssignment(property)) {
      const spread = next(property.expression)
      if (spread.kind === 'record') for (const [name, value] of spread.fields) fields.set(name, value)
      else if (spread.kind !== 'clean') return UNKNOWN
      continue
    }
    const name = nameOf(property.name)
    if (compiler.isShorthandPropertyAssignment(property)) fields.set(property.name.text, next(property.name))
    else if (compiler.isPropertyAssignment(property) && name !== undefined)
      fields.set(name, next(property.initializer))
  }
  const isClean = [...fields.values()].every(({ kind }) => kind === 'clean')
  return isClean ? CLEAN : { kind: 'record', fields, made: true }
}

/** `[status, x]`. */
export const ofArray = (node: ts.ArrayLiteralExpression, next: (inner: ts.Expression) => Held): Held => {
  const items = node.elements.map((one) => (compiler.isSpreadElement(one) ? next(one.expression) : next(one)))
  if (items.every(({ kind }) => kind === 'clean')) return CLEAN
  return { kind: 'record', fields: new Map(items.map((item, index) => [String(index), item])), listed: true }
}
