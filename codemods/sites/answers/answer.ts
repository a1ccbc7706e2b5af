import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { runByLibrary } from '../program/calls/runners.ts'
import { framesFrom } from '../program/frames/frames.ts'
import { functionGiven } from '../program/names/given-function.ts'
import { symbolAt } from '../program/names/symbol.ts'
import { writesTo } from '../program/set/assigned.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, isConst, isInside, nameOf, returnsOf } from '../program/syntax/nodes.ts'
import type { Site } from '../sites.ts'
import type { Trace } from '../values/trace.ts'
import { isOfNoJson } from './failure/content-type.ts'
import { underFailure } from './failure/failure.ts'
import { callbackOf, callsOutside, functionOf, isWithinSight, type Known } from './held/called.ts'
import {
  AXIOS,
  CLEAN,
  either,
  type Held,
  heldBySink,
  memberOfHeld,
  PAYLOAD,
  parsedBy,
  UNKNOWN,
} from './held/held.ts'
import { ofArray, ofBinary, ofElement, ofLiteral } from './held/held-parts.ts'
import { stepsOf } from './held/piped.ts'
import { isWithinPromise, ofPromise, settledInto } from './held/promised.ts'
import { declaredStore, valuesKept } from './held/stores.ts'

const MOST_DEPTH = 24

/** What the site's top call gives, seen through every wrapper on the way. */
export const answerOf = (trace: Trace, site: Site): Held => heldOnTheWay(trace, site).get(site.top) ?? UNKNOWN

/** What each call gives on the way from the library's to the site's top. */
export const heldOnTheWay = (trace: Trace, site: Site): ReadonlyMap<ts.Node, Held> => {
  const known: Known = {
    calls: new Map([
      [site.sink.call as ts.Node, heldBySink(site.sink.answer)],
      ...(site.sink.texts ?? []).map((node) => [node as ts.Node, { kind: 'text' } as Held] as const),
    ]),
    parameters: new Map(),
    isRest: site.located.every(({ family }) => family !== 'graphql'),
  }
  for (const frame of framesFrom(site.scope)) {
    known.calls.set(frame.call, held(trace, returnsOf(frame.callee), known, 0))
  }
  return known.calls
}

const held = (trace: Trace, values: readonly ts.Expression[], known: Known, depth: number): Held => {
  const found = values
    .map((value) => unlessUnread(trace, value, evaluate(trace, value, known, depth)))
    .reduce((one, other) => either(one, other, known.isRest), CLEAN)
  return found.kind === 'foreign' ? UNKNOWN : found
}

/**
 * `catch { body = text }` beside a `JSON.parse`, `isJson ? res.json() : res.text()`: what is no JSON is no answer that
 * anybody could read.
 */
const unlessUnread = (trace: Trace, value: ts.Expression, found: Held): Held => {
  if (found.kind !== 'text') return found
  if (isOfNoJson(trace, value)) return CLEAN
  for (let at: ts.Node = value; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isCatchClause(at) && at.parent.tryBlock.getText().includes('JSON.parse(')) return CLEAN
  return found
}

/** What an expression holds, given what some calls and parameters hold. */
const evaluate = (trace: Trace, given: ts.Expression, known: Known, depth = 0): Held => {
  const node = bare(given)
  const found = known.calls.get(node)
  if (found) return found
  if (depth > MOST_DEPTH) return UNKNOWN
  const next = (inner: ts.Expression): Held => evaluate(trace, inner, known, depth + 1)
  if (compiler.isAwaitExpression(node)) return next(node.expression)
  if (compiler.isIdentifier(node)) return ofName(trace, node, known, depth)
  if (compiler.isPropertyAccessExpression(node)) return ofMember(trace, node, next)
  if (compiler.isElementAccessExpression(node)) {
    const element = ofElement(node, next)
    return element.kind === 'clean' ? ofKept(trace, node.expression, known, depth) : element
  }
  if (compiler.isConditionalExpression(node))
    return held(trace, [node.whenTrue, node.whenFalse], known, depth + 1)
  if (compiler.isBinaryExpression(node)) return ofBinary(node, next, known.isRest)
  if (compiler.isObjectLiteralExpression(node))
    return ofLiteral(node, (inner) => unlessFailed(trace, inner, next(inner)))
  if (compiler.isArrayLiteralExpression(node)) return ofArray(node, next)
  if (compiler.isCallExpression(node)) return ofCall(trace, node, known, depth)
  if (compiler.isNewExpression(node) && node.expression.getText() === 'Promise')
    return ofPromise(node, (one) => unlessUnread(trace, one, next(one)))
  if (compiler.isNewExpression(node))
    return (node.arguments ?? []).every((one) => next(one).kind === 'clean') ? CLEAN : UNKNOWN
  return CLEAN
}

