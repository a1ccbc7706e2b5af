import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, nameOf } from '../program/syntax/nodes.ts'
import { cutAtEnd } from './cut.ts'
import { type Encoder, encoderOf } from './encoders.ts'
import { joinedList } from './joined-list.ts'
import { joinedPath } from './joined-paths.ts'
import { gap, join, type Next } from './pieces.ts'
import { filledIn } from './placeholders.ts'
import { withoutFirstSlash, withoutSlash } from './slashes.ts'
import { overridden, type Text } from './text.ts'
import { v1AddressText } from './v1-address.ts'

/** String methods and constructors that leave the text as it is, or as good as. */
export const knownCall = (
  trace: Trace,
  node: ts.CallExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const callee = node.expression
  const path = joinedPath(trace, node, next)
  if (path) return path
  if (compiler.isIdentifier(callee)) return calledByName(trace, node, callee, scope, next)
  return compiler.isPropertyAccessExpression(callee) ? method(trace, node, callee, scope, next) : undefined
}

/** `encodeURIComponent(id)`, `gql('…')`, `v1Address(…)`, `String(id)` */
const calledByName = (
  trace: Trace,
  node: ts.CallExpression,
  callee: ts.Identifier,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const [first] = node.arguments
  const encoder = encoderOf(callee)
  if (encoder && first) return encoded(next(first), node, scope, CHANGED[encoder])
  if (first && isDocumentCall(trace, node, callee)) return next(first)
  const kept = v1AddressText(node, next)
  if (kept) return kept
  return callee.text === 'String' && first ? next(first) : undefined
}

/** `base.trim()`, `base.replace(/\/$/, '')`, `[base, 'pods'].join('/')` */
const method = (
  trace: Trace,
  node: ts.CallExpression,
  { expression: object, name: { text: name } }: ts.PropertyAccessExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const [first] = node.arguments
  if (name === 'default' && node.arguments.length === 1 && first) return schemaDefault(node, next(first))
  if (/^(get|getOrThrow)$/.test(name)) return configured(node, next)
  if (/^(toString|trim|trimStart|trimEnd)$/.test(name)) return next(object)
  if (name === 'toLowerCase') return lowered(next(object), node)
  const cut = cutAtEnd(node, next)
  if (cut) return cut
  const pattern = name === 'replace' && first ? patternOf(trace, first, scope) : undefined
  const trim = pattern && trimmed(pattern.text, next(object))
  const filled = trim ?? filledIn(node, next)
  if (filled) return filled
  if (name === 'concat' && node.arguments.length > 0)
    return node.arguments.reduce((sofar, one) => join(sofar, next(one)), next(object))
  return joinedList(trace, node, scope, next)
}

/** The texts, and of each part that may be in other letters then, by which call; a word for a path is in small ones. */
const lowered = (found: Text[], call: ts.CallExpression): Text[] =>
  found.map((text) => ({
    ...text,
    pieces: text.pieces.map((one) => {
      if (one.kind === 'written' && one.text === one.text.toLowerCase()) return one
      const isWord = one.kind === 'written' && /^[\w/-]+$/.test(one.text)
      const changed = { ...one, changedBy: [...(one.changedBy ?? []), call] }
      return isWord ? { ...changed, text: one.text.toLowerCase(), exact: false } : changed
    }),
  }))

/** `gql('…')`, and `parse` and `print` of graphql-js: the document as it was written. */
const isDocumentCall = (trace: Trace, node: ts.CallExpression, callee: ts.Identifier): boolean => {
  if (!/^(gql|graphql|parse|print)$/.test(callee.text) || trace.targets(node, undefined).length > 0)
    return false
  const module = trace.sources(callee, undefined)[0]?.external?.module
  return module !== undefined && (/graphql|gql/.test(module) || /^(gql|graphql)$/.test(callee.text))
}

/** A regular expression, also by the name of a constant. */
const patternOf = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
): ts.RegularExpressionLiteral | undefined => {
  const node = bare(given)
  const [source, ...others] = compiler.isIdentifier(node) ? trace.sources(node, scope) : [{ node }]
  return source && others.length === 0 && compiler.isRegularExpressionLiteral(source.node)
    ? source.node
    : undefined
}

/** `.replace(/\/+$/, '')` and `.replace(/^\//, '')`: slashes taken off one end. */
const trimmed = (pattern: string, found: Text[]): Text[] | undefined => {
  if (/^\/\(?(\\\/|\[\/\\]+\])[+*]?\)?\$\//.test(pattern)) return found.map(withoutSlash)
  return /^\/\^\(?(\\\/|\[\/\\]+\])[+*]?\)?\//.test(pattern) ? found.map(withoutFirstSlash) : undefined
}

/** `config.get('NAME', 'https://…')`: a configuration's default, which the environment may override. */
const configured = ({ arguments: given }: ts.CallExpression, next: Next): Text[] | undefined => {
  const [name, value, ...others] = given
  if (!name || !value || others.length > 0 || !compiler.isStringLiteralLike(name)) return undefined
  const found = next(value)
  const isWritten = found.every(({ pieces }) => pieces.some(({ kind }) => kind === 'written'))
  return isWritten ? found.map((text) => overridden(text, [{ name: name.text, node: name }])) : undefined
}

/** `NAME: z.string().default('…')`: the environment may override it. */
const schemaDefault = (node: ts.CallExpression, found: Text[]): Text[] => {
  let at: ts.Node = node
  while (!compiler.isPropertyAssignment(at) && at.parent && !compiler.isStatement(at)) at = at.parent
  const name = compiler.isPropertyAssignment(at) ? nameOf(at.name) : undefined
  return found.map((text) => overridden(text, name ? [{ name, node: at }] : []))
}

/** What means something else in an address before it is encoded. */
const CHANGED: Record<Encoder, RegExp> = { encodeURIComponent: /[&=#?+%/]/, encodeURI: /%/ }

/** An encoded value keeps the shape of a literal that means the same as it is, and otherwise is one gap: it never holds a slash. */
const encoded = (inner: Text[], node: ts.Expression, scope: Scope | undefined, changed: RegExp): Text[] => {
  const plain = inner.every((text) =>
    text.pieces.every((one) => one.kind === 'written' && !changed.test(one.text)),
  )
  return plain ? inner : [gap(node, scope)]
}
