import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { asksFor } from './asks-for.ts'

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

/** The same where no condition may leave it out though it is said: `flag ? { body } : {}`. */
export const memberPassed = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined => {
  const said = memberSaid(literal, name)
  return said && (said.parent === literal || isPassed(trace, said.parent)) ? said : undefined
}

/** Whether every condition above a literal that is spread in lets what it says through. */
export const isPassed = (trace: Trace, literal: ts.Node): boolean => {
  for (let at = literal; !compiler.isSpreadAssignment(at.parent); at = at.parent) {
    const { parent } = at
    if (
      compiler.isConditionalExpression(parent) &&
      !asksFor(trace, parent.condition, literal, parent.whenTrue === at)
    )
      return false
    if (compiler.isBinaryExpression(parent) && !asksFor(trace, parent.left, literal, true)) return false
  }
  return true
}
