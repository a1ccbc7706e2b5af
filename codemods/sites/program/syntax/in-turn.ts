import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { leaves } from './leaves.ts'

/**
 * Whether one run of a function may come to both of two places of it, the second after the first: not in the arms of a
 * condition, and not where the first returns (`if (proxied) return proxied(url); return fetch(url)`).
 */
export const inTurn = (one: ts.Node, other: ts.Node): boolean => {
  const [first, second] = one.pos < other.pos ? [one, other] : [other, one]
  let child: ts.Node = first
  for (let at = first.parent; at; child = at, at = at.parent) {
    if (isWithin(second, at)) return !isArm(at, child, second)
    if (compiler.isFunctionLike(at) || (compiler.isStatement(at) && leaves(at)))
      return isCaught(first, second)
  }
  return false
}

/** `try { return await fetch(url) } catch { return await fetch(url) }`. */
const isCaught = (first: ts.Node, second: ts.Node): boolean => {
  for (let at = first.parent; at && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isTryStatement(at) && at.catchClause && isWithin(second, at.catchClause))
      return isWithin(first, at.tryBlock)
  return false
}

const isWithin = (node: ts.Node, outer: ts.Node): boolean => node.pos >= outer.pos && node.end <= outer.end

/** Whether two parts of one node are ways of which only one is gone. */
const isArm = (node: ts.Node, first: ts.Node, second: ts.Node): boolean => {
  const [then, otherwise] = compiler.isConditionalExpression(node)
    ? [node.whenTrue, node.whenFalse]
    : compiler.isIfStatement(node)
      ? [node.thenStatement, node.elseStatement]
      : []
  return then === first && otherwise !== undefined && isWithin(second, otherwise)
}
