import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { referencesOf } from '../../program/names/references.ts'
import { setsAnew } from '../../program/set/assigned.ts'
import { type Access, accessed, accessOn } from '../../program/syntax/access.ts'
import { dressed, functionAround, goesByPlace, isFunctionValue, nameOf } from '../../program/syntax/nodes.ts'
import { ofCallback, resultOfCalls, resultWith } from '../answer.ts'
import { underFailure } from '../failure/failure.ts'
import { enter, type Runs, returnsOnly, runsOf, type Ways, waysOf } from '../held/handed-back.ts'
import { AXIOS, type Held, memberOfHeld, PAYLOAD, parsedBy } from '../held/held.ts'
import { stepsOf } from '../held/piped.ts'
import { isDeadline } from '../held/promised.ts'
import { catchesInto, isReplaced, isStandIn, mayBeReplaced } from '../held/stand-in.ts'
import { isUnheeded } from '../held/unheeded.ts'
import { DISCARDS, givesNone, isHarmless, seeksMember } from '../uses/harmless.ts'
import { leaks } from '../uses/leaks.ts'
import { isOfError, isSettler, settlesPromise, type Within } from '../uses/within.ts'
import type { Flow } from './flow-found.ts'
import { newWalk, type Walk } from './flow-walk.ts'
import { seeksList, seeksObject } from './seeks-list.ts'

/**
 * Follows the answer of a call forwards to its parsed body.
 * @param within set where only helpers are looked into
 */
export const flowOf = (trace: Trace, top: ts.Expression, held: Held, within?: Within): Flow => {
  const walk = newWalk(trace, within)
  follow(walk, top, held)
  return walk.flow
}

const follow = (walk: Walk, node: ts.Expression, held: Held): void => {
  if (held.kind === 'clean' || walk.seen.has(node)) return
  walk.seen.add(node)
  if (walk.steps.left-- <= 0) return void walk.flow.escapes.push(node)
  if (held.kind === 'payload') return void walk.flow.roots.push(node)
  const outer = dressed(node)
  const parent = outer.parent
  if (held.kind === 'text' && seeksList(outer)) return void walk.flow.escapes.push(node)
  const object = held.kind === 'text' ? seeksObject(outer) : undefined
  if (object) walk.flow.objects.push(object)
  if (compiler.isAwaitExpression(parent)) return follow(walk, parent, held)
  const access = accessOn(outer)
  const name = access && accessed(access)?.name
  if (access && name !== undefined) return member(walk, access, name, held)
  if (compiler.isVariableDeclaration(parent) && parent.initializer === outer)
    return bind(walk, parent.name, held)
  if (compiler.isBinaryExpression(parent)) return binary(walk, parent, outer, held)
  if (compiler.isConditionalExpression(parent))
    return parent.condition === outer
      ? undefined
      : oneOf(walk, parent, [parent.whenTrue, parent.whenFalse], held)
  if (compiler.isReturnStatement(parent)) return returned(walk, parent, held)
  if (compiler.isArrowFunction(parent) && parent.body === outer) return returned(walk, parent, held, parent)
  if (compiler.isCallExpression(parent)) return argument(walk, parent, outer, held)
  if (
    compiler.isNewExpression(parent) &&
    held.kind === 'text' &&
    /(Error|Exception)$/.test(parent.expression.getText())
  )
    return
  if (compiler.isArrayLiteralExpression(parent)) return inArray(walk, parent, outer, held)
  if (isHarmless(parent)) return
  leave(walk, node, held)
}

/** Gets out of sight; the text of a refusal is no part of an answer, whoever is given it. */
const leave = ({ trace, flow }: Walk, node: ts.Node, held: Held): void => {
  const isRefusal = held.kind === 'text' && underFailure(trace, node)
  ;(isRefusal ? flow.refusals : flow.escapes).push(node)
}

