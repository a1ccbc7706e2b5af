import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare } from '../../sites/program/scope.ts'

/** `error.response` of `error.response ?? {}` */
export const orNone = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const isOr = compiler.isBinaryExpression(node) && /^(\?\?|\|\|)$/.test(node.operatorToken.getText())
  return isOr ? bare(node.left) : node
}
