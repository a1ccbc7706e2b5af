import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { kindOf, syntaxError } from '../../project/program.ts'
import { sameSyntax } from '../../sites/program/same-syntax.ts'
import { eachNode } from '../../sites/program/scope.ts'
import { applyEdits, type Edit, inTurn } from '../edit/edit.ts'
import { lay, layArguments, layRows, type Sheet, type Spot } from './lay.ts'
import { columnsOf, type Page, pageOf } from './page.ts'

/** A line of a text. */
interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

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
  const long = madeLong(before, after, edits, width)
  return long.length > 0
    ? broken({ ...pageOf(before, width), file: parsed(before.fileName, after) }, long)
    : after
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

const parsed = (path: string, text: string): ts.SourceFile =>
  compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, true, kindOf(path))

const broken = (sheet: Sheet, long: readonly Line[]): string => {
  const { text, fileName } = sheet.file
  const remarks = remarksOf(sheet.file)
  const edits = long
    .map((line) => upTo(line, remarks.get(line.end) ?? line.end))
    .filter((line) => columnsOf(line.text) > sheet.width)
    .flatMap((line) => breaksIn(sheet, sheet.file, line))
  const fitted = applyEdits(text, edits)
  // Nothing but white space, brackets and commas may be another one, and no statement may end earlier.
  const after = parsed(fileName, fitted)
  const isSame = bare(text) === bare(fitted) && !syntaxError(after) && sameSyntax(sheet.file, after)
  return isSame ? fitted : text
}

/** Where the comments begin that end lines, by where they end: formatters break no code for what is said behind it. */
const remarksOf = (file: ts.SourceFile): ReadonlyMap<number, number> => {
  const remarks = new Map<number, number>()
  eachNode(file, ({ pos, end }) => {
    for (const at of [pos, end])
      for (const remark of compiler.getTrailingCommentRanges(file.text, at) ?? [])
        if (remark.kind === compiler.SyntaxKind.SingleLineCommentTrivia) remarks.set(remark.end, remark.pos)
  })
  return remarks
}

const upTo = ({ start, text }: Line, end: number): Line => {
  const code = text.slice(0, end - start).trimEnd()
  return { start, end: start + code.length, text: code }
}

const bare = (text: string): string => text.replace(/[\s,()]/g, '')

/** The lines that hold an edit and are too long because of it. */
const madeLong = (before: ts.SourceFile, after: string, edits: readonly Edit[], width: number): Line[] => {
  const isLong = ({ text }: Line): boolean => columnsOf(text) > width
  const lines = linesOf(after)
  if (!lines.some(isLong)) return []
  const wasLong = linesOf(before.text).filter(isLong)
  let moved = 0
  const ranges = inTurn(edits).map(({ start, end, text }) => {
    const from = start + moved
    moved += text.length - (end - start)
    return {
      from,
      to: from + text.length,
      // What replaces several lines makes its own.
      isOld: wasLong.some((line) => line.start <= start && end <= line.end),
    }
  })
  return lines
    .filter((line, index) => isLong(line) && !isHeld(lines, index))
    .filter((line) => {
      const own = ranges.filter(({ from, to }) => from <= line.end && to >= line.start)
      return own.length > 0 && !own.some(({ isOld }) => isOld)
    })
}

/** Whether a comment says something to a tool about this very line: what is broken off would lie beyond it. */
const isHeld = (lines: readonly Line[], index: number): boolean => {
  let above = index - 1
  while (/^\s*(\/\/|\{?\/?\*)/.test(lines[above]?.text ?? '') && !TO_TOOLS.test(lines[above]?.text ?? ''))
    above--
  return [lines[index], lines[above]].some((line) => TO_TOOLS.test(line?.text ?? ''))
}

const TO_TOOLS =
  /(\/\/|\/\*).*(@ts-(ignore|expect-error)|\w-ignore\b|-disable-(next-)?line|:disable-(next-)?line|ignore next)/

const linesOf = (text: string): Line[] => {
  let start = 0
  return text.split('\n').map((line) => {
    const found = { start, end: start + line.trimEnd().length, text: line.trimEnd() }
    start += line.length + 1
    return found
  })
}

/** The outermost expressions of a line, each as it is written on several. */
const breaksIn = (sheet: Sheet, node: ts.Node, line: Line): Edit[] => {
  const { file } = sheet
  const start = node.getStart(file)
  if (node.end <= line.start || start >= line.end) return []
  const isWithin = (from: number, to: number): boolean => from >= line.start && to <= line.end
  if (isWithin(start, node.end)) {
    // What goes on below would have to be indented anew, but for a type that is taken for granted.
    const behind = line.text.slice(node.end - line.start)
    if (/([{([]|=>)$/.test(behind) && !/^ (as|satisfies) /.test(behind)) return []
    const text = lay(sheet, node, spotAt(line, start, node.end))
    return text === node.getText(file) ? [] : [{ file, start, end: node.end, text }]
  }
  const parameters = parametersOf(node)
  if (parameters && isWithin(parameters.pos, parameters.end) && file.text[parameters.pos - 1] === '(') {
    const comma = parameters.at(-1)?.dotDotDotToken ? '' : sheet.argumentComma
    const spot = spotAt(line, parameters.pos, parameters.end)
    const text = layRows(sheet, parameters, parameters.pos, spot, comma)
    return [{ file, start: parameters.pos, end: parameters.end, text }]
  }
  const list = compiler.isCallExpression(node) ? node.arguments : undefined
  const inner = children(node).filter((child) => !list?.includes(child as ts.Expression))
  const breaks = inner.flatMap((child) => breaksIn(sheet, child, line))
  if (breaks.length > 0 || !list) return breaks
  if (!isWithin(list.pos, node.end)) return list.flatMap((child) => breaksIn(sheet, child, line))
  const call = node as ts.CallExpression
  const text = layArguments(sheet, call, call.arguments, spotAt(line, list.pos, node.end), '')
  return [{ file, start: list.pos, end: node.end, text }]
}

/** The parameters of a function that goes on below. */
const parametersOf = (node: ts.Node): ts.NodeArray<ts.ParameterDeclaration> | undefined => {
  const made = compiler.isVariableDeclaration(node) ? node.initializer : node
  const isMade =
    made &&
    (compiler.isFunctionDeclaration(made) ||
      compiler.isMethodDeclaration(made) ||
      (made !== node && compiler.isArrowFunction(made)))
  return isMade && made.body && compiler.isBlock(made.body) && made.parameters.length > 0
    ? made.parameters
    : undefined
}

const spotAt = ({ start, end, text }: Line, from: number, to: number): Spot => ({
  column: columnsOf(text.slice(0, from - start)),
  indent: /^\s*/.exec(text)?.[0] ?? '',
  tail: end - to,
})

const children = (node: ts.Node): ts.Node[] => {
  const found: ts.Node[] = []
  node.forEachChild((child) => void found.push(child))
  return found
}
