import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { operandsOf } from '../../../sites/texts/pieces.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import {
  branchesOf,
  isAddedTo,
  isMap,
  isSyntax,
  isWritten,
  type Lines,
  linesOf,
  stringifiedIn,
  withinCall,
} from './document-forms.ts'
import { advance, expectedAt, ITEM, type Position, START, VALUE } from './document-lexer.ts'
import { resultOf, stepBack } from './document-steps.ts'

/** What an interpolation stands for, where it is not part of the document's own text. */
export type Slot =
  /** The text of an expression, in a GraphQL string or by itself. */
  | { readonly kind: 'value'; readonly at: At }
  /** `${JSON.stringify(x)}`: the value of an expression. */
  | { readonly kind: 'json'; readonly at: At }
  /** `${c ? '"a"' : 'null'}`: one of two values of GraphQL. */
  | { readonly kind: 'choice'; readonly condition: At; readonly yes: string; readonly no: string }
  /** A text that is written somewhere else, and is itself GraphQL. */
  | { readonly kind: 'part'; readonly source: string }
  /** `${list.map((x) => …).join(',')}`: the items of a list, each the same value of GraphQL. */
  | { readonly kind: 'list'; readonly at: At; readonly item?: ListItem }
  /** Something that nobody here can tell. */
  | { readonly kind: 'lost'; readonly at: At }

/** What each item of a list becomes. */
export interface ListItem {
  readonly call: ts.CallExpression
  readonly callee: ts.SignatureDeclaration
  readonly source: string
}

/** A GraphQL document with names for what the program puts into it. */
export interface DocumentText {
  readonly source: string
  /** What `__gap0__`, `__gap1__` … stand for. */
  readonly slots: readonly Slot[]
  /** The conditions of fields between `__if0__`, `__else0__` and `__end0__`. */
  readonly conditions: readonly At[]
  /** The literals that it was read from. */
  readonly nodes: readonly ts.Node[]
}

interface Reading {
  readonly trace: Trace
  readonly slots: Slot[]
  readonly conditions: At[]
  readonly nodes: ts.Node[]
  text: string
  position: Position
}

const MOST_DEPTH = 14

/** Reads a document where it is made; undefined where it is no text that is written in this program. */
export const readText = (trace: Trace, at: At): DocumentText | undefined => {
  const reading: Reading = { trace, slots: [], conditions: [], nodes: [], text: '', position: START }
  if (!read(reading, at, 0)) return undefined
  const { text: source, slots, conditions, nodes } = reading
  return { source, slots, conditions, nodes }
}

const write = (reading: Reading, text: string): true => {
  reading.text += text
  reading.position = advance(reading.position, text)
  return true
}

/** Adds an expression's own text; false, with nothing added, where it has none that can be seen. */
const read = (reading: Reading, { node: given, scope }: At, depth: number): boolean => {
  if (depth > MOST_DEPTH) return false
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => read(reading, { node: inner, scope }, depth + 1)
  if (compiler.isStringLiteralLike(node)) {
    reading.nodes.push(node)
    return write(reading, node.text)
  }
  if (compiler.isTemplateExpression(node)) {
    reading.nodes.push(node)
    write(reading, node.head.text)
    for (const { expression, literal } of node.templateSpans) {
      interpolate(reading, { node: expression, scope }, depth)
      write(reading, literal.text)
    }
    return true
  }
  if (compiler.isTaggedTemplateExpression(node))
    return /(^|\.)(gql|graphql|raw)$/i.test(node.tag.getText()) && next(node.template)
  if (isOperation(node, '+')) {
    for (const side of operandsOf(node))
      if (!isWritten(side) || !next(side)) interpolate(reading, { node: side, scope }, depth)
    return true
  }
  if (compiler.isCallExpression(node)) {
    const inner = withinCall(reading.trace, node)
    if (inner) return next(inner)
    const lines = linesOf(reading.trace, { node, scope })
    if (lines) return joined(reading, lines, depth)
  }
  if (compiler.isConditionalExpression(node)) {
    const taken = reading.trace.assumed(node.condition)
    return taken !== undefined && next(taken ? node.whenTrue : node.whenFalse)
  }
  const back = stepBack(reading.trace, { node, scope })
  return back !== undefined && read(reading, back, depth + 1)
}

const joined = (reading: Reading, { items, glue }: Lines, depth: number): true => {
  for (const [index, item] of items.entries()) {
    if (index > 0) write(reading, glue)
    interpolate(reading, item, depth)
  }
  return true
}

/** Adds `${…}`: its text, or a name for what it stands for. */
const interpolate = (reading: Reading, at: At, depth: number): void => {
  const expected = expectedAt(reading.position)
  const inner = { node: bare(at.node), scope: at.scope }
  if (expected === 'text') return void slot(reading, { kind: 'value', at: inner })
  if (expected === 'selection') {
    if (!read(reading, inner, depth + 1)) slot(reading, { kind: 'lost', at: inner })
    return
  }
  if (expected === 'input') return fields(reading, inner, depth)
  slot(reading, valueSlot(reading, inner, expected === 'item', depth))
}

const slot = (reading: Reading, one: Slot): true => {
  reading.slots.push(one)
  return write(reading, `__gap${reading.slots.length - 1}__`)
}

