import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'

/** Places where a value is only looked at: conditions, statements, `!x`, `typeof x`. */
export const isOnlyLookedAt = (parent: ts.Node): boolean =>
  compiler.isExpressionStatement(parent) ||
  compiler.isIfStatement(parent) ||
  compiler.isWhileStatement(parent) ||
  compiler.isPrefixUnaryExpression(parent) ||
  compiler.isVoidExpression(parent) ||
  compiler.isTypeOfExpression(parent)

/** The same, and text that a whole answer is put into, which says nothing of it. */
export const isHarmless = (parent: ts.Node): boolean =>
  isOnlyLookedAt(parent) || compiler.isTemplateSpan(parent)

/** undici's `body.dump()`: nobody reads what is in it. */
export const DISCARDS = /^(dump|destroy|resume)$/

/** `text.slice(0, 300)`: a part that is said in a message, and that nobody can parse. */
export const isExcerpt = (name: string, { arguments: given }: ts.CallExpression): boolean =>
  /^(slice|substring|substr)$/.test(name) && given.length === 2 && given.every(compiler.isNumericLiteral)