const member = (walk: Walk, access: Access, name: string, held: Held): void => {
  const call =
    compiler.isCallExpression(access.parent) && access.parent.expression === access
      ? access.parent
      : undefined
  if (call && name === 'then') return then(walk, call, held)
  if (call && name === 'catch' && mayBeReplaced(held) && catchesInto(walk.trace, call))
    return void walk.flow.escapes.push(call)
  if (call && (name === 'catch' || name === 'finally')) return follow(walk, call, held)
  const parsed = call && parsedBy(held, name)
  if (call && parsed) return follow(walk, call, parsed)
  if (call && (held.kind === 'response' || (held.kind === 'record' && held.parses)))
    return DISCARDS.test(name) ? undefined : void walk.flow.escapes.push(call)
  if (call && held.kind === 'stream' && name === 'toPromise') return follow(walk, call, AXIOS)
  if (call && held.kind === 'stream' && name === 'pipe') return piped(walk, call, held)
  if (call && held.kind === 'text' && seeksMember(name, call)) return void walk.flow.escapes.push(call)
  if (call && held.kind === 'text')
    return givesNone(walk.trace, name, call) ? undefined : follow(walk, call, held)
  if (call && name === 'end' && held.kind === 'record') return ended(walk, call, held)
  if (name === 'status' || name === 'statusCode') walk.flow.statuses.push(access)
  if (held.kind === 'response' && name === 'body') return void walk.flow.escapes.push(access)
  // Whether it is a member of the answer that is read, nobody knows.
  if (held.kind === 'unknown') return void walk.flow.escapes.push(access)
  follow(walk, access, held.kind === 'stream' ? held : memberOfHeld(held, name))
}

/** `.then(callback)`: the callback's parameter takes the answer, and its result goes on. */
const then = (walk: Walk, call: ts.CallExpression, held: Held): void => {
  const [callback] = call.arguments
  if (!callback) return follow(walk, call, held)
  if (walk.within && isSettler(walk.trace, callback)) return void walk.within.back.push(call)
  const before = walk.flow.roots.length + walk.flow.bound.length
  if (isFunctionValue(callback)) {
    const [parameter] = callback.parameters
    if (parameter) bind(walk, parameter.name, held)
  }
  const result = ofCallback(walk.trace, callback, held, { calls: new Map(), parameters: new Map() }, 0)
  const parsedInside = walk.flow.roots.length + walk.flow.bound.length > before
  // What a callback makes of the parsed body is followed from there.
  const isMade = result.kind === 'payload' || !walk.passing.has(callback)
  if (!(parsedInside && isMade)) follow(walk, call, result)
}

/** superagent's `.end((error, answer) => …)`. */
const ended = (walk: Walk, call: ts.CallExpression, held: Held): void => {
  const [callback] = call.arguments
  if (!callback) return
  if (!isFunctionValue(callback)) return void walk.flow.escapes.push(call)
  const answer = callback.parameters[1]
  if (answer) bind(walk, answer.name, held)
}

/** rxjs' `.pipe(map(callback))`. */
const piped = (walk: Walk, call: ts.CallExpression, held: Held): void => {
  const { flow, trace } = walk
  const steps = stepsOf(trace, call)
  if (!steps) return void flow.escapes.push(call)
  for (const { callback, gives } of steps) {
    const before = flow.roots.length + flow.bound.length
    if (!isFunctionValue(callback)) return void flow.escapes.push(call)
    const [parameter] = callback.parameters
    if (parameter) bind(walk, parameter.name, AXIOS)
    const result = gives
      ? ofCallback(trace, callback, AXIOS, { calls: new Map(), parameters: new Map() }, 0)
      : AXIOS
    if (result.kind === 'axios') continue
    const isParsed = flow.roots.length + flow.bound.length > before
    return isParsed || result.kind === 'clean' ? undefined : void flow.escapes.push(call)
  }
  follow(walk, call, held)
}

const binary = (walk: Walk, parent: ts.BinaryExpression, outer: ts.Expression, held: Held): void => {
  const kind = parent.operatorToken.kind
  if (kind === compiler.SyntaxKind.EqualsToken && parent.right === outer) {
    if (compiler.isIdentifier(parent.left)) return references(walk, parent.left, held)
    return void walk.flow.escapes.push(parent)
  }
  if (kind === compiler.SyntaxKind.CommaToken && parent.right === outer) return follow(walk, parent, held)
  const isKept =
    kind === compiler.SyntaxKind.QuestionQuestionEqualsToken || kind === compiler.SyntaxKind.BarBarEqualsToken
  if (isKept && parent.right === outer) return void walk.flow.escapes.push(parent)
  const passes =
    kind === compiler.SyntaxKind.QuestionQuestionToken ||
    kind === compiler.SyntaxKind.BarBarToken ||
    (kind === compiler.SyntaxKind.AmpersandAmpersandToken && parent.right === outer)
  if (passes) oneOf(walk, parent, [parent.left, parent.right], held)
}

