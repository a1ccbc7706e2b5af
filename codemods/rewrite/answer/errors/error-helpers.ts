import type { ts } from 'ts-morph'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import type { Call } from '../../../sites/program/frames/source.ts'
import { bare, goesByPlace, isOperation, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isOfAnotherCall } from '../another-call.ts'
import { attachedAt } from './attached.ts'
import { bodyIn, bodyTest, isErrorName, type Test } from './error-bodies.ts'
import { placesOf } from './error-handlers.ts'
import { type Kept, keptBodies } from './kept-bodies.ts'
import { isMemberRead, type MemberRead, nameRead } from './member-read.ts'
import { isErrorWord } from './problem-types.ts'
import { isAsking } from './problem-words.ts'
import { isThrownBody, membersOfThrown } from './thrown-answers.ts'
import { handingsOfKept, type Keeping, readsOfAttached, readsOfKept } from './thrown-bodies.ts'
import { textOf } from './word-of-key.ts'

/** A read of what an error says, in a function of the project that words errors. */
export interface WordedRead {
  /** An array names the words that a helper of the program looks for: `text(body, ['error', 'message'])`. */
  readonly node: MemberRead | ts.BindingElement | ts.ArrayLiteralExpression | ts.BinaryExpression
  /** What was parsed, or the text or the answer that the function parses. */
  readonly body: ts.Expression
  /** False where it may be of another error as well: it is listed, and stays as it is. */
  readonly isSure?: boolean
}

/**
 * Reads in functions that are handed an answer which failed, or its body: `throw new Error(describe(await res.json()))`,
 * `throw await ApiError.from(res)`, `await check(res)` and `.then(check)`, which look themselves.
 */
export const wordedReads = (trace: Trace, site: Site): readonly WordedRead[] =>
  placesOf(trace, site).flatMap((place) =>
    handedReads({
      trace,
      place,
      kept: keptBodies(trace, site),
      bodyOf: (one) => bodyIn(trace, one),
      isThrown: (one) => isThrownBody(trace, one, one, site),
      thrownIn: (one) => membersOfThrown(trace, one, site),
      isOther: (one) => isOfAnotherCall(trace, one, site, place),
      isTold: false,
      level: 0,
    }),
  )

/** A function whose calls are looked at for what they hand on. */
interface Place {
  readonly trace: Trace
  readonly place: ts.Node
  readonly kept: Kept
  /** What an expression holds of a failed answer: its body, parsed or as text. */
  readonly bodyOf: (given: ts.Expression) => ts.Expression | undefined
  /** Whether an expression is what a library keeps of a failed answer: `error.response?.data`. */
  readonly isThrown: (given: ts.Expression) => boolean
  /** The members that keep the body of a failed answer: `error.response`. */
  readonly thrownIn: (given: ts.Expression) => ReadonlySet<string> | undefined
  /** Whether an expression is read of what another call gave. */
  readonly isOther: (given: ts.Expression) => boolean
  /** Whether it runs only where the call failed. */
  readonly isTold: boolean
  readonly level: number
}

const MOST_LEVELS = 3

const handedReads = (at: Place): WordedRead[] => {
  const found: WordedRead[] = []
  walk(at.place, (node) => {
    found.push(...attachedReads(at, node))
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return undefined
    for (const one of handingsOf(at, node)) {
      const isTold = at.isTold || one.isThrown || underFailure(at.trace, node)
      found.push(...readsBehind({ ...at, isTold }, one))
    }
    return undefined
  })
  return found
}

/** Of an error that the body of a failed answer is put into. */
const attachedReads = ({ trace, bodyOf, isThrown, isOther, isTold }: Place, node: ts.Node): WordedRead[] =>
  attachedAt(trace, node).flatMap((one) => {
    const isKept = isThrown(one.value)
    const body = bodyOf(one.value) ?? (isKept ? one.value : undefined)
    return body && (isTold || isKept || underFailure(trace, node)) && !isOther(one.value)
      ? readsOfAttached(trace, one).map((read) => ({ ...read, body }))
      : []
  })

/** A parameter that is handed an answer or its body. */
interface Handing {
  readonly callee: ts.SignatureDeclaration
  readonly parameter: ts.ParameterDeclaration
  readonly given: ts.Expression
  /** Undefined where it is handed the answer itself. */
  readonly body: ts.Expression | undefined
  /** Members of the answer, or of what is handed over in its place, that hold its body. */
  readonly members: ReadonlySet<string>
  /** Whether it is what a library keeps of a failed call. */
  readonly isThrown: boolean
  /** Whether the body is a member of an object that is written out for the call. */
  readonly isAmong: boolean
}

const NONE: ReadonlySet<string> = new Set()

const handingsOf = (at: Place, call: Call): Handing[] => {
  const { expression: callee } = call
  const isThen = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'then'
  return (call.arguments ?? []).flatMap((given, index): Handing[] => {
    if (at.isOther(given)) return []
    const isThrown = at.isThrown(given)
    const among = membersHolding(at, given)
    const body = among ? undefined : (at.bodyOf(given) ?? (isThrown ? given : undefined))
    const thrown = at.thrownIn(given)
    const members = thrown ?? among ?? at.kept.membersOf(isThen ? callee.expression : given)
    const isName = compiler.isIdentifier(bare(given)) || compiler.isPropertyAccessExpression(bare(given))
    if (!body && !among && (at.level > 0 || (!isName && !members))) return []
    const place = isThen ? 0 : index
    const found = isThen ? at.trace.sources(given, undefined) : at.trace.targets(call, undefined)
    return found.filter(goesByPlace).flatMap(({ node }) => {
      const parameter = (node as ts.SignatureDeclaration).parameters[place]
      if (!parameter || parameter.dotDotDotToken) return []
      const handed = { given, body, members: members ?? NONE, isThrown: isThrown || thrown !== undefined }
      return [{ callee: node as ts.SignatureDeclaration, parameter, ...handed, isAmong: among !== undefined }]
    })
  })
}