/** Fields of an input, some of them under a condition. */
const fields = (reading: Reading, at: At, depth: number): void => {
  const before = { text: reading.text, position: reading.position, slots: reading.slots.length }
  if (depth < MOST_DEPTH && conditional(reading, at, depth)) return
  reading.text = before.text
  reading.position = before.position
  reading.slots.length = before.slots
  if (isText(reading, at, depth) && read(reading, at, depth + 1)) return
  const back = stepBack(reading.trace, at)
  if (back && depth < MOST_DEPTH) return fields(reading, { ...back, node: bare(back.node) }, depth + 1)
  slot(reading, { kind: 'lost', at })
  write(reading, ': 0 ')
}

const isText = (reading: Reading, { node, scope }: At, depth: number): boolean =>
  isWritten(node) || (depth < MOST_DEPTH && linesOf(reading.trace, { node, scope }) !== undefined)

/** `c ? 'a: 1' : ''` and `c && 'a: 1'`. */
const conditional = (reading: Reading, { node, scope }: At, depth: number): boolean => {
  const branches = branchesOf(node)
  if (!branches) return false
  const { condition, yes, no } = branches
  const { position } = reading
  const index = reading.conditions.push({ node: condition, scope }) - 1
  const open = position.open
  write(reading, ` __if${index}__: 0 `)
  fields(reading, { node: bare(yes), scope }, depth + 1)
  if (reading.position.open !== open) return false
  write(reading, ` __else${index}__: 0 `)
  if (no) fields(reading, { node: bare(no), scope }, depth + 1)
  if (reading.position.open !== open) return false
  return write(reading, ` __end${index}__: 0 `)
}

/** What stands for the value of an argument, or for items of a list. */
const valueSlot = (reading: Reading, at: At, isItem: boolean, depth: number): Slot => {
  const { trace } = reading
  const { node } = at
  if (depth > MOST_DEPTH) return { kind: 'lost', at }
  const filled = isItem ? filledIn(node) : undefined
  if (filled) return valueSlot(reading, { node: filled, scope: at.scope }, isItem, depth)
  if (compiler.isCallExpression(node)) {
    const value = stringifiedIn(node)
    if (value) return { kind: 'json', at: { node: value, scope: at.scope } }
    const list = isItem ? listSlot(reading, at, depth) : undefined
    if (list) return list
  }
  if (isSyntax(trace, at, depth)) {
    const branches = branchesOf(node)
    if (branches?.no) {
      const yes = partOf(reading, { node: branches.yes, scope: at.scope }, isItem, depth)
      const no = partOf(reading, { node: branches.no, scope: at.scope }, isItem, depth)
      const condition = { node: branches.condition, scope: at.scope }
      return yes !== undefined && no !== undefined
        ? { kind: 'choice', condition, yes, no }
        : { kind: 'lost', at }
    }
    const text = partOf(reading, at, isItem, depth)
    if (text !== undefined) return { kind: 'part', source: text }
  }
  const back = stepBack(trace, at)
  const behind = back && valueSlot(reading, { ...back, node: bare(back.node) }, isItem, depth + 1)
  return behind && behind.kind !== 'value' ? behind : { kind: 'value', at }
}

/** `list?.map(…).join(', ') || ''`: the list, where nothing stands for none. */
const filledIn = (node: ts.Expression): ts.Expression | undefined =>
  isOperation(node, '||', '??') &&
  compiler.isStringLiteralLike(bare(node.right)) &&
  /^.{2}$/.test(bare(node.right).getText())
    ? bare(node.left)
    : undefined

/** A part of the document by itself, with its names in the same list. */
const partOf = (reading: Reading, at: At, isItem: boolean, depth: number): string | undefined => {
  const part: Reading = { ...reading, text: '', position: isItem ? ITEM : VALUE }
  const { node } = at
  if (node.kind === compiler.SyntaxKind.NullKeyword || compiler.isNumericLiteral(bare(node)))
    return node.getText()
  if (isWritten(node) || linesOf(reading.trace, at)) return read(part, at, depth + 1) ? part.text : undefined
  slot(part, valueSlot(reading, { ...at, node: bare(node) }, isItem, depth + 1))
  return part.text
}

/** `list.map((x) => `…`).join(',')`. */
const listSlot = (reading: Reading, at: At, depth: number): Slot | undefined => {
  const { node } = at
  const callee = compiler.isCallExpression(node) ? node.expression : node
  if (!compiler.isPropertyAccessExpression(callee) || callee.name.text !== 'join') return undefined
  if (linesOf(reading.trace, at)) return undefined
  let list: At = { node: bare(callee.expression), scope: at.scope }
  for (let steps = 0; steps < 4 && !isMap(list.node); steps++) {
    const back = stepBack(reading.trace, list)
    if (!back) return isAddedTo(list.node) ? { kind: 'lost', at } : { kind: 'list', at: list }
    list = { node: bare(back.node), scope: back.scope }
  }
  const call = list.node
  if (!isMap(call) || !compiler.isCallExpression(call)) return { kind: 'lost', at }
  const result = resultOf(reading.trace, call.arguments[0] as ts.Expression)
  const inner = result && { node: bare(result.value), scope: list.scope }
  const source = inner && partOf(reading, inner, true, depth + 1)
  if (!result || source === undefined) return { kind: 'lost', at }
  return { kind: 'list', at: list, item: { call, callee: result.callee, source } }
}