/** One of several values, of which another may be an object of the program's own. */
const oneOf = (walk: Walk, node: ts.Expression, values: readonly ts.Expression[], held: Held): void => {
  const isOther = mayBeReplaced(held) && values.some((one) => isStandIn(walk.trace, one))
  return isOther ? void walk.flow.escapes.push(node) : follow(walk, node, held)
}

const bind = (walk: Walk, name: ts.BindingName, held: Held): void => {
  if (compiler.isIdentifier(name)) return references(walk, name, held)
  name.elements.forEach((element, index) => {
    if (!compiler.isBindingElement(element)) return
    const key = compiler.isArrayBindingPattern(name)
      ? String(index)
      : nameOf(element.propertyName ?? element.name)
    const inner = element.dotDotDotToken || key === undefined ? held : memberOfHeld(held, key)
    if (inner.kind === 'payload') walk.flow.bound.push(element)
    else if (/^status(Code)?$/.test(key ?? '') && compiler.isIdentifier(element.name))
      walk.flow.statuses.push(...referencesOf(walk.trace, element.name))
    else bind(walk, element.name, inner)
  })
}

const references = (walk: Walk, name: ts.Identifier, held: Held): void => {
  if (mayBeReplaced(held) && isReplaced(walk.trace, name)) return void walk.flow.escapes.push(name)
  for (const use of referencesOf(walk.trace, name)) {
    const isTarget =
      compiler.isBinaryExpression(use.parent) && use.parent.left === use && setsAnew(use.parent)
    if (!isTarget) follow(walk, use, held)
  }
}

/** An unparsed answer that a function returns is parsed by its callers, if they can be seen. */
const returned = (walk: Walk, node: ts.Node, held: Held, callee = functionAround(node)): void => {
  if (callee && walk.within?.functions.has(callee)) {
    const call = walk.within.functions.get(callee)
    return call ? follow(walk, call, held) : void walk.within.back.push(node)
  }
  if (!callee) return void walk.flow.escapes.push(node)
  if (isUnheeded(walk.trace, callee)) return
  const runs = runsOf(walk.trace, callee)
  const ways = runs ? { runs: [runs], calls: [] } : waysOf(walk.trace, callee)
  if (ways && throughHelpers(walk, ways, held)) return
  if (held.kind === 'text') return leave(walk, node, held)
  const inThen =
    compiler.isCallExpression(callee.parent) && compiler.isPropertyAccessExpression(callee.parent.expression)
  if (inThen && callee.parent.expression.name.text === 'then') return void walk.passing.add(callee)
  enter(walk.trace, walk.entered, callee)
  const callers = [...(walk.entered.get(callee) ?? walk.trace.callers(callee))]
  if (walk.within && callers.length === 0 && !runs) return void walk.within.back.push(node)
  if (callers.length === 0 || !returnsOnly(callee, node)) return void walk.flow.escapes.push(node)
  for (const call of callers) follow(walk, call, held)
}

/** `withRetry(load)`: whether each helper that a function is handed to gives back what that gives. */
const throughHelpers = (walk: Walk, { runs, calls }: Ways, held: Held): boolean => {
  const given = runs.map((one) => [one.call, throughHelper(walk, one, held)] as const)
  if (given.length === 0 || given.some(([, one]) => !one)) return false
  for (const [call, one] of given) if (one) follow(walk, call, one)
  for (const call of calls) follow(walk, call, held)
  return true
}

