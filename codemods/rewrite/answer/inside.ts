import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../../sites/answers/answer.ts'
import { flowOf } from '../../sites/answers/flow/flow.ts'
import type { Flow } from '../../sites/answers/flow/flow-found.ts'
import { type Held, heldBySink } from '../../sites/answers/held/held.ts'
import { usesOf } from '../../sites/answers/uses/uses.ts'
import type { Read, Uses } from '../../sites/answers/uses/uses-walk.ts'
import { isDecisive, isOfError, isToldWithin, type Within } from '../../sites/answers/uses/within.ts'
import { nameOfCallee } from '../../sites/program/calls/handed-on.ts'
import { framesFrom, type Scope } from '../../sites/program/frames/frames.ts'
import { placesOfClosed } from '../../sites/program/names/closed-function.ts'
import { dressed, functionAround, functionsAround } from '../../sites/program/syntax/nodes.ts'
import { schemaArgument } from '../../sites/schemas/schema-argument.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { asksUnlike } from './asks-unlike.ts'
import { turnedByDecorator } from './decorated.ts'
import { otherAnswer } from './other-answers.ts'
import { readPathsOf } from './reads/read-paths.ts'
import { isUsed } from './used.ts'

/** What a helper on the way does with an answer. */
export type Deed =
  | 'collects'
  | 'keeps'
  | 'guards'
  | 'reads'
  | 'asks'
  | 'checks'
  | 'prints'
  | 'turns'
  | 'mixes'

/** What stands in the way of an answer that goes through a helper. */
export interface InTheWay {
  readonly does: Deed
  /** What the helper is called. */
  readonly by?: string
  /** The expression that does it. */
  readonly said?: string
  /** Where it parses the answer, if nothing but this is in the way: a list can be taken out of its envelope there. */
  readonly parsed?: readonly ts.Expression[]
}

/** What is known of an answer that goes through a helper, where nothing is in the way. */
type Through =
  /** The schema that the call hands over, where the helper gives the answer back only as that gives it. */
  | { readonly schema: ts.Expression }
  /** The members that the helper takes out of it, called alike in v2, where it gives back nothing else. */
  | { readonly taken: readonly ts.Node[] }

/**
 * What a helper that the call goes through does with the answer beside giving it back: hands it to a callback, keeps it, or
 * reads what v2 calls otherwise. Other calls share the helper, so nothing can be translated there.
 */
export const leavesInside = (trace: Trace, site: Site, route: Route): InTheWay | Through | undefined => {
  if (!site.scope || route.answer === 'none') return undefined
  if (site.sink.unseen) return inTheWay('collects', site.sink.call)
  trace.from(site.top)
  const within = withinOf(site)
  const begun = begunIn(trace, site, within)
  const uses = usesWithin(trace, parsedIn(begun), route, within)
  const escapes = [...begun.flatMap((flow) => flow.escapes), ...uses.escapes]
  const [leaving] = escapes.filter((node) => !isToldWithin(trace, within, node))
  if (leaving) return inTheWay('keeps', leaving)
  // One item is no list before as after.
  const guard = route.answer === 'list' ? uses.guards.find((one) => isDecisive(trace, one)) : undefined
  if (guard)
    return { ...inTheWay('guards', guard), ...(unlikeRead(uses, route) ? {} : parsedBefore(trace, begun)) }
  const object = route.answer === 'list' ? begun.flatMap(objectsSought(trace))[0] : undefined
  if (object) return inTheWay('guards', object)
  const read = unlikeRead(uses, route)
  if (read) return inTheWay('reads', read.node)
  const asked = asksUnlike(trace, uses, route)
  if (asked) return inTheWay('asks', asked)
  const other = isUsed(site.top) ? otherAnswer(trace, site) : undefined
  if (other) return inTheWay('mixes', other)
  const turned = isUsed(site.top) ? turnedByDecorator(trace, site) : undefined
  if (turned) return inTheWay('turns', turned)
  if (givesOnlyMembers(trace, site, route, within)) {
    const lost = uses.reads.find(isLost(route))
    if (!lost) return { taken: uses.reads.map(({ node }) => node) }
    if (isUsed(site.top)) return inTheWay('reads', lost.node)
  }
  return notBack(trace, site, within, uses.opened.length > 0)
}

/**
 * Whether a helper that the call goes through keeps the answer, or gives it back, by a way on which nobody saw it come out
 * again: what is read of it then is not known.
 */
export const hidesInside = (trace: Trace, site: Site): boolean => {
  if (!site.scope || answerOf(trace, site).kind !== 'clean') return false
  const within = withinOf(site)
  const begun = begunIn(trace, site, within)
  // What of GraphQL's answer stands beside its data is no part of what was asked for
  const kindOf = ([name]: readonly string[]): 'leaf' | 'inner' => (name === 'data' ? 'inner' : 'leaf')
  const uses = usesOf(trace, parsedIn(begun), { kind: 'item', path: [] }, kindOf, undefined, within)
  const escapes = [...begun.flatMap((flow) => flow.escapes), ...uses.escapes]
  return within.back.length > 0 || escapes.some((node) => !isToldWithin(trace, within, node))
}

const withinOf = ({ scope }: Site): Within => ({
  functions: functionsOf(scope),
  back: [],
  printed: [],
  checked: [],
})

/** The answer's way to where helpers parse it. */
const begunIn = (trace: Trace, { sink }: Site, within: Within): readonly Flow[] =>
  sink.texts
    ? sink.texts.map((text) => flowOf(trace, text, { kind: 'text' }, within))
    : [flowOf(trace, sink.call, heldBySink(sink.answer), within)]

