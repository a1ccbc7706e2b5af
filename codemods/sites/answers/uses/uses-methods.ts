import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Closed, runsOfClosed } from '../../program/names/closed-function.ts'
import { functionOf } from '../../program/names/given-function.ts'
import { symbolBehind } from '../../program/names/symbol.ts'
import { accessed } from '../../program/syntax/access.ts'
import { bare, isFunctionValue, returnsOf } from '../../program/syntax/nodes.ts'
import { othersHand } from './handed-over.ts'
import { intoState } from './uses-hooks.ts'
import { bind, needed } from './uses-names.ts'
import { isAnywhere } from './uses-values.ts'
import type { UsesWalk, Value } from './uses-walk.ts'
import { isSettler } from './within.ts'

/** What comes out of a list's method: items again, one item, or nothing of them. */
const METHODS: Readonly<Record<string, 'list' | 'item' | 'other'>> = {
  map: 'other',
  flatMap: 'other',
  forEach: 'other',
  some: 'other',
  every: 'other',
  findIndex: 'other',
  findLastIndex: 'other',
  filter: 'list',
  find: 'item',
  findLast: 'item',
}

const ITEM: Value = { kind: 'item', path: [] }

const SORTS = /^(sort|toSorted)$/
const SAME = /^(slice|reverse|toReversed)$/
const ONE = /^(at|pop|shift)$/
const PLACES = /^(includes|indexOf|lastIndexOf)$/

/** A method called on something that holds an answer; false where it is none that is known. */
export const methodCall = (walk: UsesWalk, call: ts.CallExpression, name: string, value: Value): boolean => {
  if (name === 'then') return then(walk, call, value)
  if (name === 'catch' || name === 'finally') return settled(walk, call, name, value)
  if (value.kind !== 'list') return false
  const gives = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  if (gives) return each(walk, call, gives)
  const [first] = call.arguments
  const made: Value = { ...value, isMade: true }
  if (SORTS.test(name)) {
    if (first && !takes(walk, call, [0, 1])) return false
    walk.follow(call, made)
    return true
  }
  if (SAME.test(name)) return follow(walk, call, made)
  if (ONE.test(name)) return follow(walk, call, { kind: 'item', path: [] })
  if (name === 'reduce') return reduced(walk, call)
  return PLACES.test(name)
}

/** Without a value to begin with, the first item comes in as the sum so far, and may be what comes out. */
const reduced = (walk: UsesWalk, call: ts.CallExpression): boolean => {
  if (call.arguments.length === 2) return takes(walk, call, [1])
  return walk.within !== undefined && takes(walk, call, [0, 1])
}

/** `groupBy(pods, (pod) => …)`, `_.partition(pods, isPlaced)`, `Object.groupBy(pods, …)`: a callback that takes each item. */
export const takesEach = (walk: UsesWalk, call: ts.CallExpression): boolean => {
  const name = accessed(call.expression)?.name ?? call.expression.getText()
  const [, given] = call.arguments
  if (given && EACH.test(name) && compiler.isStringLiteralLike(given))
    return walk.asked.push({ name: given.text, node: given }) > 0
  const found = given && EACH.test(name) ? callbackOf(walk, given) : undefined
  const parameter = found?.callback.parameters[0]
  if (parameter) bind(walk, parameter.name, ITEM)
  return parameter !== undefined
}

const EACH = /^(groupBy|partition|sortBy|orderBy|minBy|maxBy|keyBy|uniqBy|countBy|filter|reject|find)$/

const follow = (walk: UsesWalk, call: ts.CallExpression, value: Value): boolean => {
  walk.follow(call, value)
  return true
}

const each = (walk: UsesWalk, call: ts.CallExpression, gives: 'list' | 'item' | 'other'): boolean => {
  const [callback] = call.arguments
  if (!callback) return false
  const isBoolean = compiler.isIdentifier(callback) && callback.text === 'Boolean'
  if (!isBoolean && !takes(walk, call, [0])) return false
  if (gives !== 'other') walk.follow(call, { kind: gives, path: [], isMade: true })
  return true
}

type Callback = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

/** Binds the parameters of a callback that take an item; false where the callback cannot be seen whole. */
const takes = (walk: UsesWalk, call: ts.CallExpression, items: readonly number[]): boolean => {
  const [given] = call.arguments
  const found = given && callbackOf(walk, given)
  if (!found || /\barguments\b/.test(found.callback.getText())) return false
  const { callback, closed } = found
  const last = Math.max(...items) + 1
  // `(item, index, all)`: a third parameter is the list itself.
  if (callback.parameters.length > last + 1 || callback.parameters.some((one) => one.dotDotDotToken))
    return false
  for (const index of items) {
    const parameter = callback.parameters[index]
    if (!parameter) continue
    if (closed && !othersHand(walk, closed, call, index, ITEM)) return false
    bind(walk, parameter.name, ITEM)
  }
  return true
}

/** A callback written where it is passed, or a function of which every place that runs it is in sight. */
const callbackOf = (
  walk: UsesWalk,
  given: ts.Expression,
): { readonly callback: Callback; readonly closed?: Closed } | undefined => {
  const node = bare(given)
  if (isFunctionValue(node)) return { callback: node }
  if (walk.within) return handedTo(walk, node)
  if (!compiler.isIdentifier(node)) return undefined
  const callback = functionOf(symbolBehind(walk.trace, node)?.valueDeclaration)
  const closed = callback && runsOfClosed(walk.trace, callback)
  return closed && { callback, closed }
}

/** The one function that is handed over by whatever name, of which nothing is changed. */
const handedTo = (walk: UsesWalk, node: ts.Expression): { readonly callback: Callback } | undefined => {
  const [source, ...others] = walk.trace.sources(node, undefined)
  if (!source || others.length > 0 || !compiler.isFunctionLike(source.node)) return undefined
  return { callback: source.node as Callback }
}

/** `.then(callback)`: the callback's parameter takes the value; what it returns is followed from its `return`. */
const then = (walk: UsesWalk, call: ts.CallExpression, value: Value): boolean => {
  const [callback, onError] = call.arguments
  const node = callback && bare(callback)
  // A helper that settles its promise with the answer gives it back.
  if (node && walk.within && isSettler(walk.trace, node)) return walk.within.back.push(call) > 0
  if (node && isAnywhere(walk)) intoState(walk, node, value)
  if (!node || !isFunctionValue(node)) return false
  const [parameter, ...others] = node.parameters
  if (others.length > 0 || parameter?.dotDotDotToken) return false
  // What a helper does where the call failed is not about the answer.
  if (onError && !walk.within && !givesTheSame(walk, onError, value)) return false
  if (parameter) bind(walk, parameter.name, value)
  return true
}

/** `.catch(() => [])` gives the value or what the callback gives. */
const settled = (walk: UsesWalk, call: ts.CallExpression, name: string, value: Value): boolean => {
  const [callback] = call.arguments
  if (name === 'catch' && callback && !givesTheSame(walk, callback, value)) return false
  walk.follow(call, value)
  return true
}

/** Whether what a callback gives in the value's place can be seen; it must hold the same then. */
const givesTheSame = (walk: UsesWalk, callback: ts.Expression, value: Value): boolean => {
  const node = bare(callback)
  if (isSettler(walk.trace, node)) return true
  if (!isFunctionValue(node)) return false
  for (const one of returnsOf(node)) needed(walk, one, value)
  return true
}
