import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isInside, walk } from '../../sites/program/syntax/nodes.ts'

const MATCHER =
  /^(toBe|toEqual|toStrictEqual|toMatchObject|toContainEqual|equal|strictEqual|deepEqual|deepStrictEqual|objectContaining)$/

/** The whole expression in which something is held against a literal: `expect(body).toEqual(…)`, `assert.deepEqual(body, …)`. */
export const matcherAround = (node: ts.Node): ts.Node | undefined => {
  for (let at: ts.Node | undefined = node.parent; at && !compiler.isStatement(at); at = at.parent) {
    if (!compiler.isCallExpression(at) || !compiler.isPropertyAccessExpression(at.expression)) continue
    if (MATCHER.test(at.expression.name.text) || /CalledWith/.test(at.expression.name.text)) {
      let outer: ts.Node = at
      while (outer.parent && !compiler.isStatement(outer.parent)) outer = outer.parent
      return outer
    }
  }
  return undefined
}

/** What is held against it there. */
export const subjectsOf = (matcher: ts.Node, literal: ts.Node): ts.Expression[] => {
  const found: ts.Expression[] = []
  walk(matcher, (one) => {
    if (!compiler.isCallExpression(one) || !/^(expect|assert)\b/.test(one.expression.getText()))
      return undefined
    const [given] = one.arguments
    if (given && !isInside(literal, given)) found.push(given)
    return undefined
  })
  return found
}
