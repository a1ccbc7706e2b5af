import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { eachNode } from '../../../sites/program/syntax/nodes.ts'

/** How a file is written, so that what is added looks like what is there. */
export interface Style {
  readonly newline: '\n' | '\r\n'
  /** One step of indentation. */
  readonly indent: string
  readonly quote: "'" | '"'
  readonly semicolon: string
}

/** Reads a file's manners off its own strings and statements; what texts and comments hold is somebody else's. */
export const styleOf = once((file: ts.SourceFile): Style => ({ ...written(file), ...spaced(file.text) }))

const written = (file: ts.SourceFile): Pick<Style, 'quote' | 'semicolon'> => {
  let single = 0
  let closed = 0
  eachNode(file, (node) => {
    if (compiler.isStringLiteral(node)) single += file.text[node.getStart(file)] === "'" ? 1 : -1
    if (isClosable(node)) closed += closing(file.text, node.getEnd())
  })
  return { quote: single > 0 ? "'" : '"', semicolon: closed > 0 ? ';' : '' }
}

/** What the end of a statement says of semicolons: one before another statement on its line has to be there. */
const closing = (text: string, end: number): number => {
  if (text[end - 1] !== ';') return -1
  return /^[ \t]*(?:\r?\n|\/[/*]|\}|$)/.test(text.slice(end, end + 40)) ? 1 : 0
}

/** Statements that some end with a semicolon and some do not. */
const isClosable = (node: ts.Node): boolean =>
  compiler.isExpressionStatement(node) ||
  compiler.isVariableStatement(node) ||
  compiler.isReturnStatement(node) ||
  compiler.isImportDeclaration(node)

const spaced = (text: string): Pick<Style, 'newline' | 'indent'> => {
  // The lines of a comment begin a blank further in, with a star.
  const indents = [...text.matchAll(/^([ \t]+)[^\s*]/gm)].map(([, space = '']) => space)
  const narrowest = indents
    .filter((space) => !space.startsWith('\t'))
    .reduce((least, space) => Math.min(least, space.length), 8)
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    indent: indents.some((space) => space.startsWith('\t'))
      ? '\t'
      : ' '.repeat(narrowest === 8 ? 2 : Math.max(2, narrowest)),
  }
}

/** The white space a line begins with. */
export const indentAt = (file: ts.SourceFile, at: number): string => {
  const start = file.text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(file.text.slice(start))?.[0] ?? ''
}

/** A text of several lines that comes to stand in a place: where its last begins further in or out, they begin as that does. */
export const drawnTo = (file: ts.SourceFile, at: number, text: string): string => {
  const last = text.lastIndexOf('\n')
  if (last < 0 || /`|\\\r?\n/.test(text)) return text
  const [from = ''] = /^[ \t]*/.exec(text.slice(last + 1)) ?? []
  const to = indentAt(file, at)
  if (!from.startsWith(to) && !to.startsWith(from)) return text
  return text.replaceAll(/\n([ \t]*)(?=\S)/g, (line, has: string) =>
    has.startsWith(from) ? `\n${to}${has.slice(from.length)}` : line,
  )
}

const NAME = /^[A-Za-z_$][\w$]*$/

/** A property name as it would be written by hand. */
export const keyText = (name: string, style: Style): string => {
  if (name === '__proto__') return `[${quoted(name, style)}]` // anything else would set the prototype
  return NAME.test(name) ? name : quoted(name, style)
}

/** A JSON value as it would be written by hand, on one line. */
export const valueText = (value: unknown, style: Style): string => {
  if (typeof value === 'string') return quoted(value, style)
  if (Array.isArray(value)) return `[${value.map((one) => valueText(one, style)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${keyText(name, style)}: ${valueText(one, style)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const quoted = (value: string, { quote }: Style): string => {
  const json = JSON.stringify(value)
  // Whoever prefers single quotes still writes "it's"
  if (quote === '"' || (value.includes("'") && !value.includes('"'))) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