/** `withRetry(() => …)`: what the call gives of an answer; undefined where the helper makes something else of it, or keeps it. */
const throughHelper = ({ trace }: Walk, { helper, calls }: Runs, held: Held): Held | undefined => {
  if (!helper) return held
  const result = resultOfCalls(trace, helper, calls, held)
  if (result.kind === 'clean' || result.kind === 'unknown') return undefined
  const within: Within = { functions: new Map([[helper, undefined]]), back: [], printed: [], checked: [] }
  const inner = newWalk(trace, within)
  for (const call of calls) follow(inner, call, held)
  return leaks(trace, inner.flow, within) ? undefined : result
}

const argument = (walk: Walk, call: ts.CallExpression, outer: ts.Expression, held: Held): void => {
  if (call.expression === outer) return void walk.flow.escapes.push(call)
  if (held.kind === 'response' && underFailure(walk.trace, call)) return
  if (walk.within && isOfError(walk.trace, call)) return
  if (walk.within && settlesPromise(walk.trace, call)) return void walk.within.back.push(call)
  const text = call.expression.getText()
  if (held.kind === 'text') {
    if (text === 'String') return follow(walk, call, held)
    // A reviver asks for members by their old names
    if (text === 'JSON.parse' && call.arguments.length === 1) return follow(walk, call, PAYLOAD)
    if (/^[A-Z]\w*Error$/.test(text) || isOfError(walk.trace, call)) return
  } else {
    if (/^(firstValueFrom|lastValueFrom)$/.test(text)) return follow(walk, call, AXIOS)
    if (/^console\./.test(text)) return
    if (text === 'Promise.all') return follow(walk, call, held)
  }
  const target = walk.trace.targets(call, undefined).filter(goesByPlace)[0]?.node
  const parameter =
    target && compiler.isFunctionLike(target) ? target.parameters[call.arguments.indexOf(outer)] : undefined
  if (!parameter || !target) return leave(walk, call, held)
  const result = resultWith(walk.trace, target as ts.SignatureDeclaration, parameter, held)
  const isPassed = result.kind !== 'clean' && result.kind !== 'unknown'
  if (isPassed && leaksIn(walk, target, parameter, held)) return void walk.flow.escapes.push(call)
  if (isPassed) return follow(walk, call, result)
  if (walk.within) return bind(walk, parameter.name, held)
  // A function that others call as well must not be changed for the sake of this call; `assertOk(res)` need not be.
  if (walk.trace.callers(target).length !== 1) {
    const isOnlyAsked = result.kind === 'clean' && !leaksIn(walk, target, parameter, held)
    return isOnlyAsked ? undefined : void walk.flow.escapes.push(call)
  }
  bind(walk, parameter.name, held)
  if (result.kind === 'unknown') walk.flow.escapes.push(call)
}

/** What is known of the functions that answers are handed to, by their parameters and what those hold. */
const known = new WeakMap<ts.Node, Map<string, boolean>>()

/** Whether a function that is handed an answer, and gives back what is in it, does more with it that others would notice. */
const leaksIn = (
  { trace }: Walk,
  callee: ts.Node,
  parameter: ts.ParameterDeclaration,
  held: Held,
): boolean => {
  const answers = known.get(parameter) ?? new Map<string, boolean>()
  known.set(parameter, answers)
  const said = answers.get(held.kind)
  if (said !== undefined) return said
  // A function that hands it to itself does nothing more by that
  answers.set(held.kind, false)
  const within: Within = { functions: new Map([[callee, undefined]]), back: [], printed: [], checked: [] }
  const inner = newWalk(trace, within)
  bind(inner, parameter.name, held)
  const found = leaks(trace, inner.flow, within)
  answers.set(held.kind, found)
  return found
}

/** `Promise.all([a(), b()])`: the answer is one member of the array. */
const inArray = (walk: Walk, array: ts.ArrayLiteralExpression, outer: ts.Expression, held: Held): void => {
  const index = array.elements.indexOf(outer)
  const race = array.parent
  const isRaced = compiler.isCallExpression(race) && /^Promise\.(race|any)$/.test(race.expression.getText())
  if (isRaced && array.elements.every((one) => one === outer || isDeadline(walk.trace, one)))
    return follow(walk, race, held)
  follow(walk, array, { kind: 'record', fields: new Map([[String(index), held]]) })
}
