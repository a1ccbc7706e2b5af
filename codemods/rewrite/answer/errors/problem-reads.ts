import type { ts } from 'ts-morph'
import { errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { heldOnTheWay } from '../../../sites/answers/answer.ts'
import { isParsing, underFailure, underSuccess } from '../../../sites/answers/failure/failure.ts'
import { nameOf, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { isOfAnotherCall } from '../another-call.ts'
import { answerFlow } from '../answer.ts'
import { functionsOf, placeAround } from '../functions-of.ts'
import { isOfCaughtAnswer } from './caught-answers.ts'
import { placesOf } from './error-handlers.ts'
import { wordedReads } from './error-helpers.ts'
import { keptBodies } from './kept-bodies.ts'
import { isMemberRead, type MemberRead, nameRead } from './member-read.ts'
import { answerBehind, isParsingOf, parsingsBehind, tellsFailure } from './parsed-bodies.ts'
import {
  besideInV2,
  boundInV2,
  boundOf,
  isBoundApart,
  isErrorWord,
  saysItself,
  wordAllowed,
} from './problem-types.ts'
import { chainOf, isAtOnce, readsInV2, wordEdits, wordedEdits } from './problem-words.ts'
import { holdsOne, isTakenOf, isTakenOfThrown, isThrownBody } from './thrown-answers.ts'

/** Whether the members read of an error's body are found in v2's, too. */
export const isProblemWord = (name: string): boolean =>
  Object.entries(errorWords).some((pair) => pair.includes(name))

/** Reads of what an error says. */
export interface ProblemReads {
  /** Of a body that is parsed where the call is made: a mapper around it would give them v1's words. */
  readonly own: readonly Edit[]
  /** In the helpers on the way, and of what axios keeps of a failed call. */
  readonly others: readonly Edit[]
}

/** v1's `message` of a parsed error, read as v2's `detail` where there is one: right for either API. */
export const readProblem = (trace: Trace, site: Site): ProblemReads => {
  const around = placeAround(site.top)
  const roots = parsedRoots(trace, site)
  const own: Edit[] = []
  const others: Edit[] = []
  for (const place of placesOf(trace, site))
    walk(place, (node) => {
      const read = problemRead(trace, site, node, roots)
      // Of another call's body nothing is known where the call is made.
      const isStrange =
        read?.parsed !== undefined &&
        !read.isOwn &&
        place === around &&
        (!isMemberRead(node) || isAtOnce(node)) &&
        !isOfCaughtAnswer(trace, read.parsed, site) &&
        !isParsingOf(trace, read.parsed, site.top)
      if (read && !isStrange && (read.isOwn || !isReadOfAnother(trace, node, site, place)))
        (read.isOwn ? own : others).push(...read.edits)
      return undefined
    })
  for (const { node, body, isSure } of wordedReads(trace, site)) {
    if (compiler.isArrayLiteralExpression(node) || compiler.isBinaryExpression(node)) continue
    if (isSure === false) continue
    ;(holdsOne(body, roots) ? own : others).push(...wordedEdits(trace, node))
  }
  return { own, others }
}

/** Whether a member is read, or taken, of what another call than the site's gave. */
export const isReadOfAnother = (trace: Trace, node: ts.Node, site: Site, place: ts.Node): boolean => {
  const owner = isMemberRead(node)
    ? node.expression
    : compiler.isBindingElement(node)
      ? boundOf(node)
      : undefined
  if (!owner || keptBodies(trace, site).callBehind(owner)) return false
  return isOfAnotherCall(trace, owner, site, place)
}

/** Where the call's answer is given whole to who reads it, also one that was refused: no helper on the way tells it from others. */
export const wholeRoots = (trace: Trace, site: Site, roots: ReadonlySet<ts.Node>): ReadonlySet<ts.Node> => {
  if (site.sink.library === 'axios' || site.sink.throws === true) return NONE
  const isAnyParsed = (node: ts.Node): boolean =>
    compiler.isCallExpression(node) && isParsing(node) && !underSuccess(trace, node)
  return functionsOf(site).some((place) => someNode(place, isAnyParsed))
    ? new Set([...roots, ...givenOnTheWay(trace, site)])
    : NONE
}

/** The calls by which one helper on the way takes the parsed answer from another: `const body = await ask(path)`. */
const givenOnTheWay = (trace: Trace, site: Site): ts.Node[] =>
  [...heldOnTheWay(trace, site)].flatMap(([call, { kind }]) =>
    kind === 'payload' && call !== site.top ? [call] : [],
  )

const NONE: ReadonlySet<ts.Node> = new Set()

/** Where the call's own answer is parsed. */
export const parsedRoots = (trace: Trace, site: Site): ReadonlySet<ts.Node> => {
  const flow = answerFlow(trace, site)
  return new Set(flow && flow !== 'handed-on' ? flow.roots : [])
}

/** A read of an error's words that can be one of v2's. */
interface ProblemRead {
  readonly edits: readonly Edit[]
  /** The parsing that it reads of, and whether that is of the call's own answer. */
  readonly parsed?: ts.Expression
  readonly isOwn: boolean
}

const problemRead = (
  trace: Trace,
  site: Site,
  node: ts.Node,
  roots: ReadonlySet<ts.Node>,
): ProblemRead | undefined => {
  if (compiler.isBindingElement(node)) return boundRead(trace, site, node, roots)
  if (!isMemberRead(node) || !Object.hasOwn(errorWords, nameRead(node))) return undefined
  if (readsInV2(node)) return undefined
  const chain = chainOf(node)
  if (chain && chain.first !== node) return undefined
  const parsed =
    parsedError(trace, node, node.expression, site) ??
    answerBehind(trace, node.expression, wholeRoots(trace, site, roots))
  const kept = keptIn(trace, site, node, node.expression)
  const isOwn = kept === site.top || (parsed !== undefined && holdsOne(parsed, roots))
  const isOne = isOwn && !chain && isAtOnce(node) && !saysItself(node.expression, nameRead(node))
  if (
    !parsed &&
    !kept &&
    !isThrownBody(trace, node, node.expression, site) &&
    !isErrorBound(trace, node, site)
  )
    return undefined
  const types = wordAllowed(trace, node.expression, isOne ? 'instead' : 'beside')
  if (!types) return undefined
  return { edits: wordEdits(trace, node, types, isOne), isOwn, ...(parsed ? { parsed } : {}) }
}

/** `const { message } = await res.json()`: one body has one word for it, so only where it is the call's own. */
const boundRead = (
  trace: Trace,
  site: Site,
  node: ts.BindingElement,
  roots: ReadonlySet<ts.Node>,
): ProblemRead | undefined => {
  if (!isErrorWord(node) || readsInV2(node) || isBoundApart(trace, node)) return undefined
  if (isTakenOfThrown(node, site)) return { edits: besideInV2(trace, node) ?? [], isOwn: false }
  const owner = boundOf(node)
  if (!owner) return undefined
  if (isThrownBody(trace, node, owner, site)) return { edits: besideInV2(trace, node) ?? [], isOwn: false }
  const kept = keptIn(trace, site, node, owner)
  if (kept) return { edits: besideInV2(trace, node) ?? [], isOwn: kept === site.top }
  const parsed =
    parsedError(trace, node, owner, site) ?? answerBehind(trace, owner, wholeRoots(trace, site, roots))
  if (!parsed) return undefined
  if (!holdsOne(parsed, roots)) return { edits: besideInV2(trace, node) ?? [], parsed, isOwn: false }
  const isSaid = saysItself(parsed, nameOf(node.propertyName ?? node.name) ?? '')
  if (isSaid || !compiler.isVariableDeclaration(node.parent.parent))
    return { edits: besideInV2(trace, node) ?? [], parsed, isOwn: true }
  const types = wordAllowed(trace, owner, 'instead')
  const edit = boundInV2(node)
  return types && edit ? { edits: [...types, edit], parsed, isOwn: true } : undefined
}

/** The call on the way that gave an object which keeps the failed body that a word is read of. */
export const keptIn = (
  trace: Trace,
  site: Site,
  node: ts.Node,
  owner: ts.Expression,
): ts.Node | undefined => {
  const call = keptBodies(trace, site).callBehind(owner)
  return call && (underFailure(trace, node) || isOfRest(site)) ? call : undefined
}

/** No answer of REST says such a word where all went well. */
const isOfRest = ({ located }: Site): boolean =>
  located.length > 0 && located.every(({ family }) => family === 'v1')

/** The parsing whose result a member is read of: `(await res.json()).message`, or the same by a name, after a failure. */
const parsedError = (
  trace: Trace,
  node: ts.Node,
  given: ts.Expression,
  site: Site,
): ts.Expression | undefined =>
  parsingsBehind(trace, given).find(
    (value) => underFailure(trace, node) || tellsFailure(node) || isOfCaughtAnswer(trace, value, site),
  )

/** `const { error } = await client.GET(…)`: what openapi-fetch gives in place of data. */
const isErrorBound = (trace: Trace, node: MemberRead, site: Site): boolean =>
  site.sink.answer === 'openapi' && isTakenOf(trace, node.expression, 'error', site)

/** Whether a hook takes an answer's body apart where nothing has failed. */
export const takesAnswer = (trace: Trace, hook: ts.Node): boolean =>
  someNode(
    hook,
    (node) =>
      compiler.isPropertyAccessExpression(node) &&
      /^(json|text|body|data|_data)$/.test(node.name.text) &&
      !underFailure(trace, node),
  )
