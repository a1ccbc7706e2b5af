import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessesTo, placesSaying } from '../../program/names/names-used.ts'
import { symbolBehind } from '../../program/names/symbol.ts'
import { type Access, accessed, isAccess } from '../../program/syntax/access.ts'
import { bare, dressed, functionAround, isFunctionValue, isOperation } from '../../program/syntax/nodes.ts'
import { stepOf } from './opened.ts'
import { bind } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

const LIST: Value = { kind: 'list', path: [], isMade: true }

/** What gives the same back, or a copy of it, in another order, or less of it. */
const SAME =
  /^(structuredClone|Array\.from|Object\.(freeze|seal|assign|fromEntries|entries)|toRaw|(shallowR|r)eactive|(shallowR|r)eadonly|markRaw|((_|lodash|R)\.)?(clone|cloneDeep|sortBy|orderBy|uniqBy|omit))$/

/** What gives one of a list. */
const ONE = /^((_|lodash)\.)?(head|last|find|findLast|minBy|maxBy|sample)$/

const BY_KEY = /^((_|lodash|R)\.)?(keyBy|indexBy)$/
const IN_GROUPS = /^((_|lodash|R|Object|Map)\.)?groupBy$/

/** What a call that is none of the program's own gives of what it is handed: a copy, a table of it, one of it. */
export const handedBack = (
  walk: UsesWalk,
  call: ts.CallExpression,
  outer: ts.Expression,
  value: Value,
): void => {
  const callee = call.expression.getText()
  const isFirst = call.arguments[0] === outer
  if (SAME.test(callee) && (isFirst || callee === 'Object.assign')) walk.follow(call, value)
  if (callee === 'JSON.stringify' && isFirst) parsedAgain(walk, call, value)
  if (accessed(call.expression)?.name === 'concat') walk.follow(call, LIST)
  if (isFirst && value.kind === 'list' && ONE.test(callee)) walk.follow(call, { kind: 'item', path: [] })
  if (isFirst && value.kind === 'list' && BY_KEY.test(callee)) walk.follow(call, { kind: 'table', path: [] })
  if (isFirst && value.kind === 'list' && IN_GROUPS.test(callee))
    walk.follow(call, { kind: 'groups', path: [] })
  if (isFirst && value.kind === 'table' && callee === 'Object.values') walk.follow(call, LIST)
  if (value.path.length === 0) putAmong(walk, call, outer, value)
}

/** `JSON.parse(JSON.stringify(pods))` */
const parsedAgain = (walk: UsesWalk, text: ts.CallExpression, value: Value): void => {
  const { parent } = dressed(text)
  if (compiler.isCallExpression(parent) && parent.expression.getText() === 'JSON.parse')
    walk.follow(parent, value)
}

/** `known.set(pod.id, pod)`, `found.push(pod)`, `(byName[pod.name] ??= []).push(pod)`: who reads what it is put among. */
const putAmong = (walk: UsesWalk, call: ts.CallExpression, outer: ts.Expression, { kind }: Value): void => {
  const { of, name } = accessed(call.expression) ?? {}
  const place = call.arguments.indexOf(outer)
  if (!of || (kind !== 'item' && kind !== 'list')) return
  if (name === 'set' && place === 1)
    heldIn(walk, of, { kind: kind === 'item' ? 'table' : 'groups', path: [] })
  if (kind !== 'item' || !/^(push|unshift|add)$/.test(name ?? '')) return
  const given = bare(of)
  const list = isOperation(given, '??=', '||=') ? bare(given.left) : given
  if (compiler.isElementAccessExpression(list) && stepOf(list) === undefined)
    return heldIn(walk, list.expression, { kind: 'groups', path: [] })
  heldIn(walk, list, LIST)
}

/** `byId[pod.id] = pod` */
export const putUnder = (walk: UsesWalk, left: ts.Expression, { kind, path }: Value): void => {
  const isByKey = compiler.isElementAccessExpression(left) && stepOf(left) === undefined
  if (!isByKey || path.length > 0 || (kind !== 'item' && kind !== 'list')) return
  heldIn(walk, left.expression, { kind: kind === 'item' ? 'table' : 'groups', path: [] })
}

