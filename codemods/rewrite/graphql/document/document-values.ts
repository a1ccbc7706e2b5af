import { Kind, parseValue } from 'graphql'
import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isFittedElsewhere } from './document-fits.ts'
import { stepBack } from './document-steps.ts'

/**
 * What is put into a GraphQL string, freed of what only makes it fit in there, here or where a name or a function was
 * given it; undefined where it is made to fit in a way that nobody here knows, so that the escapes could not be taken
 * out again.
 */
export const unescaped = (trace: Trace, { node: given, scope }: At, isFreed = false): At | undefined => {
  const node = bare(given)
  const inner = compiler.isCallExpression(node) ? withoutEscapes(node) : undefined
  if (inner) return unescaped(trace, { node: inner, scope }, true)
  const isSeen = compiler.isIdentifier(node) || isFollowed(trace, { node, scope })
  if (!isSeen && /\\\\|JSON\.stringify|escape|sanitize|quote/i.test(node.getText())) return undefined
  return fittedBefore(trace, { node, scope }, isFreed, 0)
}

const DEEPEST = 6

/** The same, freed of what was done to it before: `const safe = x.replace(…)`. */
const fittedBefore = (trace: Trace, at: At, isFreed: boolean, depth: number): At | undefined => {
  const back = depth < DEEPEST ? stepBack(trace, at) : undefined
  if (!back) return !isFreed && isFittedElsewhere(trace, at) ? undefined : at
  const value = bare(back.node)
  const inner: At = { node: value, scope: back.scope }
  const isEscape = compiler.isCallExpression(value) && withoutEscapes(value) !== undefined
  const isSeen = isEscape || isFollowed(trace, inner)
  if (!isSeen && /\\\\|escape|sanitize/i.test(value.getText())) return undefined
  const behind = isEscape ? unescaped(trace, inner) : fittedBefore(trace, inner, isFreed, depth + 1)
  if (!isEscape && behind?.node === value) return at
  return back.scope?.call === at.node && !onlyGives(back) ? undefined : behind
}

/** What a function of the program's own does is told by what it gives, and any other's by its name. */
const isFollowed = (trace: Trace, at: At): boolean =>
  compiler.isCallExpression(at.node) && stepBack(trace, at) !== undefined

/** Whether a function does nothing but give what it gives: one that counts, or throws, must go on being called. */
const onlyGives = ({ scope }: At): boolean => {
  const body = (scope?.callee as ts.FunctionLikeDeclaration | undefined)?.body
  if (!body || !compiler.isBlock(body)) return true
  return body.statements.every((one) => compiler.isReturnStatement(one) || compiler.isVariableStatement(one))
}

/** The text of a constant, as GraphQL reads it within its quotes; undefined where it cannot. */
export const readWithin = (text: string): string | undefined => {
  try {
    const value = parseValue(`"${text}"`)
    return value.kind === Kind.STRING ? value.value : undefined
  } catch {
    return undefined
  }
}

/** `x.replace(/"/g, '\\"')` and `JSON.stringify(x).slice(1, -1)`. */
const withoutEscapes = (node: ts.CallExpression): ts.Expression | undefined => {
  const { expression: callee } = node
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const said = node.arguments.map((one) => one.getText()).join(', ')
  const object = bare(callee.expression)
  if (callee.name.text === 'slice' && said === '1, -1') {
    const isJson = compiler.isCallExpression(object) && object.expression.getText() === 'JSON.stringify'
    return isJson ? object.arguments[0] : undefined
  }
  const isEscape = /^(?:\/(?:\\\\|"|\\n|\\r|\\t)\/g|'"'|`"`), (['"`])\\\\(\\\\|\\?"|n|r|t)\1$/.test(said)
  return /^replace(All)?$/.test(callee.name.text) && isEscape ? object : undefined
}

const flagsOf = (trace: Trace, node: ts.Expression): ts.TypeFlags => {
  const type = trace.checker.getNonNullableType(trace.checker.getTypeAtLocation(node))
  const types = type.isUnion() ? type.types : [type]
  return types.reduce((all, { flags }) => all & kindsIn(flags), NUMBER | STRING | BOOLEAN)
}

const { NumberLike: NUMBER, StringLike: STRING, BooleanLike: BOOLEAN } = compiler.TypeFlags

const kindsIn = (flags: ts.TypeFlags): ts.TypeFlags =>
  (flags & NUMBER ? NUMBER : 0) | (flags & STRING ? STRING : 0) | (flags & BOOLEAN ? BOOLEAN : 0)

/** A value for where GraphQL read a number out of the document's text: what no type says is one may be digits. */
export const numberText = (trace: Trace, { node, scope }: At, text: string): string => {
  const isLiteral = /^(['"])-?\d+(\.\d+)?\1$/.test(text)
  if (isLiteral) return text.slice(1, -1)
  const flags = flagsOf(trace, node)
  const isNumber = (flags & NUMBER) !== 0 || isNumeric(trace, { node, scope })
  return isNumber || /\bnull\b|^Number\(/.test(text) ? text : `Number(${text})`
}

/** Whether what is known of a value besides its type says that it is a number. */
const isNumeric = (trace: Trace, { node, scope }: At): boolean => {
  const sources = trace.sources(node, scope)
  return (
    sources.length > 0 &&
    sources.every((source) => compiler.isNumericLiteral(source.node) && source.env === undefined)
  )
}

/**
 * A value for where GraphQL read a string: an interpolated value arrives as text, whatever it is.
 * @param isAny whether what no type tells may be a number
 */
export const stringText = (trace: Trace, { node }: At, text: string, isAny: boolean): string => {
  const flags = flagsOf(trace, node)
  if (flags & STRING || /^[`'"]/.test(text)) return text
  if (flags & (NUMBER | BOOLEAN)) return `String(${text})`
  return !isAny && /^([\w$.?![\]]|\[(['"])\w+\2\])+$/.test(text) ? text : `String(${text})`
}
