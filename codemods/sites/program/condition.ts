import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { outcomeOf } from './logic.ts'
import { bare } from './scope.ts'

/** What is known of a text: all of it, or how it begins. */
export interface Beginning {
  readonly text: string
  readonly isWhole: boolean
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
  const same = agreed(ask(asked), (one) => is(one, literal.text))
  return same === undefined ? undefined : same === isEqual
}

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

const isHttp = (one: Beginning): boolean | undefined =>
  [beginsWith(one, 'http://'), beginsWith(one, 'https://')].reduce((left, right) => left || right)
