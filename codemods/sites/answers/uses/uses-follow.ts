import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type Access, isAccess } from '../../program/syntax/access.ts'
import { bare, dressed, nameOf } from '../../program/syntax/nodes.ts'
import { isOnlyLookedAt } from './harmless.ts'
import { isSpare, opens, stepOf, testedBy } from './opened.ts'
import { asMember, intoObject, isMember, keptInField, type Member, yielded } from './uses-anywhere.ts'
import { argument, returned } from './uses-calls.ts'
import { intoComponent } from './uses-components.ts'
import {
  amongOthers,
  bindPair,
  handedBack,
  intoNew,
  isTable,
  mapGiving,
  ofTable,
  putUnder,
} from './uses-many.ts'
import { methodCall } from './uses-methods.ts'
import { assigned, bind, needed } from './uses-names.ts'
import { isAnywhere, nameOfValue } from './uses-values.ts'
import { AROUND, type UsesWalk, type Value } from './uses-walk.ts'
import { worded } from './uses-worded.ts'
import { wordsOfKey } from './words-of-key.ts'

/** Follows a value one step outwards from where it stands. */
export const followOut = (walk: UsesWalk, node: ts.Expression, value: Value): void => {
  const outer = dressed(node)
  const { parent } = outer
  walk.beyond(node, value)
  if (isAnywhere(walk)) worded(walk, outer, value)
  if (compiler.isAwaitExpression(parent)) return walk.follow(parent, value)
  if (isAccess(parent) && parent.expression === outer) return member(walk, parent, value)
  if (compiler.isVariableDeclaration(parent) && parent.initializer === outer)
    return bind(walk, parent.name, value)
  if (compiler.isForOfStatement(parent) && parent.expression === outer) return loop(walk, parent, value)
  if (compiler.isBinaryExpression(parent)) return binary(walk, parent, outer, value)
  if (compiler.isConditionalExpression(parent)) return choice(walk, parent, outer, value)
  if (compiler.isReturnStatement(parent)) return returned(walk, parent, value)
  if (compiler.isArrowFunction(parent) && parent.body === outer) return returned(walk, outer, value)
  if (compiler.isCallExpression(parent) && parent.expression !== outer)
    return argument(walk, parent, outer, value)
  if (compiler.isSpreadElement(parent)) return spread(walk, parent, value)
  if (compiler.isArrayLiteralExpression(parent)) return together(walk, parent, outer, value)
  if (compiler.isSpreadAssignment(parent) && isAnywhere(walk)) laidOut(walk, parent, value)
  if (isOnlyLookedAt(parent) && isWhole(value)) return softly(walk, parent, value)
  if (isAnywhere(walk)) further(walk, parent, outer, value)
  walk.escapes.push(node)
}

const further = (walk: UsesWalk, parent: ts.Node, outer: ts.Expression, value: Value): void => {
  if (compiler.isNewExpression(parent)) intoObject(walk, parent, outer, value)
  if (compiler.isNewExpression(parent)) intoNew(walk, parent, value)
  if (compiler.isYieldExpression(parent)) yielded(walk, parent, value)
  if (isMember(parent, outer)) {
    asMember(walk, parent, value)
    inEach(walk, parent, value)
  }
  intoComponent(walk, parent, value)
}

/** Whether an answer is there says the same in both shapes; whether a part of it is there does not. */
const isWhole = ({ path }: Value): boolean => path.length === 0

const member = (walk: UsesWalk, access: Access, value: Value): void => {
  if (isTable(value)) return ofTable(walk, access, value)
  const name = stepOf(access)
  const call = calledBy(access)
  if (call && (access.questionDotToken || call.questionDotToken)) softly(walk, access, value)
  if (call && name !== undefined && methodCall(walk, call, name, value)) return
  if (walk.within && call && name === 'hasOwnProperty' && isWhole(value)) {
    const [sought] = call.arguments
    const said = sought && compiler.isStringLiteralLike(sought) ? sought.text : undefined
    return void walk.asked.push({ name: said, node: call })
  }
  if (name === 'value' && isHeldIn(walk, value)) return walk.follow(access, value)
  if (value.kind === 'item' && name !== undefined) return read(walk, access, name, value)
  if (value.kind === 'item') {
    if (compiler.isElementAccessExpression(access) && !isWritten(access))
      askedByKey(walk, access, access.argumentExpression, value)
    return lose(walk, access)
  }
  if (name !== undefined && name === walk.key) {
    walk.opened.push(access)
    return walk.follow(access, { kind: 'list', path: [] })
  }
  // A helper asks any answer for an error; a list has no such member in either API.
  const isAsked = !call && name !== undefined && !(name in Array.prototype) && !isWritten(access)
  if (walk.within && isAsked) return
  if (value.kind === 'envelope') return isSpare(walk, access) ? undefined : lose(walk, access)
  if (isWritten(access) || (name !== undefined && name !== 'length')) return lose(walk, access)
  if (isDirect(value)) walk.lengths.push(access)
  if (name === undefined) walk.follow(access, { kind: 'item', path: [] })
}

