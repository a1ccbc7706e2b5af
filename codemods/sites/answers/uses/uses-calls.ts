import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Source, Trace } from '../../program/frames/source.ts'
import { nameOfFunction, runsInSight, runsOfClosed } from '../../program/names/closed-function.ts'
import { accessesTo, placesSaying } from '../../program/names/names-used.ts'
import { accessed, accessOn } from '../../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  goesByPlace,
  isFunctionValue,
  nameOf,
  returnsOf,
} from '../../program/syntax/nodes.ts'
import { schemaHanded } from '../../schemas/schema-argument.ts'
import { parsedBy } from '../../schemas/schemas.ts'
import { type Runs, runsOf, waysOf } from '../held/handed-back.ts'
import { isUnheeded } from '../held/unheeded.ts'
import { othersHand } from './handed-over.ts'
import { isAskedEitherWay } from './opened.ts'
import { intoSelected, intoState } from './uses-hooks.ts'
import { handedBack } from './uses-many.ts'
import { takesEach } from './uses-methods.ts'
import { bind, needed } from './uses-names.ts'
import { intoQuery } from './uses-queries.ts'
import { comeIn, goOut } from './uses-through.ts'
import { holdsNothing, isAnywhere } from './uses-values.ts'
import type { Asked, Uses, UsesWalk, Value } from './uses-walk.ts'
import { isOfError, settlesPromise, type Within } from './within.ts'
import { wordsOfList } from './words-of-key.ts'

/** Calls that only look at what they are given. */
const LOOKS = /^Array\.isArray$/

/** The value is passed to a function. */
export const argument = (
  walk: UsesWalk,
  call: ts.CallExpression,
  outer: ts.Expression,
  value: Value,
): void => {
  if (LOOKS.test(call.expression.getText()) && value.path.length === 0) return lookedAt(walk, call, value)
  const { within } = walk
  if (within && isOfError(walk.trace, call)) return
  const asked = within ? askedBy(call, value.path.length === 0) : undefined
  if (asked) return void walk.asked.push(asked)
  if (within && settlesPromise(walk.trace, call)) return void within.back.push(call)
  const checks = within && schemaHanded(walk.trace, call, within.functions)
  if (checks && value.path.length === 0) return void within.checked.push(checks)
  if (within && value.kind === 'item' && value.path.length === 0) picked(walk, call, outer)
  const schema = parsedBy(walk.trace, call)
  if (schema && value.path.length === 0 && value.kind === (schema.isList ? 'list' : 'item')) {
    walk.schemas.push(schema.made)
    return walk.follow(call, value)
  }
  handedTo(walk, call, outer, value)
}

/** `Array.isArray(body)`, which says no to an envelope and yes to what was a list. */
const lookedAt = (walk: UsesWalk, call: ts.CallExpression, value: Value): void => {
  if (value.kind === 'envelope') {
    walk.spares.push(call)
    if (!walk.within && !isAskedEitherWay(walk, call)) walk.escapes.push(call)
  }
  walk.guards.push(call)
}

/** The value goes on as a parameter of the function that is called, where that is known and its callers are. */
const handedTo = (walk: UsesWalk, call: ts.CallExpression, outer: ts.Expression, value: Value): void => {
  const { within } = walk
  if (isAnywhere(walk)) intoState(walk, call.expression, value)
  const index = call.arguments.indexOf(outer)
  const target = walk.trace.targets(call, undefined).filter(goesByPlace)
  const callee = target.length === 1 ? (target[0]?.node as ts.SignatureDeclaration) : undefined
  const closed = callee && runsOfClosed(walk.trace, callee)
  const parameter = callee?.parameters[index]
  if (isAnywhere(walk) && target.length === 0) handedBack(walk, call, outer, value)
  if (isAnywhere(walk) && target.length > 1) return toEach(walk, target, index, value)
  if (within && value.kind === 'list' && index === 0 && target.length === 0 && takesEach(walk, call)) return
  if (within && parameter && !parameter.dotDotDotToken) {
    comeIn(walk, callee, call)
    return bind(walk, parameter.name, value)
  }
  if (!closed?.calls.includes(call) || !parameter || parameter.dotDotDotToken)
    return void walk.escapes.push(call)
  if (!othersHand(walk, closed, call, index, value)) return void walk.escapes.push(call)
  if (parameter.initializer) needed(walk, parameter.initializer, value)
  bind(walk, parameter.name, value)
}

