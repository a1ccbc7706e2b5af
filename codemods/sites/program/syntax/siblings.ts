import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessed, isMember } from './access.ts'
import { dressed, nameOf, nodesIn } from './nodes.ts'

/**
 * The members of one name of all literals of a list or a table, where a member's declaration stands in one of them: the
 * compiler keeps one type for all that are alike, and names the first. Undefined where what it is read of says which one it is.
 */
export const saidBySiblings = (
  declaration: ts.Declaration,
  object: ts.Expression,
  name: string,
): readonly ts.Declaration[] | undefined => {
  const own = declaration.parent
  if (!isMember(declaration) || !compiler.isObjectLiteralExpression(own)) return undefined
  const list = listAround(own)
  if (list) return nodesIn(list, isMember).filter((one) => nameOf(one.name) === name)
  const holder = dressed(own).parent
  if (!compiler.isPropertyAssignment(holder)) return undefined
  if (accessed(object)?.name === nameOf(holder.name)) return undefined
  const said = holder.parent.properties.flatMap((one) =>
    compiler.isPropertyAssignment(one) ? membersNamed(one.initializer, name) : [],
  )
  return said.length > 1 ? said : undefined
}

const membersNamed = (value: ts.Expression, name: string): ts.Declaration[] =>
  compiler.isObjectLiteralExpression(value)
    ? value.properties.filter((one) => isMember(one) && nameOf(one.name) === name)
    : []

/** The outermost list of several that a literal is written in. */
const listAround = (literal: ts.Expression): ts.ArrayLiteralExpression | undefined => {
  let found: ts.ArrayLiteralExpression | undefined
  for (let at: ts.Node = literal; isPart(at); at = at.parent)
    if (compiler.isArrayLiteralExpression(at) && at.elements.length > 1) found = at
  return found
}

const isPart = (node: ts.Node): boolean =>
  (compiler.isExpression(node) && !compiler.isFunctionLike(node)) || compiler.isPropertyAssignment(node)
