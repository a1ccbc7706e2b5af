import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'

/** Places where an answer is only looked at: conditions, statements, `!x`, `typeof x`, text. */
export const isHarmless = (parent: ts.Node): boolean =>
  compiler.isExpressionStatement(parent) ||
  compiler.isIfStatement(parent) ||
  compiler.isPrefixUnaryExpression(parent) ||
  compiler.isVoidExpression(parent) ||
  compiler.isTypeOfExpression(parent) ||
  compiler.isTemplateSpan(parent) ||
  compiler.isWhileStatement(parent)

/** undici's `body.dump()`: nobody reads what is in it. */
export const DISCARDS = /^(dump|destroy|resume)$/

/** `text.slice(0, 300)`: a part that is said in a message, and that nobody can parse. */
export const isExcerpt = (name: string, { arguments: given }: ts.CallExpression): boolean =>
  /^(slice|substring|substr)$/.test(name) && given.length === 2 && given.every(compiler.isNumericLiteral)
