import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { eachNode } from '../../sites/program/syntax/nodes.ts'
import { applyEdits, type Edit } from '../edit/edit.ts'
import { broken } from './broken.ts'
import { laidAnew } from './laid-anew.ts'
import { type Line, linesOf, parsed, rangesOf } from './lines.ts'
import { columnsOf, type Page, pageOf } from './page.ts'

/**
 * A changed text whose changed lines go no further than the program's: those that edits made too long are broken as a
 * formatter would. Lines that were too long before stay as they were written.
 * @param edits what was made of the file, in whatever order
 */
export const fitLines = (
  before: ts.SourceFile,
  after: string,
  edits: readonly Edit[],
  width: number,
): string => {
  const page = pageOf(before, width)
  const long = madeLong(before, after, edits, width)
  const anew = laidAnew(before, after, edits, page, long)
  if (anew !== undefined) return anew
  return long.length > 0 ? broken({ ...page, file: parsed(before.fileName, after) }, long) : after
}

/** Where lines of a program go on for long, nobody asks for as much of what is generated. */
const READABLE = 100

/** A module that is written anew: with the program's quotes, and lines that go no further than the program's. */
export const fitModule = ({ path, after }: { path: string; after: string }, page: Page): string => {
  const own = { ...page, width: page.width > 120 ? READABLE : page.width }
  const text = requoted(parsed(path, after), page.style.quote)
  const long = linesOf(text).filter((line) => columnsOf(line.text) > own.width)
  return long.length > 0 ? broken({ ...own, file: parsed(path, text) }, long) : text
}

/** Texts that hold no quotes and no escapes, in quotes of one kind. */
const requoted = (file: ts.SourceFile, quote: string): string => {
  const edits: Edit[] = []
  eachNode(file, (node) => {
    const said = compiler.isStringLiteral(node) ? node.getText(file).slice(1, -1) : '"'
    if (!/["'\\]/.test(said))
      edits.push({ file, start: node.getStart(file), end: node.end, text: `${quote}${said}${quote}` })
  })
  return applyEdits(file.text, edits)
}

/** The lines that hold an edit and are too long because of it. */
const madeLong = (before: ts.SourceFile, after: string, edits: readonly Edit[], width: number): Line[] => {
  const isLong = ({ text }: Line): boolean => columnsOf(text) > width
  const lines = linesOf(after)
  if (!lines.some(isLong)) return []
  const wasLong = linesOf(before.text).filter(isLong)
  const ranges = rangesOf(edits)
    .filter(({ edit }) => !isWholeLines(before, edit))
    .map(({ from, to, edit }) => ({
      from,
      to,
      // What replaces a line, or several, makes its own.
      isOld: wasLong.some(
        (line) => line.start <= edit.start && edit.end <= line.end && !isAllOf(before, line, edit),
      ),
    }))
  return lines
    .filter((line, index) => isLong(line) && !isHeld(lines, index))
    .filter((line) => {
      const own = ranges.filter(({ from, to }) => from <= line.end && to >= line.start)
      return own.length > 0 && !own.some(({ isOld }) => isOld)
    })
}

/** Whether an edit replaces all that a line says, but for what closes it. */
const isAllOf = ({ text }: ts.SourceFile, line: Line, edit: Edit): boolean =>
  /^\s*$/.test(text.slice(line.start, edit.start)) && /^[\s),;]*$/.test(text.slice(edit.end, line.end))

/** Whether an edit takes whole lines out: the one below them is as it was. */
const isWholeLines = ({ text }: ts.SourceFile, edit: Edit): boolean =>
  edit.text === '' && /^$|\n$/.test(text.slice(0, edit.start)) && /\n$/.test(text.slice(edit.start, edit.end))

/** Whether a comment says something to a tool about this very line: what is broken off would lie beyond it. */
const isHeld = (lines: readonly Line[], index: number): boolean => {
  let above = index - 1
  while (/^\s*(\/\/|\{?\/?\*)/.test(lines[above]?.text ?? '') && !TO_TOOLS.test(lines[above]?.text ?? ''))
    above--
  return [lines[index], lines[above]].some((line) => TO_TOOLS.test(line?.text ?? ''))
}

const TO_TOOLS =
  /(\/\/|\/\*).*(@ts-(ignore|expect-error)|\w-ignore\b|-disable-(next-)?line|:disable-(next-)?line|ignore next)/
