import type { ts } from 'ts-morph'
import { bare, isOperation } from '../../sites/program/scope.ts'

/** `error.response` of `error.response ?? {}` */
export const orNone = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return isOperation(node, '??', '||') ? bare(node.left) : node
}
