import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { gap, join, type Next, piece } from './pieces.ts'
import { nameOf, type Scope } from './scope.ts'
import { emptyText, type Text } from './text.ts'

/** String methods and constructors that leave the text as it is, or as good as. */
export const knownCall = (
  node: ts.CallExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const callee = node.expression
  const [first] = node.arguments
  if (compiler.isIdentifier(callee)) {
    if (/^(encodeURIComponent|encodeURI)$/.test(callee.text) && first)
      return encoded(next(first), node, scope)
    return callee.text === 'String' && first ? next(first) : undefined
  }
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const object = callee.expression
  if (callee.name.text === 'default' && node.arguments.length === 1 && first)
    return schemaDefault(node, next(first))
  if (/^(toString|trim|trimEnd|toLowerCase)$/.test(callee.name.text)) return next(object)
  if (callee.name.text === 'replace' && first && compiler.isRegularExpressionLiteral(first)) {
    return first.text.includes('/+$') || first.text.includes('\\/$')
      ? next(object).map(withoutSlash)
      : undefined
  }
  if (callee.name.text === 'concat' && node.arguments.length > 0)
    return node.arguments.reduce((sofar, one) => join(sofar, next(one)), next(object))
  if (
    callee.name.text === 'join' &&
    compiler.isArrayLiteralExpression(object) &&
    first &&
    compiler.isStringLiteralLike(first)
  )
    return joined(object, first, next)
  return undefined
}

/** `NAME: z.string().default('…')`: the environment may override it. */
const schemaDefault = (node: ts.CallExpression, found: Text[]): Text[] => {
  let at: ts.Node = node
  while (!compiler.isPropertyAssignment(at) && at.parent && !compiler.isStatement(at)) at = at.parent
  const name = compiler.isPropertyAssignment(at) ? nameOf(at.name) : undefined
  return found.map((text) => ({ ...text, env: name ? [...text.env, name] : text.env }))
}

/** An encoded value keeps the shape of a literal and otherwise is one gap: it never holds a slash. */
const encoded = (inner: Text[], node: ts.Expression, scope: Scope | undefined): Text[] => {
  const plain = inner.every((text) => text.pieces.every((one) => one.kind === 'written'))
  return plain ? inner : [gap(node, scope)]
}

const withoutSlash = (text: Text): Text => {
  const last = text.pieces.at(-1)
  if (last?.kind !== 'written' || !last.text.endsWith('/')) return text
  return { ...text, pieces: [...text.pieces.slice(0, -1), { ...last, text: last.text.replace(/\/+$/, '') }] }
}

const joined = (array: ts.ArrayLiteralExpression, separator: ts.StringLiteralLike, next: Next): Text[] =>
  array.elements.reduce<Text[]>(
    (sofar, one, index) => {
      const glue: Text = {
        pieces: separator.text ? [{ ...piece(separator), text: separator.text, exact: false }] : [],
        env: [],
      }
      return join(index === 0 ? sofar : join(sofar, [glue]), next(one))
    },
    [emptyText],
  )