/** The members of an object that is written out which hold a failed body: `details` of `{ status, details: body }`. */
const membersHolding = (at: Place, given: ts.Expression): ReadonlySet<string> | undefined => {
  const literal = bare(given)
  if (!compiler.isObjectLiteralExpression(literal)) return undefined
  const names = literal.properties.flatMap((one) => {
    const value = compiler.isPropertyAssignment(one) ? one.initializer : one.name
    const isHeld = value && (at.bodyOf(value as ts.Expression) || at.isThrown(value as ts.Expression))
    return isHeld ? (nameOf(one.name) ?? []) : []
  })
  return names.length > 0 ? new Set(names) : undefined
}

/** What a function reads of the body that it is handed, or of the answer where it is handed no body. */
const readsBehind = (at: Place, handing: Handing): WordedRead[] =>
  slotsOf(handing).flatMap((slot) => readsOfSlot(at, handing, slot))

const readsOfSlot = (at: Place, handing: Handing, slot: Keeping['slot']): WordedRead[] => {
  const { callee, parameter, given, members } = handing
  const { trace, isTold } = at
  const body = handing.body ?? (handing.isAmong ? given : undefined)
  if (compiler.isObjectBindingPattern(slot.name))
    return body && isTold && slot === parameter ? wordsIn(slot.name).map((node) => ({ node, body })) : []
  if (!compiler.isIdentifier(slot.name)) return []
  const isBody = handing.body !== undefined || slot !== parameter
  const holds = bodyTest(trace, slot.name, !isBody, members)
  const own = readsOf(callee, holds)
    .filter((node) => isTold || underFailure(trace, node))
    .map((node) => ({ node, body: body ?? given }))
  const keeping = { callee, slot, holds }
  if (body && isTold) own.push(...readsOfKept(trace, keeping).map((one) => ({ ...one, body })))
  if (at.level === MOST_LEVELS) return own
  if (body && isTold) own.push(...readsWhereHanded(at, keeping, body))
  const bodyOf = (one: ts.Expression): ts.Expression | undefined => (holds(one) ? (body ?? given) : undefined)
  const inner = { ...at, place: callee, bodyOf, isOther: () => false, level: at.level + 1 }
  return [...own, ...handedReads(inner)]
}

/** The parameter, or what is taken out of it of an object whose members hold the body: `({ ok, problem }) => …`. */
const slotsOf = ({ parameter, body, members }: Handing): readonly Keeping['slot'][] => {
  const taken =
    !body && compiler.isObjectBindingPattern(parameter.name)
      ? parameter.name.elements.filter((one) => members.has(nameOf(one.propertyName ?? one.name) ?? ''))
      : []
  return taken.length > 0 ? taken : [parameter]
}

/** What functions read that are handed the body which an error keeps: `describe(error.body)`. */
const readsWhereHanded = (at: Place, keeping: Keeping, body: ts.Expression): WordedRead[] =>
  handingsOfKept(at.trace, keeping).flatMap(({ call, index, isSure }) =>
    at.trace
      .targets(call, undefined)
      .filter(goesByPlace)
      .flatMap(({ node }) => {
        const taken = (node as ts.SignatureDeclaration).parameters[index]
        if (!taken || taken.dotDotDotToken) return []
        const handing = { callee: node as ts.SignatureDeclaration, parameter: taken, given: body, body }
        const inner = { ...at, isTold: true, level: at.level + 1 }
        return readsBehind(inner, { ...handing, members: NONE, isThrown: true, isAmong: false })
      })
      .map((one) => ({ ...one, isSure: isSure && one.isSure !== false })),
  )

const wordsIn = (pattern: ts.ObjectBindingPattern): ts.BindingElement[] =>
  pattern.elements.filter(isErrorWord)

/** `['error', 'message']`, and not `['error', 'warn']`, or where v2's word is among them. */
const namesErrors = ({ elements }: ts.ArrayLiteralExpression): boolean => {
  const words = elements.map((one) => (compiler.isStringLiteralLike(one) ? one.text : ''))
  const isV2 = words.some((word) => Object.values(errorWords).includes(word))
  return words.includes(errorMessage) && !isV2 && words.every((word) => /^[a-z]\w*$/i.test(word))
}

const readsOf = (callee: ts.Node, holds: Test): WordedRead['node'][] => {
  const found: WordedRead['node'][] = []
  walk(callee, (node) => {
    if (isMemberRead(node) && isErrorName(nameRead(node)) && holds(node.expression)) found.push(node)
    if (isAsking(node) && isErrorName(textOf(node.left)) && holds(node.right)) found.push(node)
    if (compiler.isArrayLiteralExpression(node) && namesErrors(node)) found.push(node)
    const isTaken =
      compiler.isVariableDeclaration(node) &&
      node.initializer &&
      compiler.isObjectBindingPattern(node.name) &&
      holds(node.initializer)
    if (isTaken) found.push(...wordsIn(node.name as ts.ObjectBindingPattern))
    if (isTakenLater(node) && holds(node.right)) found.push(node)
    return undefined
  })
  return found
}

/** `({ message } = JSON.parse(text))` */
const isTakenLater = (node: ts.Node): node is ts.BinaryExpression =>
  isOperation(node, '=') &&
  compiler.isObjectLiteralExpression(node.left) &&
  node.left.properties.some(({ name }) => name && isErrorName(nameOf(name)))
