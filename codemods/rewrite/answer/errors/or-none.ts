import type { ts } from 'ts-morph'
import { copiedFrom } from '../../../sites/program/syntax/copied.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'

/** `error.response` of `error.response ?? {}`, and of a copy of either. */
export const orNone = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  if (isOperation(node, '??', '||')) return orNone(node.left)
  const from = copiedFrom(node)
  return from ? orNone(from) : node
}
