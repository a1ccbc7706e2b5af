import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf } from '../../sites/program/scope.ts'

/** The literals of `a ? {…} : {}` and `a && {…}`. */
export const choicesOf = (node: ts.Expression): ts.ObjectLiteralExpression[] => {
  const inner = bare(node)
  if (compiler.isObjectLiteralExpression(inner)) return [inner]
  if (compiler.isConditionalExpression(inner))
    return [...choicesOf(inner.whenTrue), ...choicesOf(inner.whenFalse)]
  return compiler.isBinaryExpression(inner) ? choicesOf(inner.right) : []
}

/** A member of a literal, also where a choice puts it in (`...(body ? { body } : {})`) and no member of the name is said. */
export const memberSaid = (
  literal: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined => {
  const own = literal.properties.find((one) => one.name && nameOf(one.name) === name)
  if (own) return own
  const spread = literal.properties.flatMap((one) =>
    compiler.isSpreadAssignment(one) ? choicesOf(one.expression) : [],
  )
  return spread.flatMap(({ properties }) => properties).find((one) => one.name && nameOf(one.name) === name)
}