/** Follows what holds many from every place that says it: a variable, also in other files, or a field. */
const heldIn = (walk: UsesWalk, given: ts.Expression, value: Value): void => {
  const { trace } = walk
  const node = bare(given)
  const name = compiler.isIdentifier(node)
    ? node
    : compiler.isPropertyAccessExpression(node)
      ? node.name
      : undefined
  if (!name) return
  const declared = compiler.isIdentifier(node)
    ? symbolBehind(trace, node)?.valueDeclaration
    : trace.checker.getSymbolAtLocation(name)?.declarations?.[0]
  if (!declared) return
  const places =
    name === node ? placesSaying(trace, declared, name.text) : accessesTo(trace, declared, name.text)
  for (const place of places) if (place !== name.parent || name === node) walk.follow(place, value)
}

/** A member of a table by a key that only the program knows, and what its methods give. */
export const ofTable = (walk: UsesWalk, access: Access, value: Value): void => {
  const one = withinTable(value)
  const { parent } = access
  const call = compiler.isCallExpression(parent) && parent.expression === access ? parent : undefined
  const name = stepOf(access)
  if (!call) return name === 'size' || name === 'length' ? undefined : walk.follow(access, one)
  if (name === 'get' || name === 'at') return walk.follow(call, one)
  if (name === 'entries' || /^(filter|sort|toSorted|slice)$/.test(name ?? '')) walk.follow(call, value)
  if (name === 'values' && one.kind === 'item') walk.follow(call, LIST)
  const [given] = call.arguments
  const taker = given && bare(given)
  const taken = taker && isFunctionValue(taker) ? taker.parameters[0] : undefined
  if (!taken || !EACH.test(name ?? '')) return
  if (compiler.isArrayBindingPattern(taken.name)) return bindPair(walk, taken.name, value)
  if (name === 'forEach') bind(walk, taken.name, one)
}

const EACH = /^(forEach|map|flatMap|filter|find|some|every|sort|toSorted)$/

const withinTable = ({ kind }: Value): Value => (kind === 'groups' ? LIST : { kind: 'item', path: [] })

/** `const [id, pod]` of what a table gives one by one. */
export const bindPair = (walk: UsesWalk, pattern: ts.ArrayBindingPattern, value: Value): void => {
  const second = pattern.elements[1]
  if (second && compiler.isBindingElement(second)) bind(walk, second.name, withinTable(value))
}

export const isTable = ({ kind }: Value): boolean => kind === 'table' || kind === 'groups'

/** `pods.map((pod) => [pod.id, pod])` is a table by pairs; `[...known, pod]` is a list. */
export const amongOthers = (
  walk: UsesWalk,
  list: ts.ArrayLiteralExpression,
  outer: ts.Expression,
  { kind, path }: Value,
): void => {
  if (path.length > 0 || (kind !== 'item' && kind !== 'list')) return
  const [first, second, ...others] = list.elements
  const isPair = second === outer && others.length === 0 && first && !compiler.isSpreadElement(first)
  if (isPair) {
    const mapped = mapGiving(list)
    if (mapped) walk.follow(mapped, { kind: kind === 'item' ? 'table' : 'groups', path: [] })
  } else if (kind === 'item' && list.elements.every((one) => one === outer || compiler.isSpreadElement(one)))
    walk.follow(list, LIST)
}

/** The call of `map` whose function gives a value. */
export const mapGiving = (given: ts.Expression): ts.CallExpression | undefined => {
  const { parent } = dressed(given)
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  const call = callee && isFunctionValue(callee) ? dressed(callee).parent : undefined
  if (!call || !compiler.isCallExpression(call) || !isAccess(call.expression)) return undefined
  return accessed(call.expression)?.name === 'map' ? call : undefined
}

/** `new Map(pairs)`, `new Set(pods)` */
export const intoNew = (walk: UsesWalk, made: ts.NewExpression, value: Value): void => {
  const name = made.expression.getText()
  if ((name === 'Map' && isTable(value)) || (name === 'Set' && value.kind === 'list'))
    walk.follow(made, value)
}
