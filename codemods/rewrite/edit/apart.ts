import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { nodeAt } from '../../sites/program/syntax/node-at.ts'
import { type Edit, inTurn } from './edit.ts'

/**
 * The edits of a file, those by which a statement comes to begin with a bracket kept apart from a line before it that ends
 * without a semicolon: the two would be read as one.
 */
export const apart = (edits: readonly Edit[]): Edit[] => {
  const seen = new Set<number>()
  return inTurn(edits).map((edit) => {
    const isFirst = !seen.has(edit.start)
    seen.add(edit.start)
    return isFirst && JOINS.test(edit.text) && followsOpen(edit) ? { ...edit, text: `;${edit.text}` } : edit
  })
}

/** What goes on with the expression before it. */
const JOINS = /^[([`]/

const followsOpen = ({ file, start }: Edit): boolean => {
  const statement = statementFrom(nodeAt(file, start), start)
  const { parent } = statement ?? {}
  if (!statement || !parent || !('statements' in parent)) return false
  const all = parent.statements as ts.NodeArray<ts.Statement>
  const before = all[all.indexOf(statement) - 1]
  return before !== undefined && !before.getText().endsWith(';')
}

/** The statement of an expression alone that begins at a place. */
const statementFrom = (node: ts.Node | undefined, start: number): ts.ExpressionStatement | undefined => {
  let at = node
  while (at && at.getStart() === start && !compiler.isExpressionStatement(at)) at = at.parent
  return at && at.getStart() === start && compiler.isExpressionStatement(at) ? at : undefined
}
