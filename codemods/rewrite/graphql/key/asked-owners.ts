import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Access, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, someNode } from '../../../sites/program/syntax/nodes.ts'

/**
 * What an expression reads of, where it stands only behind a question for that: `session` of
 * `session && { Authorization: `Bearer ${session.token}` }`. Said elsewhere, it would look into nothing.
 */
export const askedOwners = (node: ts.Expression): readonly ts.Expression[] => {
  const owners = ownersOf(bare(node))
  const conditions = owners.length > 0 ? conditionsAround(node) : []
  return owners.filter((owner) => conditions.some((one) => speaksOf(one, owner)))
}

/** `session?.user.token` of `session.user.token`, where nothing may be `session`. */
export const optionalFrom = (node: ts.Expression, owners: readonly ts.Expression[]): string =>
  owners.reduceRight((text, owner) => {
    const at = owner.getEnd() - node.getStart()
    const rest = text.slice(at)
    return `${text.slice(0, at)}${rest.startsWith('?.') ? '' : rest.startsWith('[') ? '?.' : '?'}${rest}`
  }, node.getText())

/** `session`, `session.user` of `session.user.token`: the first of them is looked into first. */
const ownersOf = (node: ts.Expression): readonly ts.Expression[] => {
  const inner: Access | undefined = isAccess(node) ? node : undefined
  return inner ? [...ownersOf(bare(inner.expression)), inner.expression] : []
}

/** What decides, within its function, whether an expression is come to. */
const conditionsAround = (node: ts.Expression): readonly ts.Node[] => {
  const found: ts.Node[] = []
  for (let at: ts.Node = node; at.parent && !compiler.isFunctionLike(at.parent); at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && parent.expression !== at) found.push(parent.expression)
    if (compiler.isConditionalExpression(parent) && parent.condition !== at) found.push(parent.condition)
    if (compiler.isBinaryExpression(parent) && parent.right === at) found.push(parent.left)
  }
  return found
}

/** Whether a condition asks for a value, and does not only read of it. */
const speaksOf = (condition: ts.Node, owner: ts.Expression): boolean =>
  someNode(
    condition,
    (one) => plain(one) === plain(owner) && !(isAccess(one.parent) && !isOptional(one.parent)),
  )

const plain = (node: ts.Node): string => node.getText().replaceAll('?', '')

const isOptional = (access: Access): boolean => access.questionDotToken !== undefined
