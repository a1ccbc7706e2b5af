import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../syntax/nodes.ts'
import type { Trace } from './source.ts'

/** The words of `['start', 'stop']` and of `new Set(['start', 'stop'])`; undefined where it may hold something else. */
export const wordsInList = (trace: Trace, list: ts.Expression): string[] | undefined => {
  const [source, ...others] = trace.sources(bare(list), undefined)
  if (!source || others.length > 0) return undefined
  const { node } = source
  if (compiler.isNewExpression(node) && node.expression.getText() === 'Set')
    return node.arguments?.[0] ? wordsInList(trace, node.arguments[0]) : undefined
  if (!compiler.isArrayLiteralExpression(node)) return undefined
  const words = node.elements.map((one) => (compiler.isStringLiteralLike(one) ? one.text : undefined))
  return words.every((word) => word !== undefined) ? words : undefined
}
