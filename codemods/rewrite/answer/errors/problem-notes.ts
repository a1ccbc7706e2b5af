import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { awaited, bare, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { placeAround } from '../functions-of.ts'
import { askedWhole } from './asked-whole.ts'
import { thrownWhole } from './attached.ts'
import { isOfCaughtAnswer } from './caught-answers.ts'
import { caughtWords } from './caught-words.ts'
import { isErrorName } from './error-bodies.ts'
import { placesOf } from './error-handlers.ts'
import { wordedReads } from './error-helpers.ts'
import { isMemberRead, nameRead } from './member-read.ts'
import { answerBehind, isParsingOf, parsingsBehind, tellsFailure } from './parsed-bodies.ts'
import { toldAt } from './problem-guards.ts'
import { isReadOfAnother, keptIn, parsedRoots, wholeRoots } from './problem-reads.ts'
import { boundOf } from './problem-types.ts'
import { isAsking, readsInV2 } from './problem-words.ts'
import { holdsOne, isTakenOfThrown, isThrownBody } from './thrown-answers.ts'
import { textOf, wordOfKey } from './word-of-key.ts'

/** Reads of what an error of v1 said that stay as they were: in what v2 answers they find nothing. */
export const unreadProblems = (
  trace: Trace,
  done: readonly Plan[],
  edits: readonly Edit[],
  root: string,
): Note[] => {
  const byFile = groupBy(edits, ({ file }) => file)
  const someEdit = (node: ts.Node, isWanted: (edit: Edit) => boolean): boolean =>
    byFile.get(node.getSourceFile())?.some(isWanted) ?? false
  const asIs: AsIs = {
    isTouched: (node) => someEdit(node, ({ start, end }) => start <= node.end && end >= node.getStart()),
    isWrapped: (node) =>
      someEdit(node, ({ start, end }) => start === end && [node.getStart(), node.end].includes(start)),
  }
  const moved = done.filter(({ route }) => route !== undefined)
  const sites = moved.map(({ site }) => site)
  const isUnread = (node: ts.Node): boolean =>
    isErrorName(wordRead(trace, node)) && !readsInV2(node) && !asIs.isTouched(toldAt(node))
  const found = new Set([
    ...sites.flatMap((site) => unreadOf(trace, site, asIs)),
    ...caughtWords(
      trace,
      sites,
      (node) => (isUnread(node) ? holderOf(trace, node) : undefined),
      asIs.isTouched,
    ),
  ])
  return [...found].map((node) => noteOf(trace, node, root))
}

/** What became of a place. */
interface AsIs {
  /** Whether something of it is changed. */
  readonly isTouched: (node: ts.Node) => boolean
  /** Whether something is put around it: what it gives is said in v1's words. */
  readonly isWrapped: (node: ts.Node) => boolean
}

/** Those on the way of one call, and in the functions that word its errors. */
const unreadOf = (trace: Trace, site: Site, { isTouched, isWrapped }: AsIs): ts.Node[] => {
  const found: ts.Node[] = []
  const roots = wholeRoots(trace, site, parsedRoots(trace, site))
  for (const place of placesOf(trace, site))
    walk(place, (node) => {
      const isCount = isCounted(node)
      if (!isErrorName(wordRead(trace, node)) && !isCount) return undefined
      if (isReadOfAnother(trace, node, site, place)) return undefined
      const parsed = parsedBehind(trace, node)
      const isParsed =
        parsed !== undefined &&
        isOfFailed(trace, site, { place, node, parsed }) &&
        (isCount || !isTouched(parsed))
      const whole = wholeBehind(trace, node, roots)
      const isWhole = whole !== undefined && ![whole, awaited(whole)].some(isWrapped)
      if ((isParsed || isWhole || isKept(trace, node, site)) && (isCount || !isTouched(toldAt(node))))
        found.push(node)
      return undefined
    })
  for (const { node, body } of wordedReads(trace, site))
    if (!readsInV2(node) && !isTouched(toldAt(node)) && !isTouched(body)) found.push(node)
  return found
}

interface ParsedRead {
  readonly place: ts.Node
  readonly node: ts.Node
  readonly parsed: ts.Expression
}

/** Whether a read is of what the call was refused with: of another call's body nothing is known where the call is made. */
const isOfFailed = (trace: Trace, site: Site, { place, node, parsed }: ParsedRead): boolean => {
  const isCaught = isOfCaughtAnswer(trace, parsed, site)
  const isOurs =
    place !== placeAround(site.top) ||
    isCaught ||
    holdsOne(parsed, parsedRoots(trace, site)) ||
    isParsingOf(trace, parsed, site.top)
  return isOurs && (isCaught || underFailure(trace, node) || tellsFailure(node) || isCounted(node))
}

/** Whether an error is told by the number of its members, which v2's words change for a mapper as well. */
const isCounted = (node: ts.Node): boolean => {
  const asked = askedWhole(node)
  return asked !== undefined && asked.word === undefined
}

/** Whether a word is read of what a library keeps of a failed call. */
const isKept = (trace: Trace, node: ts.Node, site: Site): boolean => {
  if (readsInV2(node)) return false
  if (compiler.isBindingElement(node) && isTakenOfThrown(node, site)) return true
  const owner = holderOf(trace, node)
  if (owner === undefined) return false
  const kept = keptIn(trace, site, node, owner)
  return isThrownBody(trace, node, owner, site) || (kept !== undefined && kept !== site.top)
}

const wordRead = (trace: Trace, node: ts.Node): string | undefined => {
  if (isMemberRead(node)) return nameRead(node)
  if (compiler.isElementAccessExpression(node)) return wordOfKey(trace, bare(node.argumentExpression))
  if (isAsking(node)) return textOf(node.left)
  const asked = askedWhole(node)
  if (asked) return asked.word
  if (thrownWhole(trace, node)) return errorMessage
  if (compiler.isArrayLiteralExpression(node)) return node.elements.map(textOf).find(isErrorName)
  return compiler.isBindingElement(node)
    ? nameOf(node.propertyName ?? (node.name as ts.BindingName))
    : undefined
}

/** The parsing of an answer that a member is read of. */
const parsedBehind = (trace: Trace, node: ts.Node): ts.Expression | undefined => {
  if (!isAsking(node) && readsInV2(node)) return undefined
  const owner = holderOf(trace, node)
  return owner && parsingsBehind(trace, owner)[0]
}

/** The call whose whole answer a member is read of: only errors have such words. */
const wholeBehind = (trace: Trace, node: ts.Node, roots: ReadonlySet<ts.Node>): ts.Expression | undefined => {
  if (!isAsking(node) && readsInV2(node)) return undefined
  const owner = holderOf(trace, node)
  return owner && answerBehind(trace, owner, roots)
}

const holderOf = (trace: Trace, node: ts.Node): ts.Expression | undefined => {
  if (isMemberRead(node) || compiler.isElementAccessExpression(node)) return bare(node.expression)
  if (isAsking(node)) return bare(node.right)
  const asked = askedWhole(node)
  if (asked) return bare(asked.body)
  const thrown = thrownWhole(trace, node)
  if (thrown) return thrown
  const taken = compiler.isBindingElement(node) ? boundOf(node) : undefined
  return taken && bare(taken)
}

const noteOf = (trace: Trace, node: ts.Node, root: string): Note =>
  thrownWhole(trace, node)
    ? {
        ...positionOf(node, root),
        rule: 'codemod.error-body',
        class: 'follow-up',
        fix: `give it ${errorWords[errorMessage]} as ${errorMessage} as well`,
        confidence: 'medium',
        why: `what is thrown here takes its ${errorMessage} from the answer, and v2 says it in ${errorWords[errorMessage]}`,
      }
    : readNote(trace, node, root)

const readNote = (trace: Trace, node: ts.Node, root: string): Note => {
  const name = wordRead(trace, node) ?? errorMessage
  const isAsked = isAsking(node) || compiler.isArrayLiteralExpression(node) || askedWhole(node) !== undefined
  return {
    ...positionOf(node, root),
    rule: 'codemod.error-body',
    class: 'follow-up',
    fix: isCounted(node) ? `ask the status, or for ${errorWords[name]}` : `read ${errorWords[name]} as well`,
    confidence: 'medium',
    why: isCounted(node)
      ? `an error is told here by its one member (${name}), and v2's have several`
      : `${name} of an error is ${isAsked ? 'asked for' : 'read'} here, and v2 says it in ${errorWords[name]}`,
  }
}
