import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isInside, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Level } from './slots.ts'

/** Whether a function on the way waits for something, or calls several times, before it gets to the call. */
export const mayWait = (levels: readonly Level[], sink: ts.Node): boolean =>
  mayRunTwice(levels, sink) ||
  levels.some(({ callee }, index) => {
    const inner = levels[index - 1]?.call ?? sink
    let waits = false
    walk(callee, (node) => {
      const isBefore = node.pos < inner.end && !isInside(inner, node)
      waits ||= isBefore && (compiler.isAwaitExpression(node) || isAwaiting(node))
      return !waits
    })
    return waits
  })

/** `for await (…)`. */
const isAwaiting = (node: ts.Node): boolean =>
  compiler.isForOfStatement(node) && node.awaitModifier !== undefined

/** Whether a function on the way calls in a loop, or in a function of its own. */
export const mayRunTwice = (levels: readonly Level[], sink: ts.Node): boolean =>
  levels.some(({ callee }, index) => {
    for (let at = levels[index - 1]?.call ?? sink; at !== callee && at.parent; at = at.parent)
      if (compiler.isIterationStatement(at, false) || compiler.isFunctionLike(at)) return true
    return false
  })