/** `if (!res.ok) return { error: await res.text() }`: the text of an error is no part of an answer. */
const unlessFailed = (trace: Trace, node: ts.Expression, found: Held): Held =>
  found.kind === 'text' && underFailure(trace, node) ? CLEAN : found

/** What an error's body says, where the call is known to have failed, is no part of an answer. */
const ofMember = (
  trace: Trace,
  node: ts.PropertyAccessExpression,
  next: (inner: ts.Expression) => Held,
): Held => {
  const found = memberOfHeld(next(node.expression), node.name.text)
  return found.kind === 'unknown' && underFailure(trace, node) ? CLEAN : found
}

const ofName = (trace: Trace, node: ts.Identifier, known: Known, depth: number): Held => {
  const symbol = symbolAt(trace, node)
  const declaration = symbol?.declarations?.[0]
  if (!declaration) return CLEAN
  if (compiler.isParameter(declaration)) return ofParameter(trace, declaration, known, depth)
  if (compiler.isBindingElement(declaration)) return ofBinding(trace, declaration, known, depth)
  if (!compiler.isVariableDeclaration(declaration)) return CLEAN
  const start = declaration.initializer ? evaluate(trace, declaration.initializer, known, depth + 1) : CLEAN
  if (isConst(declaration) || !symbol) return start
  return writesTo(trace.checker, symbol)
    .map((value) => unlessUnread(trace, value, evaluate(trace, value, known, depth + 1)))
    .reduce((one, other) => either(one, other, known.isRest), start)
}

/** What a callback takes: of `X.then((value) => …)`, X; of a function that only its own file calls, what it is given there. */
const ofParameter = (trace: Trace, parameter: ts.ParameterDeclaration, known: Known, depth: number): Held => {
  const told = known.parameters.get(parameter)?.held
  const callee = parameter.parent
  if (told || depth > MOST_DEPTH) return told ?? CLEAN
  const index = callee.parameters.indexOf(parameter)
  const given = settledInto(callee, index)
  if (given) return evaluate(trace, given, known, depth + 1)
  if (!isWithinPromise(callee)) return CLEAN
  return trace
    .callers(callee)
    .flatMap(({ arguments: all }) => all?.[index] ?? [])
    .map((one) => evaluate(trace, one, known, depth + 1))
    .reduce((one, other) => either(one, other, known.isRest), CLEAN)
}

const ofBinding = (trace: Trace, element: ts.BindingElement, known: Known, depth: number): Held => {
  const pattern = element.parent
  const owner = pattern.parent
  let object: Held = CLEAN
  if (compiler.isVariableDeclaration(owner))
    object = owner.initializer ? evaluate(trace, owner.initializer, known, depth + 1) : CLEAN
  else if (compiler.isParameter(owner)) object = ofParameter(trace, owner, known, depth)
  else object = ofBinding(trace, owner, known, depth + 1)
  const name = compiler.isArrayBindingPattern(pattern)
    ? String(pattern.elements.indexOf(element))
    : nameOf(element.propertyName ?? element.name)
  return name === undefined ? UNKNOWN : memberOfHeld(object, name)
}

const ofCall = (trace: Trace, node: ts.CallExpression, known: Known, depth: number): Held => {
  const next = (inner: ts.Expression): Held => evaluate(trace, inner, known, depth + 1)
  const callee = bare(node.expression)
  const [first] = node.arguments
  const method = accessed(callee)
  if (method?.name !== undefined) {
    if (callee.getText() === 'JSON.parse' && first) return next(first).kind === 'clean' ? CLEAN : PAYLOAD
    if (/^Promise\.(race|any)$/.test(callee.getText()) && first) return oneOf(trace, first, known, depth)
    if (/^Promise\.(all|resolve)$/.test(callee.getText()) && first) return next(first)
    if (callee.getText() === 'Promise.reject') return CLEAN
    const object = next(method.of)
    if (object.kind !== 'clean') return ofMethod(trace, object, method.name, node, known, depth)
    if (method.name === 'get') {
      const kept = ofKept(trace, method.of, known, depth)
      if (kept.kind !== 'clean') return kept
    }
  }
  if (compiler.isIdentifier(callee) && /^(firstValueFrom|lastValueFrom)$/.test(callee.text) && first) {
    const inner = next(first)
    return inner.kind === 'stream' ? AXIOS : inner
  }
  return ofFunction(trace, node, known, depth)
}

/** `cache.get(path)`, `cache[path]`: what was put there. */
const ofKept = (trace: Trace, store: ts.Expression, known: Known, depth: number): Held => {
  const declared = declaredStore(trace, store)
  const { stores = [] } = known
  if (!declared || stores.includes(declared)) return CLEAN
  return held(trace, valuesKept(trace, declared), { ...known, stores: [...stores, declared] }, depth + 1)
}

