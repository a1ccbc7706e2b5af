import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { someNode } from '../../sites/program/syntax/nodes.ts'
import { columnsOf, type Page } from './page.ts'
import {
  type Awaited,
  beginsLine,
  canOpen,
  chainOf,
  type Either,
  isAwaited,
  isBrokenChain,
  isEither,
  isLone,
  isRequired,
  type Link,
  partOf,
} from './parts.ts'

/** Where something is written. */
export interface Spot {
  /** The column it begins in. */
  readonly column: number
  /** What its line is indented by. */
  readonly indent: string
  /** How many characters follow it on its last line. */
  readonly tail: number
}

/** A page, and the text that is laid on it. */
export interface Sheet extends Page {
  readonly file: ts.SourceFile
  /** Where something begins that stands on several lines whether it fits on one or not. */
  readonly opened?: readonly number[]
}

/**
 * An expression or a statement that stands on one line, broken into lines where it is too long for one: its outermost
 * part first, as formatters do. What cannot be broken stays as it is.
 */
export const lay = (sheet: Sheet, node: ts.Node, spot: Spot): string => {
  const text = node.getText(sheet.file)
  if (text.includes('\n')) return text
  const isOne = fits(sheet, text, spot) && !opensIn(sheet, node.getStart(sheet.file), node.end)
  if (isOne && !someNode(node, isBrokenChain)) return text
  if (compiler.isObjectLiteralExpression(node)) return layMembers(sheet, node, node.properties, spot)
  if (compiler.isArrayLiteralExpression(node)) return layMembers(sheet, node, node.elements, spot)
  if (compiler.isNamedImports(node) || compiler.isObjectBindingPattern(node))
    return layMembers(sheet, node, node.elements, spot)
  if (compiler.isConditionalExpression(node)) return layChoice(sheet, node, spot)
  if (compiler.isArrowFunction(node)) return layArrow(sheet, node, spot, '') ?? text
  if (compiler.isCallExpression(node)) return layCall(sheet, node, spot)
  if (compiler.isNewExpression(node) && node.arguments) return layNew(sheet, node, node.arguments, spot)
  if (compiler.isIfStatement(node)) return layIf(sheet, node, spot)
  if (isEither(node)) return layEither(sheet, node, spot, inwards(sheet, spot, 0).indent)
  if (isAwaited(node)) return layAwaited(sheet, node, spot)
  if (compiler.isVariableDeclaration(node) && opensIn(sheet, node.name.pos, node.name.end))
    return layTakenApart(sheet, node, spot)
  const part = partOf(node)
  return part ? layWithin(sheet, node, part, spot) : text
}

const fits = ({ width }: Sheet, text: string, { column, tail }: Spot): boolean =>
  column + text.length + tail <= width

/** Whether something within stands on several lines, so that what is around it does, too. */
const opensIn = ({ opened = [] }: Sheet, from: number, to: number): boolean =>
  opened.some((at) => at >= from && at < to)

const layWithin = (sheet: Sheet, node: ts.Node, part: ts.Node, spot: Spot): string => {
  const { text } = sheet.file
  const head = text.slice(node.getStart(sheet.file), part.getStart(sheet.file))
  const rest = text.slice(part.end, node.end)
  const inner = { ...spot, column: spot.column + head.length, tail: spot.tail + rest.length }
  if (!beginsLine(part)) return head + lay(sheet, part, inner) + rest
  const below = inwards(sheet, spot, inner.tail)
  return head.trimEnd() + sheet.style.newline + below.indent + layFirst(sheet, part, below) + rest
}

/** What begins its line: of several that are joined, each goes on in the column of the first. */
const layFirst = (sheet: Sheet, node: ts.Node, spot: Spot): string => {
  const isOne = lay(sheet, node, spot) === node.getText(sheet.file)
  return isEither(node) && !isOne ? layEither(sheet, node, spot, spot.indent) : lay(sheet, node, spot)
}

/** The same spot a step further in, at the beginning of a line. */
const inwards = ({ style }: Sheet, { indent }: Spot, tail: number): Spot => ({
  column: columnsOf(indent + style.indent),
  indent: indent + style.indent,
  tail,
})

/** Each of several on a line of its own. */
export const layRows = (
  sheet: Sheet,
  nodes: readonly ts.Node[],
  from: number,
  spot: Spot,
  comma: string,
): string => {
  const { newline } = sheet.style
  const inner = inwards(sheet, spot, 1)
  const gaps = nodes.map((node, index) => {
    const start = index === 0 ? from : (nodes[index - 1] as ts.Node).end
    return parted(sheet.file.text.slice(start, node.getStart(sheet.file)), index > 0)
  })
  const rows = nodes.map((node, index) => {
    const lead = gaps[index]?.lead ?? ''
    const at = { ...inner, column: inner.column + lead.length }
    return `${newline}${inner.indent}${lead}${lay(sheet, node, at)}${gaps[index + 1]?.behind ?? ''}`
  })
  return `${rows.join(',')}${comma}${newline}${spot.indent}`
}

