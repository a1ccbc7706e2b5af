import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { flatText } from '../program/syntax/flat-text.ts'
import { bare } from '../program/syntax/nodes.ts'
import { gap, type Next } from './pieces.ts'
import type { Piece, Text } from './text.ts'

/**
 * `base.slice(0, -1)`, `path.substring(1)`: a text without the one character at an end. Where the program asks for a slash
 * there, no other character goes.
 */
export const cutAtEnd = (call: ts.CallExpression, next: Next): Text[] | undefined => {
  const { expression: callee, arguments: given } = call
  if (!compiler.isPropertyAccessExpression(callee) || !/^(slice|substring|substr)$/.test(callee.name.text))
    return undefined
  const owner = bare(callee.expression)
  const said = given.map((one) => flatText(one).replaceAll(' ', '')).join(',')
  const isFirst = said === '1'
  if (!isFirst && said !== `0,${flatText(owner)}.length-1` && said !== '0,-1') return undefined
  const isAsked = isAskedForSlash(call, flatText(owner))
  return next(owner).map((text) => without(text, isFirst ? 'first' : 'last', isAsked) ?? hole(call, text))
}

const hole = (call: ts.CallExpression, { env }: Text): Text => ({ ...gap(call, undefined), env })

/** Undefined where nobody knows which character goes. */
const without = (text: Text, end: 'first' | 'last', isAsked: boolean): Text | undefined => {
  const [one, rest] = end === 'first' ? [text.pieces[0], text.pieces.slice(1)] : lastOf(text.pieces)
  if (one?.kind !== 'written') return isAsked ? text : undefined
  const isSlash = one.text.at(end === 'first' ? 0 : -1) === '/'
  if (!isSlash && isAsked) return text
  const start = end === 'first' ? one.start + 1 : one.start
  const kept = { ...one, start, text: end === 'first' ? one.text.slice(1) : one.text.slice(0, -1) }
  const pieces = kept.text === '' ? rest : end === 'first' ? [kept, ...rest] : [...rest, kept]
  return { ...text, pieces }
}

const lastOf = (pieces: readonly Piece[]): [Piece | undefined, readonly Piece[]] => [
  pieces.at(-1),
  pieces.slice(0, -1),
]

/** `if (base.endsWith('/'))`, `base.at(-1) === '/' ? … : base`, and `if (!base.endsWith('/')) return base` before it. */
const isAskedForSlash = (call: ts.Node, owner: string): boolean => {
  for (let at = call; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const asked = [conditionOf(at.parent), ...(compiler.isBlock(at.parent) ? leftBefore(at) : [])]
    if (asked.some((one) => one && one !== at && asksForSlash(one, owner))) return true
  }
  return false
}

const conditionOf = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isConditionalExpression(node)) return node.condition
  return compiler.isIfStatement(node) || compiler.isWhileStatement(node) ? node.expression : undefined
}

/** The conditions on which the program left the block before a statement. */
const leftBefore = (statement: ts.Node): ts.Expression[] =>
  (statement.parent as ts.Block).statements.flatMap((one) => {
    const isBefore = compiler.isIfStatement(one) && one.end <= statement.pos
    return isBefore && /\breturn\b/.test(one.thenStatement.getText()) ? [one.expression] : []
  })

/** Whether a condition asks for a slash at an end of a text. */
export const asksForSlash = (condition: ts.Expression, owner: string): boolean => {
  const text = flatText(condition)
  return text.includes(owner) && /['"`]\/['"`]|\\\//.test(text)
}