/** Whether a value is the list that was answered itself, in whose place a refusal may stand. */
const isDirect = ({ kind, isMade }: Value): boolean => kind === 'list' && !isMade

/** What is asked of a list that may not be there. */
const softly = (walk: UsesWalk, node: ts.Node, value: Value): void => {
  if (isDirect(value)) walk.soft.push(node)
}

/** `pods.value`: what Vue and Nuxt keep it in, of which nothing is changed. */
const isHeldIn = (walk: UsesWalk, value: Value): boolean =>
  isAnywhere(walk) &&
  (isWhole(value) || value.path.every((name) => name === AROUND)) &&
  walk.kindOf([...value.path, 'value']) === undefined

/** `pod[key]`, `key in pod`, where the words that the key may be are in sight. */
const askedByKey = (walk: UsesWalk, node: ts.Node, key: ts.Expression, value: Value): void => {
  if (!walk.within || !isWhole(value)) return
  walk.asked.push(...wordsOfKey(walk.trace, key).map((name) => ({ name, node })))
}

const lose = (walk: UsesWalk, node: ts.Node): void => void walk.escapes.push(node)

const calledBy = (access: Access): ts.CallExpression | undefined =>
  compiler.isCallExpression(access.parent) && access.parent.expression === access ? access.parent : undefined

const read = (walk: UsesWalk, access: Access, name: string, { path }: Value): void => {
  const full = [...path, name]
  const kind = walk.kindOf(full)
  if (kind === undefined || isWritten(access)) return lose(walk, access)
  if (kind === 'inner') return walk.follow(access, { kind: 'item', path: full })
  if (kind !== 'leaf') return walk.follow(access, { kind, path: [], isMade: true })
  walk.reads.push({ path: full, node: access, within: chainBefore(access, path) })
}

/** The steps that are written in one piece before a last step: of `pod.machine?.gpuTypeId`, `machine`. */
const chainBefore = (access: Access, path: readonly string[]): string[] => {
  const found: string[] = []
  let at: ts.Expression = access.expression
  while (found.length < path.length && isAccess(at)) {
    found.unshift(stepOf(at) as string)
    at = at.expression
  }
  return found
}

/** Whether an expression is assigned to, counted up or deleted. */
export const isWritten = (node: ts.Expression): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isBinaryExpression(parent) && parent.left === outer)
    return (
      parent.operatorToken.kind >= compiler.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= compiler.SyntaxKind.LastAssignment
    )
  return (
    compiler.isDeleteExpression(parent) ||
    compiler.isPostfixUnaryExpression(parent) ||
    (compiler.isPrefixUnaryExpression(parent) && /^(\+\+|--)/.test(parent.getText()))
  )
}

const loop = (walk: UsesWalk, { initializer }: ts.ForOfStatement, value: Value): void => {
  const name = compiler.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined
  if (name && isTable(value) && compiler.isArrayBindingPattern(name)) return bindPair(walk, name, value)
  if (value.kind !== 'list' || !name) return lose(walk, initializer)
  bind(walk, name, { kind: 'item', path: [] })
}

const binary = (walk: UsesWalk, parent: ts.BinaryExpression, outer: ts.Expression, value: Value): void => {
  const { kind } = parent.operatorToken
  const { SyntaxKind } = compiler
  const isLeft = parent.left === outer
  if (kind === SyntaxKind.EqualsToken && !isLeft && isAnywhere(walk) && keptInField(walk, parent.left, value))
    return
  if (kind === SyntaxKind.EqualsToken && !isLeft && isAnywhere(walk)) putUnder(walk, bare(parent.left), value)
  if (kind === SyntaxKind.EqualsToken && !isLeft) return assigned(walk, parent, value)
  if (kind === SyntaxKind.QuestionQuestionToken || kind === SyntaxKind.BarBarToken) {
    if (value.kind === 'envelope' && walk.within) return walk.follow(parent, value)
    if (value.kind === 'envelope') return isLeft ? lose(walk, parent) : spare(walk, parent)
    if (!isWhole(value)) return lose(walk, parent)
    const other = isLeft ? parent.right : parent.left
    if (isLeft) softly(walk, parent, value)
    if (!isLeft || !isLooked(parent)) needed(walk, other, value)
    return walk.follow(parent, value)
  }
  if (kind === SyntaxKind.AmpersandAmpersandToken && isWhole(value))
    return isLeft ? softly(walk, parent, value) : walk.follow(parent, value)
  // `'error' in body`
  if (walk.within && kind === SyntaxKind.InKeyword && !isLeft) {
    const name = compiler.isStringLiteralLike(parent.left) ? parent.left.text : undefined
    if (name === undefined) askedByKey(walk, parent, parent.left, value)
    return void (isWhole(value) && walk.asked.push({ name, node: parent }))
  }
  const compares = /^[!=]==?$/.test(parent.operatorToken.getText())
  if (compares && isWhole(value)) softly(walk, parent, value)
  else lose(walk, parent)
}