/** What stands between two of several: comments behind the first of them, the comma, and what leads to the second. */
const parted = (gap: string, hasComma: boolean): { readonly behind: string; readonly lead: string } => {
  const [, behind = '', lead = ''] = /^((?:\s|\/\*.*?\*\/)*),(.*)$/.exec(hasComma ? gap : `,${gap}`) ?? []
  return { behind: behind.trimEnd(), lead: lead.trimStart() }
}

const layMembers = (sheet: Sheet, node: ts.Node, members: ts.NodeArray<ts.Node>, spot: Spot): string => {
  const text = node.getText(sheet.file)
  if (members.length === 0) return text
  const last = members.at(-1)
  const isRest = last && compiler.isBindingElement(last) && last.dotDotDotToken
  // a hole at the end is one by its comma alone
  const comma = isRest ? '' : last && compiler.isOmittedExpression(last) ? ',' : sheet.comma
  return `${text[0]}${layRows(sheet, members, members.pos, spot, comma)}${text.at(-1)}`
}

const layChoice = (sheet: Sheet, node: ts.ConditionalExpression, spot: Spot): string => {
  const { style, file } = sheet
  const line = `${style.newline}${spot.indent}${style.indent}`
  const deeper = `${spot.indent}${style.indent}${style.indent === '\t' ? '\t' : '  '}`
  const [yes, no] = [node.whenTrue, node.whenFalse].map((one) =>
    lay(sheet, one, { column: columnsOf(spot.indent + style.indent) + 2, indent: deeper, tail: spot.tail }),
  )
  return `${node.condition.getText(file)}${line}? ${yes}${line}: ${no}`
}

/**
 * A function whose body begins a line of its own, or is an object that is opened.
 * @param end what stands behind the body where the function is the last argument of a call
 */
const layArrow = (sheet: Sheet, node: ts.ArrowFunction, spot: Spot, end: string): string | undefined => {
  const { file, style } = sheet
  const { body } = node
  if (compiler.isBlock(body)) return undefined
  const head = file.text.slice(node.getStart(file), body.getStart(file)).trimEnd()
  const inner = compiler.isParenthesizedExpression(body) ? body.expression : body
  if (compiler.isObjectLiteralExpression(inner) && inner !== body)
    return `${head} (${layMembers(sheet, inner, inner.properties, spot)})`
  if (compiler.isArrayLiteralExpression(body))
    return `${head} ${layMembers(sheet, body, body.elements, spot)}`
  const said = compiler.isConditionalExpression(inner) ? inner : body
  const within = inwards(sheet, spot, end === '' ? spot.tail : sheet.argumentComma.length)
  // What a function gives begins in the column that its lines begin in.
  return `${head}${style.newline}${within.indent}${layFirst(sheet, said, within)}${end}`
}

/** `const {` what is taken `} = call(…)`. */
const layTakenApart = (sheet: Sheet, node: ts.VariableDeclaration, spot: Spot): string => {
  const { file } = sheet
  const name = lay(sheet, node.name, spot)
  if (!node.initializer) return name
  const between = file.text.slice(node.name.end, node.initializer.getStart(file))
  const column = columnsOf(spot.indent) + 1 + between.length
  return name + between + lay(sheet, node.initializer, { ...spot, column })
}

const layAwaited = (sheet: Sheet, node: Awaited, spot: Spot): string => {
  const { file, style } = sheet
  const inner = inwards(sheet, spot, 0)
  const said = lay(sheet, node.expression.expression, inner)
  const rest = file.text.slice(node.expression.end, node.end)
  return `(${style.newline}${inner.indent}${said}${style.newline}${spot.indent})${rest}`
}

/** Each side on a line of its own. */
const layEither = (sheet: Sheet, node: Either, spot: Spot, indent: string): string => {
  const { file, style } = sheet
  const operator = node.operatorToken.getText(file)
  const isSame = isEither(node.left) && node.left.operatorToken.kind === node.operatorToken.kind
  const first = { ...spot, tail: operator.length + 1 }
  const left = isSame ? layEither(sheet, node.left as Either, first, indent) : lay(sheet, node.left, first)
  const said = ` ${operator} ${node.right.getText(file)}`
  const behind = columnsOf(left.slice(left.lastIndexOf('\n') + 1))
  if (isLone(node) && left.includes('\n') && fits(sheet, said, { ...spot, column: behind }))
    return left + said
  const right = lay(sheet, node.right, { column: columnsOf(indent), indent, tail: spot.tail })
  return `${left} ${operator}${style.newline}${indent}${right}`
}

