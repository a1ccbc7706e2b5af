import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare } from '../program/syntax/nodes.ts'
import { gap, type Next, orGap } from './pieces.ts'
import { concat, type Piece, shapeOf, type Text, type Written } from './text.ts'

/**
 * `PATHS.stop.replace('{podId}', id)`, `path.replace(':id', id)`, `path.replace(/:(\w+)/g, (_, key) => params[key])`: the text
 * with a value where its placeholder stands, whose other words stay where they can be changed. A row of a table without one
 * is as it was.
 * @returns undefined where no placeholder is meant, or it does not stand in what is written out
 */
export const filledIn = (call: ts.CallExpression, next: Next): Text[] | undefined => {
  const { expression: callee, arguments: given } = call
  const [sought, value, ...others] = given
  if (!sought || !value || others.length > 0 || !compiler.isPropertyAccessExpression(callee)) return undefined
  if (!/^replace(All)?$/.test(callee.name.text)) return undefined
  const isMade = compiler.isFunctionLike(bare(value))
  const any = isMade ? anyPlaceholder(sought) : undefined
  const name = placeholderOf(sought)
  if (name === undefined && !any) return undefined
  const values = isMade ? [gap(value, undefined)] : meant(orGap(next(value), value))
  const isFilled = compiler.isCallExpression(bare(callee.expression))
  const found = next(callee.expression).map((text) => {
    const names = any ? [...new Set(shapeOf(text).match(any))] : [name as string]
    if (hasNone(text, names, isFilled)) return [text]
    return names.length > 0 ? filledAll(text, names, values) : undefined
  })
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

/** Nothing (`{ id = '' }`) is there for the rows that have no placeholder. */
const meant = (values: Text[]): Text[] => {
  const said = values.filter((one) => shapeOf(one) !== '')
  return said.length > 0 ? said : values
}

/**
 * Whether a text is known to hold no placeholder, and stays as it is: `'/pods'` among paths of which others say `:id`. So does what
 * is not known at all, which callers may say.
 */
const hasNone = (text: Text, names: readonly string[], isFilled: boolean): boolean =>
  !names.some((name) => shapeOf(text).includes(name)) &&
  text.pieces.every((one) => (one.kind === 'written' ? one.exact : isFilled || text.pieces.length === 1))

/** The text with each of its placeholders filled in. */
const filledAll = (text: Text, names: readonly string[], values: readonly Text[]): Text[] | undefined =>
  names.reduce<Text[] | undefined>(
    (sofar, name) => {
      const found = sofar?.map((one) => filled(one, name, values))
      return found?.every((one) => one !== undefined) ? found.flat() : undefined
    },
    [text],
  )

/** `/:(\w+)/g`, `/\{(\w+)\}/g`: whatever a placeholder is called. */
const anyPlaceholder = (given: ts.Expression): RegExp | undefined => {
  const node = bare(given)
  const said = compiler.isRegularExpressionLiteral(node) ? /^\/(.+)\/g$/.exec(node.text)?.[1] : undefined
  return said !== undefined && ANY.has(said.replace(/[()]/g, '').replaceAll('\\', ''))
    ? new RegExp(said, 'g')
    : undefined
}

/** Such expressions, without their groups and what marks a sign as itself. */
const ANY: ReadonlySet<string> = new Set(
  [
    'w+',
    'w*',
    '[a-z]+',
    '[a-zA-Z]+',
    '[A-Za-z]+',
    '[a-zA-Z_]+',
    '[a-zA-Z_]w*',
    '[A-Za-z_]w*',
    '[^}]+',
    '[^/]+',
    '.+?',
  ].flatMap((name) => [`:${name}`, `{${name}}`, `{{${name}}}`, `{{s*${name}s*}}`]),
)

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