/** A value that is only asked whether it is there. */
const isLooked = (node: ts.Expression): boolean => isOnlyLookedAt(dressed(node).parent)

/** `body.pods ?? body`: v2's body is never what comes out. */
const spare = (walk: UsesWalk, parent: ts.BinaryExpression): void => {
  if (opens(walk, parent.left)) walk.spares.push(parent)
  else lose(walk, parent)
}

const choice = (
  walk: UsesWalk,
  parent: ts.ConditionalExpression,
  outer: ts.Expression,
  value: Value,
): void => {
  if (parent.condition === outer) return isWhole(value) ? softly(walk, parent, value) : lose(walk, parent)
  if (!isWhole(value)) return lose(walk, parent)
  const other = parent.whenTrue === outer ? parent.whenFalse : parent.whenTrue
  // `Array.isArray(body) ? body : body.pods`: v2's body is no array.
  if (value.kind === 'envelope') {
    if (walk.within && !/\bArray\.isArray\(/.test(parent.condition.getText()))
      return walk.follow(parent, value)
    const tests = testedBy(parent.condition) !== undefined && parent.whenTrue === outer
    if (tests && (opens(walk, other) || isSpare(walk, parent))) return void walk.spares.push(parent)
    // What a helper gives in the place of what is no list takes v2's envelope away from all that call it
    return walk.within ? void walk.guards.push(parent) : lose(walk, parent)
  }
  needed(walk, other, value)
  walk.follow(parent, value)
}

/** `[...pods]` is another list of the same. */
const spread = (walk: UsesWalk, parent: ts.SpreadElement, value: Value): void => {
  const list = parent.parent
  if (isTable(value) && compiler.isArrayLiteralExpression(list)) return walk.follow(list, value)
  if (isAnywhere(walk) && value.kind === 'list' && compiler.isCallExpression(list))
    handedBack(walk, list, parent, { kind: 'item', path: [] })
  if (value.kind !== 'list' || !compiler.isArrayLiteralExpression(list)) return lose(walk, parent)
  if (list.elements.length !== 1 && !isAnywhere(walk)) return lose(walk, parent)
  walk.follow(list, { ...value, isMade: true })
}

/** `{ ...pod, url }`: what is said behind it is the program's own. */
const laidOut = (walk: UsesWalk, spread: ts.SpreadAssignment, value: Value): void => {
  const { properties } = spread.parent
  const own = namesIn(properties.slice(properties.indexOf(spread) + 1))
  const inner = knowing(walk, (path) => (own.includes(path[0] ?? '') ? undefined : walk.kindOf(path)))
  if (value.path.length === 0 && value.kind !== 'list') inner.follow(spread.parent, value)
}

/** `pods.map((pod) => ({ pod, seen: now }))`: each item of that list has it as a member. */
const inEach = (walk: UsesWalk, member: Member, { kind, path }: Value): void => {
  const name = nameOf(member.name)
  const mapped = mapGiving(member.parent)
  if (!mapped || name === undefined || path.length > 0 || kind === 'envelope') return
  const own = namesIn(member.parent.properties)
  const inner = knowing(walk, (at) =>
    at.length === 1 && at[0] === name ? kind : own.includes(at[0] ?? '') ? undefined : walk.kindOf(at),
  )
  inner.follow(mapped, { kind: 'list', path: [], isMade: true })
}

const namesIn = (members: readonly ts.ObjectLiteralElementLike[]): readonly string[] =>
  members.flatMap((one) => (one.name ? (nameOf(one.name) ?? []) : []))

/** The same walk, to which members of other names are known. */
const knowing = (walk: UsesWalk, kindOf: UsesWalk['kindOf']): UsesWalk => {
  const inner: UsesWalk = {
    ...walk,
    kindOf,
    follow: (node, held) => {
      if (inner.held.has(node)) return
      inner.held.set(node, nameOfValue(held))
      if (inner.steps.left-- <= 0) inner.escapes.push(node)
      else followOut(inner, node, held)
    },
  }
  return inner
}

/** `const [pod, pods] = await Promise.all([get(id), list()])`. */
const together = (
  walk: UsesWalk,
  list: ts.ArrayLiteralExpression,
  outer: ts.Expression,
  value: Value,
): void => {
  const call = list.parent
  if (isAnywhere(walk)) amongOthers(walk, list, outer, value)
  const isAll = compiler.isCallExpression(call) && call.expression.getText() === 'Promise.all'
  const waits = isAll ? dressed(call).parent : undefined
  const declaration = waits && compiler.isAwaitExpression(waits) ? dressed(waits).parent : undefined
  const isBound = declaration && compiler.isVariableDeclaration(declaration) && declaration.initializer
  if (!isBound || !compiler.isArrayBindingPattern(declaration.name)) return lose(walk, list)
  const element = declaration.name.elements[list.elements.indexOf(outer)]
  if (!element || compiler.isOmittedExpression(element)) return
  if (element.dotDotDotToken || element.initializer) return lose(walk, element)
  bind(walk, element.name, value)
}
