import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { eachNode, nodesIn } from '../../sites/program/syntax/nodes.ts'
import { applyEdits, type Edit } from '../edit/edit.ts'
import { broken } from './broken.ts'
import { type Gathered, gather, literalsIn } from './gather.ts'
import type { Sheet } from './lay.ts'
import { isOn, type Line, linesOf, parsed, type Range, rangesOf } from './lines.ts'
import { columnsOf, type Page, widthsUpTo } from './page.ts'

/**
 * A changed text where edits put something around what stands on several lines (`podFromV2(await call('/pods', {`): that is
 * laid anew with what is around it now, where the program lays such as we do.
 */
export const laidAnew = (
  before: ts.SourceFile,
  after: string,
  edits: readonly Edit[],
  page: Page,
  tooLong: readonly Line[],
): string | undefined => {
  const file = parsed(before.fileName, after)
  const found = wrappedIn({ ...page, file }, before, edits)
  const patterns = patternsIn(file, edits)
  if (found.length === 0 && patterns.length === 0) return undefined
  const width = widthOfAll(found, page.width)
  const pulled = found.map(({ node, text }) => ({ file, start: node.getStart(file), end: node.end, text }))
  const flat = parsed(before.fileName, applyEdits(after, pulled))
  const shifted = (at: number): number =>
    pulled.reduce((to, { start, end, text }) => (end <= at ? to + text.length - (end - start) : to), at)
  const opened = found.flatMap((one) => {
    const start = shifted(one.node.getStart(file))
    return openedFrom(flat, start, start + one.text.length, one.opened)
  })
  opened.push(...patterns.map((node) => shifted(node.getStart(file))))
  const lines = linesOf(flat.text)
  const ours = [...found.map(({ node }) => node), ...patterns].map((node) => shifted(node.getStart(file)))
  const isOurs = (line: Line): boolean => ours.some((at) => isOn(line, at))
  const long = new Set(
    tooLong
      .filter(({ start, end }) => !pulled.some((one) => one.start <= end && one.end >= start))
      .map(({ start }) => shifted(start)),
  )
  const looked = lines.filter((line) => isOurs(line) || long.has(line.start))
  const fitted = broken({ ...page, width, file: flat, opened }, looked)
  const isOnOne = opened.length === 0 && looked.every(({ text }) => columnsOf(text) <= width)
  return fitted !== flat.text || isOnOne ? fitted : undefined
}

/** The width at which all of them stood as they would be laid: a file may keep to less than its program does. */
const widthOfAll = (found: readonly Wrapped[], width: number): number =>
  widthsUpTo(width).find((one) => found.every(({ widths }) => widths.includes(one))) ?? width

/** Where the literals begin that stand on several lines. */
const openedFrom = (
  file: ts.SourceFile,
  from: number,
  to: number,
  opened: readonly boolean[],
): readonly number[] =>
  literalsIn(file)
    .map((node) => node.getStart(file))
    .filter((at) => at >= from && at < to)
    .filter((_, index) => opened[index])

/** Patterns that came to hold another, `const { data: { pods } } = …`: formatters have each of its names on a line. */
const patternsIn = (file: ts.SourceFile, edits: readonly Edit[]): ts.Node[] => {
  const ranges = rangesOf(edits)
  return nodesIn(file, compiler.isObjectBindingPattern).filter(
    (node) =>
      compiler.isVariableDeclaration(node.parent) &&
      node.elements.some(({ name, initializer }) => !initializer && compiler.isObjectBindingPattern(name)) &&
      !node.getText(file).includes('\n') &&
      ranges.some(({ from, to }) => from <= node.end && to >= node.getStart(file)),
  )
}

interface Wrapped extends Gathered {
  readonly node: ts.Node
  /** The widths at which it stood as it would be laid, before the edits. */
  readonly widths: readonly number[]
}

/** The outermost expressions that something was put around, or behind, and that stand on several lines. */
const wrappedIn = (sheet: Sheet, before: ts.SourceFile, edits: readonly Edit[]): Wrapped[] => {
  const { file } = sheet
  const ranges = rangesOf(edits)
  const found: Wrapped[] = []
  const look = (node: ts.Node): void => {
    const start = node.getStart(file)
    const own = ranges.filter(({ from, to }) => from <= node.end && to >= start)
    if (own.length === 0) return
    const isWhole = compiler.isExpression(node) && node.getText(file).includes('\n')
    const gathered = isWhole && own.some(({ edit }) => isAround(edit)) ? gather(file, node) : undefined
    const widths = gathered ? widthsLaid(sheet, before, own) : []
    if (gathered && widths.length > 0) found.push({ ...gathered, node, widths })
    else node.forEachChild(look)
  }
  look(file)
  return found
}

/** Whether an edit opens what another closes, or makes several lines, or takes the place of such. */
const isAround = ({ file, start, end, text }: Edit): boolean =>
  text.includes('\n') ||
  file.text.slice(start, end).includes('\n') ||
  (text.match(/[([{]/g)?.length ?? 0) !== (text.match(/[)\]}]/g)?.length ?? 0)

/** The widths at which what was there before the edits stood as it would be laid here; all of them where that cannot be told. */
const widthsLaid = (sheet: Sheet, before: ts.SourceFile, own: readonly Range[]): readonly number[] => {
  const widths = widthsUpTo(sheet.width)
  const start = Math.min(...own.map(({ edit }) => edit.start))
  const end = Math.max(...own.map(({ edit }) => edit.end))
  const node = expressionOver(before, start, end)
  const gathered = node?.getText(before).includes('\n') ? gather(before, node) : undefined
  if (!node || !gathered) return widths
  const from = node.getStart(before)
  const flat = parsed(
    before.fileName,
    before.text.slice(0, from) + gathered.text + before.text.slice(node.end),
  )
  const opened = openedFrom(flat, from, from + gathered.text.length, gathered.opened)
  const line = linesOf(flat.text).filter((one) => one.start <= from && from <= one.end)
  return widths.filter((width) => broken({ ...sheet, width, file: flat, opened }, line) === before.text)
}

/** The outermost expression that begins no earlier than its line's code, and holds a place. */
const expressionOver = (file: ts.SourceFile, start: number, end: number): ts.Node | undefined => {
  let found: ts.Node | undefined
  eachNode(file, (node) => {
    const isOver = compiler.isExpression(node) && node.getStart(file) <= start && node.end >= end
    if (isOver && node.getText(file).includes('\n') && gather(file, node)) found ??= node
  })
  return found
}
