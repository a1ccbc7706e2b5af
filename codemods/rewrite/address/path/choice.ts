import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { bare, isConst, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { matchRoute, wordsOf } from '../../../sites/texts/route.ts'
import type { Piece } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { allowedWords } from '../../body/held/allowed-words.ts'
import { type Edit, replaceSpan } from '../../edit/edit.ts'
import type { Reason } from '../../reason.ts'
import { passedWords } from './passed-words.ts'

/** A path whose last word is chosen at run time among operations that v2 made one of (`/pods/${id}/${action}`). */
export interface Choice {
  readonly route: Route
  readonly edits: readonly Edit[]
  /** The body that carries the choice, as source text. */
  readonly body: string
  /** Whether there is anything to choose: of one word that is written out, the path is known. */
  readonly isOpen: boolean
  /** Whether the word is said by a constant's name (`STOP`, `ACTIONS.stop`). */
  readonly isNamed: boolean
}

/** Reads such a choice; undefined where the words are not all known, or v2 did not make them one operation. */
export const readChoice = (
  trace: Trace,
  located: readonly Located[],
  routes: readonly Route[],
  method: string,
): Choice | Reason | undefined => {
  // a wrapper may put a query behind it, where there is one: `${path}${query ? `?${query}` : ''}`
  const first = located.find(({ shape, query }) => query === shape.length)
  const last = first && lastPart(first)
  if (!first || !last) return undefined
  const { expression } = last
  const words = wordsOfChoice(trace, expression, located)
  const path = first.shape.slice(first.path, first.query).replace(/[^/]*$/, '')
  const matched = words?.map((word) => matchRoute(routes, method, path + word))
  // of operations that v2 made one, the one of which most is to be said
  const [route] = [...(matched ?? [])].sort((one, other) => doneBy(other) - doneBy(one))
  const gone = matched?.find((one) => one?.gone)
  if (gone && matched?.every((one) => one !== undefined)) return withoutTwin(gone)
  if (!route || !words || !matched?.every((one, index) => sendsWord(one, route, words[index] ?? '')))
    return undefined
  const [key] = Object.keys(route.sends ?? {})
  return {
    route,
    edits: [last.replacedBy(wordsOf(route.v2.path).at(-1) ?? '')],
    isOpen: new Set(words).size > 1 || !isWritten(writtenWords(located)),
    isNamed: isConstant(trace, expression),
    body: expression.getText() === key ? `{ ${key} }` : `{ ${key}: ${expression.getText()} }`,
  }
}

const isConstant = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  const [name, owner] = compiler.isPropertyAccessExpression(node)
    ? [node.name, node.expression]
    : [node, node]
  const declared = [name, owner].map((one) =>
    compiler.isIdentifier(one) ? symbolBehind(trace, one)?.valueDeclaration : undefined,
  )
  return declared.every(
    (one) =>
      one !== undefined &&
      ((compiler.isVariableDeclaration(one) && isConst(one)) ||
        compiler.isPropertyAssignment(one) ||
        compiler.isEnumMember(one) ||
        compiler.isEnumDeclaration(one)),
  )
}

const doneBy = (route: Route | undefined): number => route?.does.length ?? 0

/** One of the words names an operation that v2 has not: the choice cannot be handed to v2 as it is. */
const withoutTwin = ({ id, gone = '', old }: Route): Reason => ({
  rule: id,
  why: `it may be ${wordsOf(old.path).at(-1)}, and ${gone}`,
  fix: 'take that word out of the choice, then run upshift again',
})

/** Whether an operation is what v2 made another one of, told apart by a word that is sent. */
export const sendsWord = (one: Route | undefined, route: Route, word: string): boolean =>
  one !== undefined &&
  !one.gone &&
  one.v2.path === route.v2.path &&
  Object.keys(one.sends ?? {}).length === 1 &&
  Object.values(one.sends ?? {})[0] === word

/** The expression that makes the last segment of a path, and the edit that says a word in its place. */
interface LastPart {
  readonly expression: ts.Expression
  readonly replacedBy: (word: string) => Edit
}

/** The `${…}` that makes the last segment of a template, or what a sum ends in. */
const lastPart = (located: Located): LastPart | undefined => {
  const last = located.text.pieces.at(-1)
  if (!last) return undefined
  const node = last.kind === 'gap' ? last.node : nodeAt(last.file, last.start)
  const span = spanAround(node) ?? spanAfter(located.text.pieces.at(-2))
  if (span)
    return span.literal.text === ''
      ? { expression: span.expression, replacedBy: (word) => replaceSpan(span, word) }
      : undefined
  return node && (lastOperand(node) ?? operandAfter(located.text.pieces.at(-2)))
}

/** The same of a sum: `'/pods/' + id + '/' + STOP`. */
const operandAfter = (piece: Piece | undefined): LastPart | undefined => {
  const before = piece?.kind === 'written' ? nodeAt(piece.file, piece.start) : undefined
  const sum = before && isOperation(before.parent, '+') ? before.parent : undefined
  const whole = sum && sum.right === before ? sum.parent : sum
  const isLast = whole && isOperation(whole, '+') && !isOperation(whole.parent, '+')
  return isLast ? lastOperand(whole.right) : undefined
}

/** `'/pods/' + id + '/' + verb`: the text before it takes the word. */
const lastOperand = (node: ts.Node): LastPart | undefined => {
  const { parent } = node
  if (!compiler.isExpression(node) || !isOperation(parent, '+') || parent.right !== node) return undefined
  const before = isOperation(parent.left, '+') ? parent.left.right : parent.left
  if (!compiler.isStringLiteral(before) || !before.text.endsWith('/')) return undefined
  const at = before.getEnd() - 1
  const file = node.getSourceFile()
  const quote = file.text.charAt(at)
  return {
    expression: node,
    replacedBy: (word) => ({ file, start: at, end: node.getEnd(), text: word + quote }),
  }
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
  const written = writtenWords(located)
  if (isWritten(written)) return written
  const type = trace.checker.getTypeAtLocation(expression)
  const types = type.isUnion() ? type.types : [type]
  return types.every((one) => one.isStringLiteral())
    ? types.map((one) => (one as ts.StringLiteralType).value)
    : (allowedWords(trace, expression) ?? passedWords(trace, expression))
}

const writtenWords = (located: readonly Located[]): string[] =>
  located.map(({ shape, path, query }) => shape.slice(path, query).split('/').at(-1) ?? '')

const isWritten = (words: readonly string[]): boolean =>
  words.every((word) => word !== '' && !word.includes('\0'))
