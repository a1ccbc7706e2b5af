import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { saidBehind } from '../../../sites/program/names/symbol.ts'
import { isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { elementsOf, wordsOf } from './words-sought.ts'

/** Something that is held against words as a whole. */
export interface Compared {
  readonly held: ts.Expression
  readonly words: readonly string[]
}

/**
 * What may be held against whole sentences: `message === 'pod not found'`, the cases of a switch, the items of a list
 * (`GONE.includes(message)`), the keys of a table (`FRIENDLY[message]`).
 */
export const comparedAt = (trace: Trace, node: ts.Node): readonly Compared[] =>
  pairsAt(trace, node).map(({ held, words }) => ({ held, words: words.filter((one) => /\S\s\S/.test(one)) }))

const pairsAt = (trace: Trace, node: ts.Node): readonly Compared[] => {
  if (isOperation(node, '===', '!==', '==', '!='))
    return [
      { held: node.left, words: wordsOf(trace, node.right) },
      { held: node.right, words: wordsOf(trace, node.left) },
    ]
  if (compiler.isSwitchStatement(node)) {
    const cases = node.caseBlock.clauses.filter(compiler.isCaseClause)
    return [{ held: node.expression, words: cases.flatMap((one) => wordsOf(trace, one.expression)) }]
  }
  if (compiler.isElementAccessExpression(node))
    return [{ held: node.argumentExpression, words: keysOf(trace, node.expression) }]
  return compiler.isCallExpression(node) ? amongItems(trace, node) : []
}

/** `GONE.includes(message)`, `GONE.has(message)` */
const amongItems = (
  trace: Trace,
  { expression: callee, arguments: [held] }: ts.CallExpression,
): Compared[] => {
  const isAsked =
    compiler.isPropertyAccessExpression(callee) && /^(includes|indexOf|has)$/.test(callee.name.text)
  const list = isAsked && held ? elementsOf(trace, callee.expression) : undefined
  return list && held ? [{ held, words: list.flatMap((one) => wordsOf(trace, one)) }] : []
}

const keysOf = (trace: Trace, given: ts.Expression): string[] => {
  const table = saidBehind(trace, given)
  return compiler.isObjectLiteralExpression(table)
    ? table.properties.flatMap((one) => (one.name && nameOf(one.name)) ?? [])
    : []
}
