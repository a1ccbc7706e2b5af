import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { matchRoute, wordsOf } from '../../sites/texts/route.ts'
import type { Piece } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { allowedWords } from '../body/allowed-words.ts'
import { type Edit, replaceSpan } from '../edit/edit.ts'
import { nodeAt } from '../edit/node-at.ts'
import type { Reason } from '../reason.ts'

/** A path whose last word is chosen at run time among operations that v2 made one of (`/pods/${id}/${action}`). */
export interface Choice {
  readonly route: Route
  readonly edits: readonly Edit[]
  /** The body that carries the choice, as source text. */
  readonly body: string
  /** How many words there are to choose from. */
  readonly words: number
}

/** Reads such a choice; undefined where the words are not all known, or v2 did not make them one operation. */
export const readChoice = (
  trace: Trace,
  located: readonly Located[],
  routes: readonly Route[],
  method: string,
): Choice | Reason | undefined => {
  const [first] = located
  const span = first && lastSpan(first)
  if (!first || !span) return undefined
  const words = wordsOfChoice(trace, span.expression, located)
  const path = first.shape.slice(first.path, first.query).replace(/[^/]*$/, '')
  const matched = words?.map((word) => matchRoute(routes, method, path + word))
  const [route] = matched ?? []
  const gone = matched?.find((one) => one?.gone)
  if (gone && matched?.every((one) => one !== undefined)) return withoutTwin(gone)
  if (!route || !words || !matched?.every((one, index) => sendsWord(one, route, words[index] ?? '')))
    return undefined
  const [key] = Object.keys(route.sends ?? {})
  return {
    route,
    edits: [replaceSpan(span, wordsOf(route.v2.path).at(-1) ?? '')],
    words: new Set(words).size,
    body: span.expression.getText() === key ? `{ ${key} }` : `{ ${key}: ${span.expression.getText()} }`,
  }
}

/** One of the words names an operation that v2 has not: the choice cannot be handed to v2 as it is. */
const withoutTwin = ({ id, gone = '', old }: Route): Reason => ({
  rule: id,
  why: `it may be ${wordsOf(old.path).at(-1)}, and ${gone}`,
  fix: 'take that word out of the choice, then run upshift again',
})

const sendsWord = (one: Route | undefined, route: Route, word: string): boolean =>
  one !== undefined &&
  !one.gone &&
  one.v2.path === route.v2.path &&
  Object.keys(one.sends ?? {}).length === 1 &&
  Object.values(one.sends ?? {})[0] === word

/** The `${…}` that makes the last segment of a template. */
const lastSpan = (located: Located): ts.TemplateSpan | undefined => {
  const last = located.text.pieces.at(-1)
  if (!last || located.query !== located.shape.length) return undefined
  const node = last.kind === 'gap' ? last.node : nodeAt(last.file, last.start)
  const span = spanAround(node) ?? spanAfter(located.text.pieces.at(-2))
  return span?.literal.text === '' ? span : undefined
}

const spanAround = (node: ts.Node | undefined): ts.TemplateSpan | undefined => {
  let at = node
  while (at && !compiler.isTemplateSpan(at) && !compiler.isStatement(at)) at = at.parent
  return at && compiler.isTemplateSpan(at) ? at : undefined
}

/** The word stands elsewhere (in a table): the `${…}` follows the slash before it. */
const spanAfter = (piece: Piece | undefined): ts.TemplateSpan | undefined => {
  const before = piece?.kind === 'written' ? nodeAt(piece.file, piece.start) : undefined
  const { parent } = before ?? {}
  if (parent && compiler.isTemplateExpression(parent)) return parent.templateSpans[0]
  if (!parent || !compiler.isTemplateSpan(parent)) return undefined
  const { templateSpans } = parent.parent
  return templateSpans[templateSpans.indexOf(parent) + 1]
}

const wordsOfChoice = (
  trace: Trace,
  expression: ts.Expression,
  located: readonly Located[],
): string[] | undefined => {
  const written = located.map(({ shape, path, query }) => shape.slice(path, query).split('/').at(-1) ?? '')
  if (written.every((word) => word !== '' && !word.includes('\0'))) return written
  const type = trace.checker.getTypeAtLocation(expression)
  const types = type.isUnion() ? type.types : [type]
  return types.every((one) => one.isStringLiteral())
    ? types.map((one) => (one as ts.StringLiteralType).value)
    : allowedWords(trace, expression)
}
