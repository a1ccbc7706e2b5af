import type { ts } from 'ts-morph'
import type { Scope } from '../program/frames/frames.ts'
import { isOperation } from '../program/syntax/nodes.ts'
import { concat, type Gap, type Override, overridden, type Piece, shapeOf, type Text } from './text.ts'

/** Texts one joint may give. */
const MOST_JOINED = 24

/** Reads an expression that is part of another, in the same frame unless another is named. */
export type Next = (inner: ts.Expression, scope?: Scope) => Text[]

/** A text of one unknown part. */
export const gap = (
  node: ts.Expression,
  scope: Scope | undefined,
  more: Partial<Pick<Gap, 'parameter' | 'env' | 'entries'>> = {},
): Text => ({ pieces: [{ kind: 'gap', node, scope, ...more }], env: [] })

/** Where the characters of a literal begin. */
export const piece = (node: ts.Node): { kind: 'written'; file: ts.SourceFile; start: number } => ({
  kind: 'written',
  file: node.getSourceFile(),
  start: node.getStart() + 1,
})

/** A string literal. */
export const written = (node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): Text => {
  const raw = node.getText().slice(1, -1)
  return {
    pieces: node.text === '' ? [] : [{ ...piece(node), text: node.text, exact: raw === node.text }],
    env: [],
  }
}

const part = (node: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): Text => {
  const raw = node
    .getText()
    .replace(/^[`}]/, '')
    .replace(/(\$\{|`)$/, '')
  return {
    pieces: node.text === '' ? [] : [{ ...piece(node), text: node.text, exact: raw === node.text }],
    env: [],
  }
}

/** Something always stands there, even if nothing is known of it. */
export const orGap = (found: Text[], node: ts.Expression): Text[] =>
  found.length > 0 ? found : [gap(node, undefined)]

/** A template; `next` reads its parts. */
export const template = (node: ts.TemplateExpression, next: Next): Text[] =>
  node.templateSpans.reduce(
    (sofar, span) => join(join(sofar, orGap(next(span.expression), span.expression)), [part(span.literal)]),
    [part(node.head)],
  )

/** Every left text followed by every right one. */
export const join = (left: Text[], right: Text[]): Text[] =>
  left.flatMap((one) => right.map((two) => concat(one, two))).slice(0, MOST_JOINED)

/** What a sum is made of, however long it is: `a + b + c`. */
export const operandsOf = (node: ts.BinaryExpression): ts.Expression[] => {
  const operands: ts.Expression[] = []
  let at: ts.Expression = node
  while (isOperation(at, '+')) {
    operands.unshift(at.right)
    at = at.left
  }
  return [at, ...operands]
}

const envOf = (one: Piece): Override[] =>
  one.kind === 'gap' && one.env !== undefined ? [{ name: one.env, node: one.node }] : []

/**
 * Where one alternative is written out and the other comes from the environment, the written one is the default. Nothing
 * (`process.env.POD_ID || ''`) is no default that a call is meant to be made with.
 */
export const preferKnown = (found: Text[]): Text[] => {
  const env = found.flatMap((text) => (text.pieces.length === 1 ? text.pieces : [])).flatMap(envOf)
  if (env.length === 0) return found
  const isFromEnv = (text: Text): boolean => text.pieces.length === 1 && text.pieces.flatMap(envOf).length > 0
  const known = found.filter((text) => !isFromEnv(text))
  if (known.every((text) => shapeOf(text) === '')) return found.filter(isFromEnv)
  return known.length === 0 ? found : known.map((text) => overridden(text, env))
}

/** `left || right`, where the left may be left out unless it is sure. */
export const fallback = (left: Text[], right: Text[], isSure: boolean): Text[] => {
  const given =
    isSure && left.length > 0 && left.every((text) => shapeOf(text) !== '' && !shapeOf(text).includes('\0'))
  return given ? left : preferKnown([...left, ...right])
}

/** Each text once. */
export const dedupe = (found: Text[]): Text[] => {
  const seen = new Set<string>()
  return found.filter((text) => {
    const key = text.pieces
      .map((one) =>
        one.kind === 'written'
          ? `${one.file.fileName}:${one.start}:${one.text}`
          : `gap:${one.node.pos}:${one.node.end}`,
      )
      .join('|')
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}
