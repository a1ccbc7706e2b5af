import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed } from './nodes.ts'

/** A read of a member: `a.b`, `a['b']`. */
export type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression

/** Whether a node reads a member. */
export const isAccess = (node: ts.Node): node is Access =>
  compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node)

/** What a member is read of, and its name where that is written out: `a.b`, `a['b']`, `a!.b`. */
export const accessed = (
  given: ts.Expression,
): { readonly of: ts.Expression; readonly name: string | undefined } | undefined => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return { of: bare(node.expression), name: node.name.text }
  if (!compiler.isElementAccessExpression(node)) return undefined
  const key = bare(node.argumentExpression)
  return { of: bare(node.expression), name: compiler.isStringLiteralLike(key) ? key.text : undefined }
}

/** The access to a member of an expression that it stands in, however it is dressed. */
export const accessOn = (node: ts.Expression): Access | undefined => {
  const owner = dressed(node)
  const { parent } = owner
  return isAccess(parent) && parent.expression === owner ? parent : undefined
}

/** Whether a member of an expression is what `new` makes: `new (at()).Client()`, which without the parentheses is `new at()`. */
export const isMade = ({ parent }: ts.Node): boolean =>
  compiler.isNewExpression(parent) || (isAccess(parent) && isMade(parent))

/** Whether a node gives an object a member of a known name: `{ host: value }`, `{ host }`. */
export const isMember = (node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment =>
  compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)
