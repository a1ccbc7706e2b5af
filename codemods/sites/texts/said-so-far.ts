import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, isOperation, someNode } from '../program/syntax/nodes.ts'
import { either } from './either.ts'
import { knownCall } from './known-calls.ts'
import { join, type Next, operandsOf, orGap, template } from './pieces.ts'
import type { Text } from './text.ts'

/**
 * Reads what is put together with something that stands for what it held so far: ``${url}?${query}``, `url + query`,
 * `base.trim()`, `query ? url + query : url`.
 * @param isIt whether a node stands for it
 */
export const nextWith = (
  trace: Trace,
  isIt: (node: ts.Node) => boolean,
  sofar: Text[],
  scope: Scope | undefined,
  next: Next,
): Next => {
  const read: Next = (given, ...other) => {
    const node = bare(given)
    if (isIt(node)) return sofar
    if (!someNode(node, isIt)) return next(given, ...other)
    if (compiler.isTemplateExpression(node)) return template(node, read)
    if (compiler.isConditionalExpression(node)) return either(trace, node, scope, read)
    if (compiler.isCallExpression(node)) return knownCall(trace, node, scope, read) ?? next(given, ...other)
    if (!isOperation(node, '+')) return next(given, ...other)
    return operandsOf(node)
      .map((one) => orGap(read(one), one))
      .reduce(join)
  }
  return read
}