const layNew = (
  sheet: Sheet,
  node: ts.NewExpression,
  list: ts.NodeArray<ts.Expression>,
  spot: Spot,
): string => {
  const begun = sheet.file.text.slice(node.getStart(sheet.file), list.pos)
  return begun + layArguments(sheet, node, list, spot, begun)
}

const layIf = (sheet: Sheet, node: ts.IfStatement, spot: Spot): string => {
  const { file, style } = sheet
  const text = node.getText(file)
  const { expression, thenStatement: then } = node
  if (node.elseStatement || compiler.isBlock(then)) return text
  const inner = inwards(sheet, spot, spot.tail)
  const flat = file.text.slice(node.getStart(file), then.getStart(file)).trimEnd()
  const opened = `if (${style.newline}${inner.indent}${layFirst(sheet, expression, { ...inner, tail: 0 })}${style.newline}${spot.indent})`
  const head = fits(sheet, flat, { ...spot, tail: 0 }) ? flat : opened
  return `${head}${style.newline}${inner.indent}${lay(sheet, then, inner)}`
}

const layCall = (sheet: Sheet, node: ts.CallExpression, spot: Spot): string => {
  const { file, style, width } = sheet
  const { head, links } = chainOf(node)
  const isMerged = /^(this|[A-Z]\w*|[$_]+)$/.test(head.getText(file))
  if (links.length + 1 > (isMerged ? 3 : 2)) {
    const inner = inwards(sheet, spot, 0)
    const [first, ...others] = links
    const lines = (isMerged ? others : links).map((link, index, all) => {
      const tail = index === all.length - 1 ? spot.tail : 0
      return `${style.newline}${inner.indent}${layLink(sheet, link, { ...inner, tail })}`
    })
    const begun = isMerged && first ? file.text.slice(first.expression.expression.end, first.end) : ''
    return lay(sheet, head, { ...spot, tail: begun.length }) + begun + lines.join('')
  }
  const open = node.arguments.pos
  const called = file.text.slice(node.getStart(file), open)
  const start = node.getStart(file)
  if (spot.column + called.length <= width && !opensIn(sheet, start, open))
    return called + layArguments(sheet, node, node.arguments, spot, called)
  const behind = file.text.slice(node.expression.end, open)
  const callee = lay(sheet, node.expression, { ...spot, tail: behind.length })
  return callee + behind + layArguments(sheet, node, node.arguments, spot, callee + behind)
}

const layLink = (sheet: Sheet, link: Link, spot: Spot): string => {
  const { text } = sheet.file
  const start = link.expression.expression.end
  const whole = text.slice(start, link.end)
  if (fits(sheet, whole, spot) && !opensIn(sheet, start, link.end)) return whole
  const open = text.slice(start, link.arguments.pos)
  return open + layArguments(sheet, link, link.arguments, spot, open)
}

/**
 * The arguments of a call with the bracket behind them: on one line, with the last one opened, or each on its own line.
 * @param before what of the call is written before them
 */
export const layArguments = (
  sheet: Sheet,
  node: ts.CallExpression | ts.NewExpression,
  list: ts.NodeArray<ts.Expression>,
  spot: Spot,
  before: string,
): string => {
  const { file } = sheet
  const flat = file.text.slice(list.pos, node.end)
  const last = list.at(-1)
  const column = before.includes('\n')
    ? columnsOf(before.slice(before.lastIndexOf('\n') + 1))
    : spot.column + before.length
  if (!last || flat.includes('\n')) return flat
  if (fits(sheet, flat, { ...spot, column }) && !opensIn(sheet, list.pos, node.end)) return flat
  const others = file.text.slice(list.pos, last.getStart(file))
  const isLastAlone = canOpen(list) && !opensIn(sheet, list.pos, last.getStart(file))
  const opened = isLastAlone ? layOpened(sheet, last, spot) : undefined
  if (opened && column + others.length + opened.search(/\r?\n/) <= sheet.width) return `${others}${opened})`
  if (node.expression.kind === compiler.SyntaxKind.ImportKeyword || isRequired(node)) return flat
  return `${layRows(sheet, list, list.pos, spot, sheet.argumentComma)})`
}

const layOpened = (sheet: Sheet, node: ts.Node, spot: Spot): string | undefined => {
  const { style, argumentComma } = sheet
  if (compiler.isObjectLiteralExpression(node) && node.properties.length > 0)
    return layMembers(sheet, node, node.properties, spot)
  if (compiler.isArrayLiteralExpression(node) && node.elements.length > 0)
    return layMembers(sheet, node, node.elements, spot)
  if (!compiler.isArrowFunction(node)) return undefined
  return layArrow(sheet, node, spot, `${argumentComma}${style.newline}${spot.indent}`)
}
