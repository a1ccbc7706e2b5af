import type { ts } from 'ts-morph'
import { errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { underFailure } from '../failure/failure.ts'

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
const isExcerpt = (name: string, { arguments: given }: ts.CallExpression): boolean =>
  /^(slice|substring|substr)$/.test(name) && given.length === 2 && given.every(compiler.isNumericLiteral)

/**
 * Whether a method of a text gives nothing of the answer: an excerpt, or whether a refusal says a word,
 * `FULL.some((word) => text.includes(word))`.
 */
export const givesNone = (trace: Trace, name: string, call: ts.CallExpression): boolean =>
  isExcerpt(name, call) ||
  (/^(includes|startsWith|endsWith|indexOf|lastIndexOf|search)$/.test(name) && underFailure(trace, call))

/**
 * `text.includes('"desiredStatus":"RUNNING"')`: who looks for a member, or for a word such as members have, reads the answer.
 * Words of errors are told of where they are looked for.
 */
export const seeksMember = (name: string, { arguments: [sought] }: ts.CallExpression): boolean => {
  if (!/^(includes|indexOf|lastIndexOf|search|match|matchAll|split)$/.test(name) || !sought) return false
  if (!compiler.isStringLiteralLike(sought) && !compiler.isRegularExpressionLiteral(sought)) return false
  const words = sought.text.match(/(?<=")\w+(?=")|\b[a-z]+[A-Z]\w+|\b[A-Z]{4,}\b/g) ?? []
  return !sought.text.startsWith('<') && words.some((word) => !Object.hasOwn(errorWords, word))
}
