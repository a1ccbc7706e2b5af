import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { syntaxError } from '../../project/parse/program.ts'
import { eachNode } from '../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../sites/program/syntax/same-syntax.ts'
import { applyEdits, type Edit } from '../edit/edit.ts'
import { lay, layArguments, layRows, type Sheet, type Spot } from './lay.ts'
import { isOn, type Line, parsed } from './lines.ts'
import { columnsOf } from './page.ts'

/** A text with some of its lines broken where they are too long, or hold what stands on several. */
export const broken = (sheet: Sheet, long: readonly Line[]): string => {
  const { text, fileName } = sheet.file
  const remarks = remarksOf(sheet.file)
  const edits = long
    .map((line) => upTo(line, remarks.get(line.end) ?? line.end))
    .filter((line) => columnsOf(line.text) > sheet.width || sheet.opened?.some((at) => isOn(line, at)))
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
