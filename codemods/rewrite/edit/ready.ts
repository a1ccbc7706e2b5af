import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { functionAround, someNode } from '../../sites/program/syntax/nodes.ts'
import { isAsync } from './async.ts'

/** Whether a value is there without waiting for it, or can be waited for at a place. */
export const isReady = (value: ts.Expression, place: ts.Node | undefined): boolean => {
  const around = place && functionAround(place)
  const mayWait = around !== undefined && isAsync(around)
  return !someNode(
    value,
    (node) =>
      compiler.isYieldExpression(node) ||
      compiler.isFunctionLike(node) ||
      (compiler.isAwaitExpression(node) && !mayWait),
  )
}
