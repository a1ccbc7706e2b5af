import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare } from '../program/syntax/nodes.ts'
import { gap, type Next, orGap } from './pieces.ts'
import { concat, type Piece, shapeOf, type Text, type Written } from './text.ts'

/**
 * `PATHS.stop.replace('{podId}', id)`, `path.replace(':id', id)`: the text with a value where its placeholder stands, whose
 * other words stay where they can be changed.
 * @returns undefined where no placeholder is meant, or it does not stand in what is written out
 */
export const filledIn = (call: ts.CallExpression, next: Next): Text[] | undefined => {
  const { expression: callee, arguments: given } = call
  const [sought, value, ...others] = given
  if (!sought || !value || others.length > 0 || !compiler.isPropertyAccessExpression(callee)) return undefined
  const name = /^replace(All)?$/.test(callee.name.text) ? placeholderOf(sought) : undefined
  if (name === undefined) return undefined
  const values = compiler.isFunctionLike(bare(value)) ? [gap(value, undefined)] : orGap(next(value), value)
  const found = next(callee.expression).map((text) => filled(text, name, values))
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

const PLACEHOLDER = /^(\{\{?\s*\w+\s*\}?\}|:[A-Za-z_]\w*|<\w+>|\[\w+\]|__\w+__|%\w+%|%s)$/

/** A placeholder that is written out, or the same as a regular expression: `/:id/`, `/\{podId\}/g`. */
const placeholderOf = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  const text = compiler.isStringLiteralLike(node)
    ? node.text
    : compiler.isRegularExpressionLiteral(node)
      ? /^\/((?:[\w :<>%]|\\[{}[\]])+)\/g?$/.exec(node.text)?.[1]?.replaceAll('\\', '')
      : undefined
  return text !== undefined && PLACEHOLDER.test(text) ? text : undefined
}

/** A text that stands nowhere twice, and whose placeholder does not either, with each of the values. */
const filled = (text: Text, name: string, values: readonly Text[]): Text[] | undefined => {
  const at = text.pieces.findIndex((one) => one.kind === 'written' && one.text.includes(name))
  const holder = text.pieces[at]
  const isOnce = shapeOf(text).split(name).length === 2
  if (holder?.kind !== 'written' || !holder.exact || !isOnce) return undefined
  const start = holder.text.indexOf(name)
  const before: Text = { ...text, pieces: [...text.pieces.slice(0, at), ...part(holder, 0, start)] }
  const after: Text = {
    pieces: [...part(holder, start + name.length, holder.text.length), ...text.pieces.slice(at + 1)],
    env: [],
  }
  return values.map((value) => concat(concat(before, value), after))
}

const part = (whole: Written, from: number, to: number): Piece[] =>
  from === to ? [] : [{ ...whole, text: whole.text.slice(from, to), start: whole.start + from }]