/** `value(pod)` of `COLUMNS.map(({ value }) => …)`, which may be each function of a table. */
const toEach = (walk: UsesWalk, targets: readonly Source[], index: number, value: Value): void => {
  for (const { node } of targets) {
    const parameter = (node as ts.SignatureDeclaration).parameters[index]
    if (parameter && !parameter.dotDotDotToken) bind(walk, parameter.name, value)
  }
}

/** `pick(pod, ['id', 'name'])`: members that are taken by a list of their names. */
const picked = (walk: UsesWalk, call: ts.CallExpression, outer: ts.Expression): void => {
  const name = accessed(call.expression)?.name ?? call.expression.getText()
  if (!/^(pick|at)$/.test(name)) return
  const words = call.arguments.flatMap((one) => (one === outer ? [] : wordsOfList(walk.trace, one)))
  walk.asked.push(...words.map((word) => ({ name: word, node: call })))
}

/** What is asked of members: `Object.keys(body).length`, `Object.hasOwn(body, 'error')`. */
const askedBy = (call: ts.CallExpression, isWhole: boolean): Asked | undefined => {
  const callee = call.expression.getText()
  const [, name] = call.arguments
  if (isWhole && /^(Object\.hasOwn|Reflect\.has|Object\.prototype\.hasOwnProperty\.call)$/.test(callee))
    return { name: name && compiler.isStringLiteralLike(name) ? name.text : undefined, node: call }
  const access = callee === 'Object.keys' ? accessOn(call) : undefined
  if (!access) return undefined
  const method = accessed(access)?.name
  if (method === 'length') return { name: '', node: call }
  const { parent } = access
  const isSought = isWhole && compiler.isCallExpression(parent) && method === 'includes'
  const [sought] = isSought ? parent.arguments : []
  return sought && compiler.isStringLiteralLike(sought) ? { name: sought.text, node: parent } : undefined
}

/** The value is what a function gives back. */
export const returned = (walk: UsesWalk, node: ts.Node, value: Value): void => {
  const callee = functionAround(node)
  if (callee && walk.within?.functions.has(callee)) {
    const call = walk.within.functions.get(callee)
    return call ? walk.follow(call, value) : void walk.within.back.push(node)
  }
  if (!callee || ('asteriskToken' in callee && callee.asteriskToken)) return void walk.escapes.push(node)
  if (isUnheeded(walk.trace, callee)) return
  const taken = takenBy(callee)
  if (taken) return fromCallback(walk, taken, node, value)
  const ways = waysOf(walk.trace, callee)
  if (!ways && walk.within) return givenBack(walk, walk.within, callee, node, value)
  if (!ways) return void walk.escapes.push(node)
  othersOf(walk, callee, node, value)
  for (const runs of ways.runs) throughHelper(walk, runs, node, value, runs.call)
  for (const call of goOut(walk, callee, value) ?? ways.calls) walk.follow(call, value)
}

/**
 * The function may be called from elsewhere as well: a public method, what a package gives. Where every read is looked for, the
 * calls in sight tell of theirs all the same; of a helper that is looked into, its callers are others'.
 */
const givenBack = (
  walk: UsesWalk,
  { back, functions }: Within,
  callee: ts.SignatureDeclaration,
  node: ts.Node,
  value: Value,
): void => {
  back.push(node)
  if (functions.size > 0) return
  for (const call of goOut(walk, callee, value) ?? runsInSight(walk.trace, callee).calls)
    walk.follow(call, value)
  for (const place of handedAs(walk.trace, callee)) {
    intoQuery(walk, place, value)
    intoSelected(walk, place, value)
  }
}

/** Where a function stands that is given to what calls it: itself, or its name. */
const handedAs = (trace: Trace, callee: ts.SignatureDeclaration): readonly ts.Expression[] => {
  const name = nameOfFunction(callee)
  const { parent } = isFunctionValue(callee) ? dressed(callee) : { parent: undefined }
  const member = parent && compiler.isPropertyAssignment(parent) ? nameOf(parent.name) : undefined
  if (!name && parent && member !== undefined)
    return [callee as ts.ArrowFunction, ...accessesTo(trace, parent as ts.PropertyAssignment, member)]
  if (!name) return isFunctionValue(callee) ? [callee] : []
  return placesSaying(trace, name.parent as ts.Declaration, name.text)
}