/** `Promise.race([call(), deadline])`: any of them. */
const oneOf = (trace: Trace, given: ts.Expression, known: Known, depth: number): Held => {
  const list = bare(given)
  if (compiler.isArrayLiteralExpression(list) && !list.elements.some(compiler.isSpreadElement))
    return held(trace, list.elements, known, depth + 1)
  return evaluate(trace, list, known, depth + 1).kind === 'clean' ? CLEAN : UNKNOWN
}

/** A method called on something that holds the answer. */
const ofMethod = (
  trace: Trace,
  object: Held,
  name: string,
  node: ts.CallExpression,
  known: Known,
  depth: number,
): Held => {
  const [first] = node.arguments
  if (name === 'then' && first) return ofCallback(trace, first, object, known, depth)
  if (name === 'catch' || name === 'finally') return object
  const parsed = parsedBy(object, name)
  if (parsed) return parsed
  if (object.kind === 'response') return CLEAN
  if (object.kind === 'stream')
    return name === 'toPromise' ? AXIOS : name === 'pipe' ? ofPipe(trace, node, known, depth) : CLEAN
  if (object.kind === 'text') return { kind: 'text' }
  return object.kind === 'axios' ? CLEAN : UNKNOWN
}

/** `answer.pipe(map(…))`: what the last function gives that the answer is handed to. */
const ofPipe = (trace: Trace, call: ts.CallExpression, known: Known, depth: number): Held => {
  const steps = stepsOf(trace, call)
  const given = steps?.filter(({ gives }) => gives) ?? []
  const last = given.reduce<Held>((at, { callback }) => ofCallback(trace, callback, at, known, depth), AXIOS)
  if (!steps) return UNKNOWN
  return last.kind === 'axios' ? { kind: 'stream' } : last
}

/** What a callback gives back when its first parameter holds `argument`. */
export const ofCallback = (
  trace: Trace,
  callback: ts.Expression,
  argument: Held,
  known: Known,
  depth: number,
): Held => {
  const target = trace.sources(callback, undefined).find(({ node }) => compiler.isFunctionLike(node))?.node
  if (!target || !compiler.isFunctionLike(target)) return UNKNOWN
  const parameter = target.parameters[0]
  const parameters = new Map(known.parameters)
  if (parameter) parameters.set(parameter, { held: argument })
  return held(trace, returnsOf(target as ts.SignatureDeclaration), { ...known, parameters }, depth + 1)
}

/** What a function gives back when one of its parameters holds `argument`. */
export const resultWith = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
  parameter: ts.ParameterDeclaration,
  argument: Held,
): Held => {
  const parameters = new Map([[parameter as ts.Node, { held: argument }]])
  return held(trace, returnsOf(callee), { calls: new Map(), parameters }, 0)
}

/** What a function gives back when some calls in it hold `answer`. */
export const resultOfCalls = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
  calls: readonly ts.Expression[],
  answer: Held,
): Held => {
  const known = new Map(calls.map((call) => [call as ts.Node, answer]))
  return held(trace, returnsOf(callee), { calls: known, parameters: new Map() }, 0)
}

/** A call of a function of the project: what it gives for what it is given. */
const ofFunction = (trace: Trace, node: ts.CallExpression, known: Known, depth: number): Held => {
  const args = node.arguments.map((one) =>
    compiler.isSpreadElement(one) ? CLEAN : evaluate(trace, one, known, depth + 1),
  )
  const isClean = args.every(({ kind }) => kind === 'clean')
  const given = callbackOf(trace, node, known)
  const callee = given?.callee ?? functionOf(trace, node)
  if (!callee) {
    const run = isClean ? runByLibrary(trace, node) : undefined
    const calls = knownIn(known, run && functionGiven(trace, run), node)
    return run ? ofCallback(trace, run, CLEAN, { ...known, calls }, depth) : isClean ? CLEAN : UNKNOWN
  }
  const functions = node.arguments.some((one) => functionGiven(trace, one))
  // What a callback of the caller's gives is not told by what it is given, nor what a function written around it sees.
  if (!given && !functions && isClean && !isWithinSight(callee, node)) return CLEAN
  const parameters = new Map(known.parameters)
  callee.parameters.forEach((parameter, index) => {
    const argument = node.arguments[index]
    if (argument) parameters.set(parameter, { held: args[index] ?? CLEAN, node: argument })
  })
  const calls = knownIn(known, callee, given?.at ?? node)
  return held(trace, returnsOf(callee), { ...known, calls, parameters }, depth + 1)
}

/** What is known of calls within a function that is called, or handed over, at a place. */
const knownIn = (
  { calls }: Known,
  callee: ts.SignatureDeclaration | undefined,
  at: ts.Node,
): Known['calls'] =>
  !callee || isInside(callee, at) || isWithinSight(callee, at) ? calls : callsOutside(calls, callee)
