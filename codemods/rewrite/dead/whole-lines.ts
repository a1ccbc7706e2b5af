import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'

/**
 * A statement's characters with its lines: the comment right above it, the one behind it, its line's end, and one of the blank lines around.
 * @param gone all statements that go, where several may go one after the other
 */
export const wholeLines = (
  file: ts.SourceFile,
  node: ts.Node,
  gone: ReadonlySet<ts.Node> = NONE,
): { start: number; end: number } => {
  const { text } = file
  const { from, to, isAlone } = linesOf(file, node)
  // Something else on these lines: the statement alone.
  if (!isAlone) return { start: node.getStart(), end: node.getEnd() }
  const above = text.slice(0, headOf(from, runsOf(file, gone)))
  // Nobody begins a block with a blank line, and what is imported stands apart below a script's first line.
  const isBlankAbove = /^(#!.*\r?\n)?$/.test(above) || /(\n|\{)[ \t]*\r?\n$/.test(above)
  const blankBelow = /^[ \t]*\r?\n/.exec(text.slice(to))
  const end = isBlankAbove && blankBelow ? to + blankBelow[0].length : to
  return { start: firstOfLast(file, { from, to }, gone) ?? from, end }
}

/** Where the blank lines begin above the first of statements that a block or a file ends with: nobody ends one with those. */
const firstOfLast = (
  file: ts.SourceFile,
  { from, to }: { readonly from: number; readonly to: number },
  gone: ReadonlySet<ts.Node>,
): number | undefined => {
  const { text } = file
  const runs = runsOf(file, gone)
  const above = lineEnd(text, text.slice(0, from).trimEnd().length)
  if (above >= from || runs.has(above) || text.slice(0, above).trim() === '') return undefined
  const ends = new Map([...runs].map(([end, start]) => [start, end]))
  let below: number | undefined = to
  let at = to
  for (; below !== undefined; below = ends.get(at))
    at = below + (BLANK.exec(text.slice(below))?.[0].length ?? 0)
  return /^[ \t]*(\}|$)/.test(text.slice(at)) ? above : undefined
}

const BLANK = /^([ \t]*\r?\n)*/

const NONE: ReadonlySet<ts.Node> = new Set()

const linesOf = (file: ts.SourceFile, node: ts.Node): { from: number; to: number; isAlone: boolean } => {
  const { text } = file
  const start = commentAbove(file, node)
  const [from, to] = [lineStart(text, start), lineEnd(text, node.getEnd())]
  const isAlone = text.slice(from, start).trim() === '' && REMARK.test(text.slice(node.getEnd(), to))
  return { from, to, isAlone }
}

/** What may stand behind a statement and speaks of that alone: `const API = '…' // where it is`. */
const REMARK = /^\s*(\/\/.*|\/\*((?!\*\/).)*\*\/)?\s*$/

/** Where the lines of statements that go begin, by where they end. */
type Runs = ReadonlyMap<number, number>

const known = new WeakMap<ReadonlySet<ts.Node>, Runs>()

const runsOf = (file: ts.SourceFile, gone: ReadonlySet<ts.Node>): Runs =>
  kept(known, gone, () => {
    const lines = [...gone].map((node) => linesOf(file, node)).filter(({ isAlone }) => isAlone)
    return new Map(lines.map(({ from, to }) => [to, from]))
  })

/** Where the first of several begins that go one right after the other. */
const headOf = (from: number, runs: Runs): number => {
  const before = runs.get(from)
  return before === undefined ? from : headOf(before, runs)
}

/** Where the comment begins that belongs to a statement: no blank line stands between them. */
const commentAbove = ({ text }: ts.SourceFile, node: ts.Node): number => {
  let start = node.getStart()
  const comments = compiler.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  for (const { pos, end } of [...comments].reverse()) {
    if (/\n\s*\n/.test(text.slice(end, start).replaceAll('\r', '')) || !isOwnLine(text, pos)) break
    // What stands at the head of a file may speak of all of it.
    if (node.pos === 0 && !OF_A_FUNCTION.test(text.slice(pos, end))) break
    start = pos
  }
  return start
}

/** Documentation that can only be a function's. */
const OF_A_FUNCTION = /^\/\*\*[\s\S]*@(param|returns?)\b/

const isOwnLine = (text: string, pos: number): boolean => text.slice(lineStart(text, pos), pos).trim() === ''

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

const lineEnd = (text: string, at: number): number => {
  const next = text.indexOf('\n', at)
  return next < 0 ? text.length : next + 1
}