/** What else a function may give back must hold the same. */
const othersOf = (walk: UsesWalk, callee: ts.SignatureDeclaration, node: ts.Node, value: Value): void => {
  for (const other of returnsOf(callee)) {
    const isThis = node.getStart() <= other.getStart() && other.getEnd() <= node.getEnd()
    if (!isThis) needed(walk, other, value)
  }
}

/** The call that a function written in its arguments, or before its parentheses, belongs to. */
const takenBy = (callee: ts.SignatureDeclaration): ts.CallExpression | undefined => {
  if (!isFunctionValue(callee)) return undefined
  const { parent } = dressed(callee)
  return compiler.isCallExpression(parent) ? parent : undefined
}

const ASKS = /^(forEach|filter|find|findLast|some|every|findIndex|findLastIndex)$/

const fromCallback = (walk: UsesWalk, call: ts.CallExpression, node: ts.Node, value: Value): void => {
  const callee = functionAround(node) as ts.SignatureDeclaration
  const access = call.expression
  if (dressed(callee as ts.ArrowFunction).parent === call && bareCallee(call) === callee) {
    othersOf(walk, callee, node, value)
    return walk.follow(call, value)
  }
  const name = compiler.isPropertyAccessExpression(access) ? access.name.text : undefined
  if (name === 'then' && call.arguments[0] && isWithin(callee, call.arguments[0])) {
    othersOf(walk, callee, node, value)
    return walk.follow(call, value)
  }
  if (name !== undefined && ASKS.test(name) && value.path.length === 0) return
  const runs = runsOf(walk.trace, callee)
  if (runs) return throughHelper(walk, runs, node, value)
  if (isAnywhere(walk)) intoQuery(walk, callee as ts.ArrowFunction, value)
  if (isAnywhere(walk)) intoState(walk, call.expression, value)
  if (isAnywhere(walk)) intoSelected(walk, callee as ts.ArrowFunction, value)
  if (isAnywhere(walk) && name === 'reduce') walk.follow(call, value)
  const isMapped = name === 'map' && value.kind === 'item' && value.path.length === 0
  if (!isMapped) return void walk.escapes.push(node)
  othersOf(walk, callee, node, value)
  walk.follow(call, { kind: 'list', path: [], isMade: true })
}

/** `withRetry(() => …)`: where the helper only gives back what the callback gives, that is what the call gives. */
const throughHelper = (
  walk: UsesWalk,
  { call, helper, calls }: Runs,
  node: ts.Node,
  value: Value,
  leaving = node,
): void => {
  othersOf(walk, functionAround(node) as ts.SignatureDeclaration, node, value)
  if (!helper) return walk.follow(call, value)
  const { uses, within } = walk.look(calls, value, helper)
  // It may serve any answer: what it reads of one cannot be renamed for the sake of this.
  const reads = walk.within ? [] : uses.reads.filter(({ path }) => walk.kindOf(path) !== undefined)
  const asked = walk.within ? [] : uses.asked.filter(({ name }) => !name || walk.kindOf([name]) !== undefined)
  const isBack = within.back.length > 0 && within.checked.length === 0
  const isAll = isBack && returnsOf(helper).every((one) => givesOnly(uses, one))
  if (!isAll || uses.escapes.length + reads.length + asked.length > 0) return void walk.escapes.push(leaving)
  walk.reads.push(...(walk.within ? uses.reads : []))
  walk.asked.push(...(walk.within ? uses.asked : []))
  walk.soft.push(...uses.soft, ...uses.lengths)
  walk.needs.push(...uses.needs.filter((need) => uses.held.get(need.node) !== need.holds))
  walk.follow(call, value)
}

/** Whether what a helper gives back is the value, or nothing. */
const givesOnly = ({ held }: Uses, given: ts.Expression): boolean =>
  holdsNothing(bare(given)) || [...held.keys()].some((node) => isWithin(node, given))

/** The function that `(() => …)()` calls. */
const bareCallee = (call: ts.CallExpression): ts.Node => {
  let at: ts.Expression = call.expression
  while (compiler.isParenthesizedExpression(at)) at = at.expression
  return at
}

const isWithin = (inner: ts.Node, outer: ts.Node): boolean =>
  inner.getStart() >= outer.getStart() && inner.getEnd() <= outer.getEnd()