const parsedIn = (begun: readonly Flow[]): Pick<Flow, 'roots' | 'bound'> => ({
  roots: begun.flatMap((flow) => flow.roots),
  bound: begun.flatMap((flow) => flow.bound),
})

/** Where helpers parse a list, and ask nothing of its text before. */
const parsedBefore = (trace: Trace, begun: readonly Flow[]): Pick<InTheWay, 'parsed'> => {
  const { roots, bound } = parsedIn(begun)
  const isPlain = roots.length > 0 && bound.length === 0 && begun.flatMap(objectsSought(trace)).length === 0
  return isPlain ? { parsed: roots } : {}
}

/** Where a text is asked whether it is an object's, beside what is asked of a refusal. */
export const objectsSought =
  (trace: Trace) =>
  ({ objects }: Flow): ts.Node[] =>
    objects.filter((node) => !isOfError(trace, node))

/** `return res.data.id`: nothing of the answer comes back but members, all of which were found to be called alike. */
const givesOnlyMembers = (
  trace: Trace,
  site: Site,
  { answer }: Route,
  { back, checked, printed }: Within,
): boolean =>
  answer === 'one' && back.length + checked.length + printed.length === 0 && isApart(answerOf(trace, site))

/** Whether what comes back is of an answer, and not the answer: a member, or an object of such. */
const isApart = (held: Held): boolean =>
  held.kind === 'unknown' ||
  (held.kind === 'record' &&
    [...held.fields.values()].every((one) => one.kind === 'clean' || isApart(one)) &&
    [...held.fields.values()].some(isApart))

/** A read of what v2 does not say. */
const isLost =
  ({ mapping }: Route) =>
  ({ path }: Read): boolean =>
    readPathsOf(mapping).of(path)?.lost === true

/** Why the call does not have the answer as it came, where nothing else is done with it. */
const notBack = (
  trace: Trace,
  site: Site,
  within: Within,
  isOpened: boolean,
): ReturnType<typeof leavesInside> => {
  const [checks] = within.checked
  // A list that comes out of its envelope there is none that a mapper knows.
  const schema = checks && !isOpened ? checkedBy(trace, site, within) : undefined
  if (checks) return schema ? { schema } : inTheWay('checks', checks)
  const [printed] = within.printed
  if (within.back.length === 0) return printed && inTheWay('prints', printed)
  if (answerOf(trace, site).kind !== 'clean') return undefined
  const [back] = within.back as [ts.Node]
  const taker = takerOf(trace, back)
  return taker ? inTheWay('keeps', taker) : inTheWay('turns', back)
}

/** The call that is handed the function which gives an answer back, by its name: `run(load)`. */
const takerOf = (trace: Trace, back: ts.Node): ts.Node | undefined => {
  const callee = functionAround(back)
  const places = (callee && placesOfClosed(trace, callee)) ?? []
  return places
    .map((place) => dressed(place))
    .find((place) => compiler.isCallExpression(place.parent) && place.parent.expression !== place)?.parent
}

const inTheWay = (does: Deed, node: ts.Node): InTheWay => {
  const callee = functionsAround(node).find(nameOfCallee)
  const by = callee && nameOfCallee(callee)?.text
  return { does, ...(by ? { by } : {}), said: expressionAround(node).getText() }
}

/** `body` alone says less than `store[name] = body`. */
const expressionAround = (node: ts.Node): ts.Node => {
  const { parent } = node
  const isPart =
    compiler.isIdentifier(node) ||
    compiler.isAwaitExpression(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isShorthandPropertyAssignment(node) ||
    compiler.isBindingElement(node) ||
    compiler.isObjectBindingPattern(node)
  return isPart && !compiler.isFunctionLike(parent) ? expressionAround(parent) : node
}

const checkedBy = (
  trace: Trace,
  { scope }: Site,
  { checked, back, printed }: Within,
): ts.Expression | undefined => {
  const given = new Set(checked.map((name) => schemaArgument(trace, name, scope)))
  const [schema, ...others] = given
  return back.length + printed.length + others.length === 0 ? schema : undefined
}

const functionsOf = (scope: Scope | undefined): Map<ts.Node, ts.Expression | undefined> => {
  const found = new Map<ts.Node, ts.Expression | undefined>()
  for (const frame of framesFrom(scope)) {
    for (let made = frame.made; made; made = made.outer) found.set(made.callee, undefined)
    found.set(frame.callee, frame.outer && frame.call)
  }
  return found
}

const usesWithin = (
  trace: Trace,
  from: Parameters<typeof usesOf>[1],
  { answer, list, mapping }: Route,
  within: Within,
): Uses => {
  const { kindOf } = readPathsOf(mapping)
  // What no answer of v1 had is asked for by helpers that serve other APIs as well, or of an error.
  const anyOf = (path: readonly string[]): 'leaf' | 'inner' => kindOf(path) ?? 'leaf'
  return answer === 'list'
    ? usesOf(trace, from, { kind: 'envelope', path: [] }, anyOf, list, within)
    : usesOf(trace, from, { kind: 'item', path: [] }, anyOf, undefined, within)
}

/** A read of what v2 calls otherwise. */
const unlikeRead = ({ reads }: Uses, { mapping }: Route): Read | undefined => {
  const paths = readPathsOf(mapping)
  return reads.find(({ path }) => {
    if (paths.kindOf(path) === undefined) return false
    const to = paths.of(path)
    return !to || to.converted !== undefined || to.steps.map(({ name }) => name).join() !== path.join()
  })
}
