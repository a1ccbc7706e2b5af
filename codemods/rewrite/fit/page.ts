import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { eachNode, nodesIn } from '../../sites/program/syntax/nodes.ts'
import { type Style, styleOf } from '../mapper/helpers/style.ts'

/** How a program breaks its lines. */
export interface Page {
  /** The column that no line goes beyond where it can be broken. */
  readonly width: number
  readonly style: Style
  /** What stands behind the last of several members, each on a line of its own. */
  readonly comma: '' | ','
  /** The same behind the last argument of a call, or parameter of a function. */
  readonly argumentComma: '' | ','
}

/** The widths that formatters are told; the last one is as far as anybody reads. */
const WIDTHS = [80, 100, 120, 140]

/** The widths up to one that a formatter may have been told: what a program says outside of its code may go further. */
export const widthsUpTo = (width: number): readonly number[] => [
  width,
  ...WIDTHS.filter((one) => one < width).reverse(),
]

/** The width that a program's lines keep to: the least that one is told which all of them hold. */
export const widthOf = (files: readonly ts.SourceFile[]): number => {
  const longest = files.reduce((most, file) => Math.max(most, longestOf(file)), 0)
  return WIDTHS.find((width) => longest <= width) ?? 140
}

/** Only a file with lines that are wider than the least is looked into. */
const longestOf = (file: ts.SourceFile): number => {
  const longest = longestIn(file.text)
  return longest > (WIDTHS[0] ?? 0) && file.text.includes('`') ? longestIn(outsideOfTexts(file)) : longest
}

/** A file without the lines that begin inside of a text (a script, a document): no formatter breaks what a text says. */
const outsideOfTexts = (file: ts.SourceFile): string => {
  const texts = nodesIn(file, compiler.isTemplateLiteral)
  const lines = file.getLineStarts()
  const inside = new Set(
    texts.flatMap((node) => {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line
      const last = file.getLineAndCharacterOfPosition(node.end).line
      return Array.from({ length: last - first }, (_, more) => first + more + 1)
    }),
  )
  return [...lines]
    .flatMap((at, line) => (inside.has(line) ? [] : [file.text.slice(at, lines[line + 1])]))
    .join('')
}

const longestIn = (text: string): number =>
  text.split('\n').reduce((most, line) => {
    const isLong = line.length > most && line.length > (WIDTHS[0] ?? 0) && !isUnbroken(line.trim())
    return isLong ? Math.max(most, columnsOf(line.trimEnd())) : most
  }, 0)

/** Whether a formatter leaves a line long: of a comment, markup, an import, or mostly of words that it cannot break. */
const isUnbroken = (line: string): boolean => {
  const words = line.match(WORDS)?.map(({ length }) => length) ?? []
  return LEFT_LONG.test(line) || Math.max(0, ...words) * 2 > line.length
}

const WORDS = /`[^`]*`?|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/\/.*|\/[^/]{9,}\//g

const LEFT_LONG = /^(\/?\*|<|import\b|export .* from\b|\} from\b)|<\/\w/

/** The columns that a text on one line takes up; a tab is two. */
export const columnsOf = (text: string): number => text.length + (/^\t+/.exec(text)?.[0].length ?? 0)

/** How a file breaks its lines. */
export const pageOf = (file: ts.SourceFile, width: number): Page => {
  let members = 0
  let passed = 0
  eachNode(file, (node) => {
    if (compiler.isObjectLiteralExpression(node)) members += said(file, node.properties)
    if (compiler.isArrayLiteralExpression(node)) members += said(file, node.elements)
    if (compiler.isCallExpression(node) || compiler.isNewExpression(node))
      passed += said(file, node.arguments)
    if (compiler.isFunctionLike(node)) passed += said(file, node.parameters)
  })
  const comma = members < 0 ? '' : ','
  return { width, style: styleOf(file), comma, argumentComma: passed < 0 ? '' : comma }
}

/** Whether the last of several on lines of their own has a comma: 1 where it has, -1 where not, else 0. */
const said = ({ text }: ts.SourceFile, list: ts.NodeArray<ts.Node> | undefined): -1 | 0 | 1 => {
  const first = list?.[0]
  if (!list || !first || !/^\s*\n/.test(text.slice(list.pos, first.end))) return 0
  if (list.some((one) => compiler.isParameter(one) && one.dotDotDotToken)) return 0 // no comma may stand behind it
  return list.hasTrailingComma ? 1 : -1
}
