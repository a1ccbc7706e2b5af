import type { ts } from 'ts-morph'
import { errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'

/** A question about a body as a whole: which words it has somewhere, or how many members. */
export interface AskedWhole {
  readonly body: ts.Expression
  /** The word of an error that is looked for; undefined where it is told by the number of its members. */
  readonly word: string | undefined
}

/**
 * `JSON.stringify(body).includes('message')`, `Object.keys(body).includes('error')` and `Object.keys(body).length === 1`,
 * by which an error of v1 is told from an answer.
 */
export const askedWhole = (node: ts.Node): AskedWhole | undefined => {
  if (compiler.isBinaryExpression(node)) return countedBy(node)
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { name, expression: owner } = node.expression
  const [first] = node.arguments
  if (!first || !SEARCHES.test(name.text)) return undefined
  const [held, sought] = name.text === 'test' ? [first, owner] : [owner, first]
  const body = givenTo(held, /^(JSON\.stringify|Object\.keys)$/)
  const word = body && wordIn(bare(sought))
  return body && word ? { body, word } : undefined
}

const SEARCHES = /^(includes|indexOf|match|search|test)$/

/** What a call of one of some functions is given. */
const givenTo = (given: ts.Expression, callee: RegExp): ts.Expression | undefined => {
  const node = bare(given)
  const isIt = compiler.isCallExpression(node) && callee.test(node.expression.getText())
  return isIt ? node.arguments[0] : undefined
}

/** The one word of an error that a text or a regular expression says, in quotes or without. */
const wordIn = (node: ts.Expression): string | undefined => {
  if (!compiler.isStringLiteralLike(node) && !compiler.isRegularExpressionLiteral(node)) return undefined
  const said = /^\/?[\\"']*(\w+)[\\"']*:?\/?\w*$/.exec(node.text)?.[1]
  return said !== undefined && Object.hasOwn(errorWords, said) ? said : undefined
}

/** `Object.keys(body).length === 1`, `Object.keys(body).length < 2` */
const countedBy = ({ left, operatorToken, right }: ts.BinaryExpression): AskedWhole | undefined => {
  const number = bare(right)
  const most = /^[!=]==?$|^<=$/.test(operatorToken.getText())
    ? '1'
    : operatorToken.getText() === '<'
      ? '2'
      : ''
  if (!compiler.isNumericLiteral(number) || number.text !== most) return undefined
  const length = bare(left)
  const isLength = compiler.isPropertyAccessExpression(length) && length.name.text === 'length'
  const body = isLength ? givenTo(length.expression, /^Object\.keys$/) : undefined
  return body && { body, word: undefined }
}
