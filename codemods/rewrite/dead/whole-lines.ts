import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** A statement's characters with its lines: the comment right above it, its line's end, and one of the blank lines around. */
export const wholeLines = (file: ts.SourceFile, node: ts.Node): { start: number; end: number } => {
  const { text } = file
  const from = lineStart(text, commentAbove(file, node))
  const to = lineEnd(text, node.getEnd())
  // Something else on these lines: the statement alone.
  if (text.slice(from, commentAbove(file, node)).trim() !== '' || text.slice(node.getEnd(), to).trim() !== '')
    return { start: node.getStart(), end: node.getEnd() }
  // Nobody begins a block with a blank line.
  const isBlankAbove = from === 0 || /(\n|\{)[ \t]*\r?\n$/.test(text.slice(0, from))
  const blankBelow = /^[ \t]*\r?\n/.exec(text.slice(to))
  return { start: from, end: isBlankAbove && blankBelow ? to + blankBelow[0].length : to }
}

/** Where the comment begins that belongs to a statement: no blank line stands between them. */
const commentAbove = ({ text }: ts.SourceFile, node: ts.Node): number => {
  let start = node.getStart()
  // What stands at the head of a file may speak of all of it.
  if (node.pos === 0) return start
  const comments = compiler.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  for (const { pos, end } of [...comments].reverse()) {
    if (/\n\s*\n/.test(text.slice(end, start).replaceAll('\r', '')) || !isOwnLine(text, pos)) break
    start = pos
  }
  return start
}

const isOwnLine = (text: string, pos: number): boolean => text.slice(lineStart(text, pos), pos).trim() === ''

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

const lineEnd = (text: string, at: number): number => {
  const next = text.indexOf('\n', at)
  return next < 0 ? text.length : next + 1
}
