import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import type { ReadPath } from './read-paths.ts'

/** The edits that write v2's path in place of a chain of names. */
export const accessEdits = (
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  length: number,
  { steps }: ReadPath,
): readonly Edit[] => {
  const chain = chainOf(node, length)
  const first = chain[0] as typeof node
  const base = first.expression
  const text = steps
    .map(({ name, open }, index) => {
      const isOptional = index === 0 ? first.questionDotToken !== undefined : open
      return `${isOptional ? '?.' : '.'}${name}`
    })
    .join('')
  // A chain that stays as it is up to its last name is edited in that name alone.
  const last = steps.at(-1)?.name
  if (steps.length === 1 && length === 1 && compiler.isPropertyAccessExpression(node))
    return [replace(node.name, last ?? '')]
  return [{ file: node.getSourceFile(), start: base.getEnd(), end: node.getEnd(), text }]
}

const chainOf = (
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  length: number,
): (ts.PropertyAccessExpression | ts.ElementAccessExpression)[] => {
  const found = [node]
  while (found.length < length) found.unshift((found[0] as typeof node).expression as typeof node)
  return found
}
