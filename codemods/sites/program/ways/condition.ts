import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { flatText } from '../syntax/flat-text.ts'
import { outcomeOf } from '../syntax/logic.ts'
import { bare } from '../syntax/nodes.ts'

/** What is known of a text: all of it, or how it begins and ends. */
export interface Beginning {
  readonly text: string
  readonly isWhole: boolean
  readonly end?: string
}

/** What an expression may be, one for each alternative; undefined where any of them is not known. */
export type Ask = (node: ts.Expression) => readonly Beginning[] | undefined

/**
 * What a condition comes to where what it asks about is known: `path.startsWith('/')`, `/^https?:/.test(path)`,
 * `surface === 'infra'`. Undefined where it is not.
 */
export const decided = (condition: ts.Expression, ask: Ask): boolean | undefined =>
  outcomeOf(condition, (part) => {
    if (compiler.isBinaryExpression(part)) return compared(part, ask)
    return compiler.isCallExpression(part) ? tested(part, ask) : undefined
  })

const tested = (
  { expression: callee, arguments: [first] }: ts.CallExpression,
  ask: Ask,
): boolean | undefined => {
  if (!compiler.isPropertyAccessExpression(callee) || !first) return undefined
  const { name, expression: subject } = callee
  if (name.text === 'startsWith' && compiler.isStringLiteralLike(first))
    return agreed(ask(subject), (one) => beginsWith(one, first.text))
  // Of another end (`/v1`), what it comes to may change with the address.
  if (name.text === 'endsWith' && compiler.isStringLiteralLike(first) && first.text === '/')
    return agreed(ask(subject), endsInSlash)
  const slash = name.text === 'test' ? SLASH_AT[subject.getText()] : undefined
  if (slash) return agreed(ask(first), slash)
  const isAddress = compiler.isRegularExpressionLiteral(subject) && /^\/\^https?\??/.test(subject.text)
  return name.text === 'test' && isAddress ? agreed(ask(first), isHttp) : undefined
}

const compared = (node: ts.BinaryExpression, ask: Ask): boolean | undefined => {
  const isEqual = /^={2,3}$/.test(node.operatorToken.getText())
  if (!isEqual && !/^!={1,2}$/.test(node.operatorToken.getText())) return undefined
  const [literal, asked] = compiler.isStringLiteralLike(bare(node.left))
    ? [bare(node.left), node.right]
    : [bare(node.right), node.left]
  if (!compiler.isStringLiteralLike(literal)) return undefined
  const letter = literal.text === '/' ? letterOf(bare(asked)) : undefined
  const same = letter ? agreed(ask(letter.of), letter.at) : isSaidAs(ask(asked), literal.text)
  return same === undefined ? undefined : same === isEqual
}

/** Whether what is known says that it is this text; undefined where it may be. */
export const isSaidAs = (found: readonly Beginning[] | undefined, text: string): boolean | undefined =>
  agreed(found, (one) => is(one, text))

const agreed = (
  found: readonly Beginning[] | undefined,
  asked: (one: Beginning) => boolean | undefined,
): boolean | undefined => {
  const [first, ...others] = (found ?? []).map(asked)
  return others.every((one) => one === first) ? first : undefined
}

const is = ({ text, isWhole }: Beginning, other: string): boolean | undefined =>
  isWhole ? text === other : other.startsWith(text) ? undefined : false

const beginsWith = ({ text, isWhole }: Beginning, prefix: string): boolean | undefined => {
  if (isWhole || text.length >= prefix.length) return text.startsWith(prefix)
  return prefix.startsWith(text) ? undefined : false
}

const beginsWithSlash = (one: Beginning): boolean | undefined => beginsWith(one, '/')

/** Something else that may take the place of a text (the environment) the program sets right in the same way. */
const endsInSlash = ({ text, isWhole, end = '' }: Beginning): boolean | undefined => {
  const said = isWhole ? text : end
  return isWhole || said !== '' ? said.endsWith('/') : undefined
}

/** Whether a text has a slash at one of its ends. */
type SlashAt = (one: Beginning) => boolean | undefined

/** `/^\//.test(path)`, `/\/$/.test(base)` */
const SLASH_AT: Readonly<Record<string, SlashAt>> = {
  '/^\\//': beginsWithSlash,
  '/^\\/+/': beginsWithSlash,
  '/\\/$/': endsInSlash,
  '/\\/+$/': endsInSlash,
}

/** The text whose first or last letter is asked for: `path[0]`, `path.charAt(0)`, `base.at(-1)`, `base[base.length - 1]`, `base.slice(-1)`. */
const letterOf = (node: ts.Expression): { readonly of: ts.Expression; readonly at: SlashAt } | undefined => {
  const said = flatText(node).replaceAll(' ', '')
  const isIndex = compiler.isElementAccessExpression(node)
  const callee = compiler.isCallExpression(node) ? node.expression : undefined
  const of = isIndex
    ? node.expression
    : callee && compiler.isPropertyAccessExpression(callee)
      ? callee.expression
      : undefined
  if (!of) return undefined
  const rest = said.slice(flatText(of).replaceAll(' ', '').length).replace(/^\?\./, '.')
  if (/^(\[0\]|\.(charAt|at)\(0\)|\.(slice|substring)\(0,1\))$/.test(rest)) return { of, at: beginsWithSlash }
  const isLast = /^(\.(at|slice)\(-1\)|(\[|\.charAt\().+\.length-1[\])])$/.test(rest)
  return isLast ? { of, at: endsInSlash } : undefined
}

const isHttp = (one: Beginning): boolean | undefined =>
  [beginsWith(one, 'http://'), beginsWith(one, 'https://')].reduce((left, right) => left || right)
