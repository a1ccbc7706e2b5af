import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { isOnlyLookedAt } from '../../../sites/answers/uses/harmless.ts'
import { runsInSight, runsOfClosed } from '../../../sites/program/names/closed-function.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isNamedTest } from '../../../sites/program/outside/test-file.ts'
import { type Access, accessed, isAccess, isMember } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  goesByPlace,
  isFunctionValue,
  nameOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { decidesDeeds } from '../../answer/lost/decides-deeds.ts'
import { heldAt } from '../../answer/lost/held-at.ts'
import { type Holding, holdingsOf } from './holdings.ts'
import { isTakenForNone } from './taken-for-none.ts'

/** What a document asks for at one place of its answer; a value of its own where nothing is asked for below. */
export interface Part {
  /** Keys of the answer, dotted. */
  readonly path: string
  readonly parts: ReadonlyMap<string, Part>
}

/** Where an answer is first held, and which part of it. */
export interface Start {
  readonly node: ts.Expression | ts.BindingName
  readonly part: Part
}

/** The paths of an answer that the program may read, and among them those that it cannot do without. */
export interface Reads {
  readonly read: ReadonlySet<string>
  /** Where null would be taken for a value, or gets out of sight. */
  readonly needed: ReadonlySet<string>
  /** On which it hangs what the program does, with the places that ask. */
  readonly deciding: ReadonlyMap<string, readonly ts.Node[]>
}

interface Walk {
  readonly trace: Trace
  readonly read: Set<string>
  readonly needed: Set<string>
  readonly deciding: Map<string, ts.Node[]>
  readonly seen: Map<ts.Node, Set<Part>>
  /** Of what is put into an object, that object as a part, by the member's name. */
  readonly holders: Map<ts.Node, Map<string, Map<Part, Part>>>
  readonly steps: { left: number }
  /** Whether a place is a test's, which holds the answer against what it made up itself. */
  readonly isTests: (node: ts.Node) => boolean
}

const MOST_STEPS = 800

/**
 * The paths of an answer that the program may read: what gets out of sight counts as read.
 * @returns undefined where it is too much to look at
 */
export const pathsRead = (trace: Trace, starts: readonly Start[]): Reads | undefined => {
  const walk: Walk = {
    trace,
    read: new Set(),
    needed: new Set(),
    deciding: new Map(),
    seen: new Map(),
    holders: new Map(),
    steps: { left: MOST_STEPS },
    isTests: testsBeside(starts),
  }
  for (const { node, part } of starts)
    if (compiler.isExpression(node)) follow(walk, node, part)
    else bind(walk, node, part)
  return walk.steps.left > 0 ? walk : undefined
}

/** Tells the tests among files, other than those where an answer comes in. */
const testsBeside = (starts: readonly Start[]): Walk['isTests'] => {
  const known = new Map(starts.map(({ node }) => [node.getSourceFile(), false]))
  return (node) => {
    const file = node.getSourceFile()
    return kept(known, file, () => isNamedTest(file))
  }
}

/** All of a part may be read. */
const takeAll = (walk: Walk, { path, parts }: Part): void => {
  walk.read.add(path)
  walk.needed.add(path)
  for (const part of parts.values()) takeAll(walk, part)
}

const isNew = (walk: Walk, node: ts.Node, part: Part): boolean => {
  if (walk.isTests(node)) return false
  const parts = kept(walk.seen, node, () => new Set())
  if (parts.has(part) || walk.steps.left-- <= 0) return false
  parts.add(part)
  return true
}

const follow = (walk: Walk, node: ts.Expression, part: Part): void => {
  if (!isNew(walk, node, part)) return
  walk.read.add(part.path)
  if (part.parts.size === 0) return value(walk, node, part)
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent)) return follow(walk, parent, part)
  if (isAccess(parent) && parent.expression === outer) return member(walk, parent, part)
  if (compiler.isVariableDeclaration(parent)) return bind(walk, parent.name, part)
  if (compiler.isBinaryExpression(parent)) return binary(walk, parent, outer, part)
  if (compiler.isConditionalExpression(parent))
    return parent.condition === outer ? undefined : follow(walk, parent, part)
  if (compiler.isReturnStatement(parent) || (compiler.isArrowFunction(parent) && parent.body === outer))
    return returned(walk, outer, part)
  if (compiler.isCallExpression(parent) && parent.expression !== outer)
    return argument(walk, parent, outer, part)
  if (compiler.isForOfStatement(parent)) return loop(walk, parent, part)
  if (compiler.isSpreadElement(parent) && compiler.isArrayLiteralExpression(parent.parent))
    return follow(walk, parent.parent, part)
  if (!isOnlyLookedAt(parent)) putIn(walk, outer, part)
}

/** All of what is put into an object may be read; where it is said again, it is seen what hangs on it. */
const putIn = (walk: Walk, outer: ts.Expression, part: Part): void => {
  const { parent } = outer
  takeAll(walk, part)
  if (compiler.isSpreadAssignment(parent)) return follow(walk, parent.parent, part)
  for (const holding of holdingsOf(walk.trace, outer))
    follow(walk, holding.whole, holderOf(walk, holding, part))
  if (!isMember(parent)) for (const use of heldAt(walk.trace, outer)) follow(walk, use, part)
}

/** `{ pod: … }` as what has `pod` for its only part. */
const holderOf = ({ holders }: Walk, { whole, name }: Holding, part: Part): Part =>
  kept(
    kept(
      kept(holders, whole, () => new Map()),
      name,
      () => new Map(),
    ),
    part,
    () => ({ path: part.path, parts: new Map([[name, part]]) }),
  )

/** A value of its own is needed where null would pass for it. */
const value = (walk: Walk, node: ts.Expression, part: Part): void => {
  const { path } = part
  if (!isTakenForNone(walk.trace, node)) walk.needed.add(path)
  if (decidesDeeds(walk.trace, node)) kept(walk.deciding, path, () => []).push(node)
  // Whether it may be missed where an object that holds it is read, its members' types tell
  const inside = { ...walk, read: new Set<string>(), needed: new Set<string>() }
  for (const holding of holdingsOf(walk.trace, node))
    follow(inside, holding.whole, holderOf(walk, holding, part))
}

/** The name of a member that is read, where the source says it. */
const nameRead = (access: Access): string | undefined => {
  if (compiler.isPropertyAccessExpression(access)) return access.name.text
  const key = access.argumentExpression
  return compiler.isStringLiteralLike(key) ? key.text : undefined
}

/** `pods[0]`, `pods[index]` */
const isPlace = ({ trace }: Walk, access: Access): boolean =>
  compiler.isElementAccessExpression(access) &&
  (trace.checker.getTypeAtLocation(access.argumentExpression).flags & compiler.TypeFlags.NumberLike) !== 0

const member = (walk: Walk, access: Access, part: Part): void => {
  const name = nameRead(access)
  if (name === undefined) return isPlace(walk, access) ? follow(walk, access, part) : takeAll(walk, part)
  const inner = part.parts.get(name)
  if (inner) return follow(walk, access, inner)
  const { parent } = access
  if (compiler.isCallExpression(parent) && parent.expression === access) method(walk, parent, name, part)
}

const SAME = /^(filter|find|findLast|sort|toSorted|slice|reverse|toReversed|at|pop|shift|flat|catch|finally)$/
const NOTHING = /^(includes|indexOf|lastIndexOf)$/
const TAKES: Readonly<Record<string, readonly number[]>> = {
  sort: [0, 1],
  toSorted: [0, 1],
  reduce: [0, 1, 3],
  reduceRight: [0, 1, 3],
  catch: [],
  finally: [],
}
const ONE_BY_ONE = /^(then|map|flatMap|forEach|some|every|find|findIndex|findLast|findLastIndex|filter)$/

const method = (walk: Walk, call: ts.CallExpression, name: string, part: Part): void => {
  if (SAME.test(name)) follow(walk, call, part)
  const places = TAKES[name] ?? (ONE_BY_ONE.test(name) ? [0, 2] : undefined)
  if (!places) return SAME.test(name) || NOTHING.test(name) ? undefined : takeAll(walk, part)
  if (places.length === 0) return
  const [callback] = call.arguments
  const known = callback ? functionsBehind(walk, callback) : []
  if (callback && known.length === 0) return takeAll(walk, part)
  for (const { parameters } of known)
    for (const [index, parameter] of parameters.entries())
      if (parameter.dotDotDotToken) takeAll(walk, part)
      else if (places.includes(index)) bind(walk, parameter.name, part)
}

/** The functions of the project that an expression may be. */
const functionsBehind = ({ trace }: Walk, given: ts.Expression): ts.SignatureDeclaration[] => {
  const node = bare(given)
  if (isFunctionValue(node)) return [node]
  const found = trace.sources(node, undefined).map((one) => one.node as ts.Node)
  return found.every((one) => compiler.isFunctionLike(one)) ? (found as ts.SignatureDeclaration[]) : []
}

const binary = (walk: Walk, parent: ts.BinaryExpression, outer: ts.Expression, part: Part): void => {
  const operator = parent.operatorToken.getText()
  if (operator === '=' && parent.right === outer) return assigned(walk, parent, part)
  if (/^(\|\||\?\?)$/.test(operator) || (operator === '&&' && parent.right === outer))
    return follow(walk, parent, part)
  if (!/^(=|&&|[!=]==?)$/.test(operator)) takeAll(walk, part)
}

const assigned = (walk: Walk, parent: ts.BinaryExpression, part: Part): void => {
  const name = bare(parent.left)
  const declaration = compiler.isIdentifier(name)
    ? walk.trace.checker.getSymbolAtLocation(name)?.valueDeclaration
    : undefined
  const isLocal = declaration && compiler.isVariableDeclaration(declaration)
  if (!isLocal || declaration.getSourceFile() !== parent.getSourceFile())
    return putIn(walk, dressed(parent.right), part)
  bind(walk, declaration.name, part)
  follow(walk, parent, part)
}

/** A name, or a pattern of names, takes a part. */
const bind = (walk: Walk, name: ts.BindingName, part: Part): void => {
  if (!isNew(walk, name, part)) return
  walk.read.add(part.path)
  if (compiler.isIdentifier(name)) {
    if (isExported(walk.trace, name)) return takeAll(walk, part)
    for (const use of mentionsOf(walk.trace, name)) follow(walk, use, part)
  } else if (compiler.isArrayBindingPattern(name)) {
    for (const element of name.elements)
      if (compiler.isBindingElement(element)) bind(walk, element.name, part)
  } else for (const element of name.elements) bindMember(walk, element, part)
}

const bindMember = (walk: Walk, element: ts.BindingElement, part: Part): void => {
  const key = nameOf(element.propertyName ?? element.name)
  if (element.dotDotDotToken || key === undefined) return takeAll(walk, part)
  const inner = part.parts.get(key)
  if (inner) bind(walk, element.name, inner)
  // A default takes the place of undefined alone
  if (inner && element.initializer) walk.needed.add(inner.path)
}

const loop = (walk: Walk, { initializer }: ts.ForOfStatement, part: Part): void => {
  const [first] = compiler.isVariableDeclarationList(initializer) ? initializer.declarations : []
  if (first) bind(walk, first.name, part)
  else takeAll(walk, part)
}

/** Passed to functions of the project, their parameters take it. */
const argument = (walk: Walk, call: ts.CallExpression, outer: ts.Expression, part: Part): void => {
  if (/^(Array\.isArray|Boolean)$/.test(call.expression.getText())) return
  const targets = walk.trace.targets(call, undefined)
  const place = call.arguments.indexOf(outer)
  const isSpread = call.arguments.slice(0, place).some(compiler.isSpreadElement)
  if (targets.length === 0 || isSpread || !targets.every(goesByPlace)) return takeAll(walk, part)
  for (const { node } of targets) {
    const callee = node as ts.SignatureDeclaration
    const parameter = callee.parameters[place]
    const isSeen = 'body' in callee && callee.body !== undefined && !/\barguments\b/.test(callee.getText())
    if (!isSeen || !parameter || parameter.dotDotDotToken) return takeAll(walk, part)
    bind(walk, parameter.name, part)
  }
}

const ASKS = /^(forEach|filter|find|findLast|some|every|findIndex|findLastIndex)$/

/** What a callback gives back its call gives; what a function gives back all of its calls give. */
const returned = (walk: Walk, node: ts.Node, part: Part): void => {
  const callee = functionAround(node)
  if (!callee || ('asteriskToken' in callee && callee.asteriskToken)) return takeAll(walk, part)
  const { parent } = compiler.isExpression(callee) ? dressed(callee as ts.Expression) : { parent: undefined }
  if (parent && compiler.isCallExpression(parent)) return fromCallback(walk, parent, part)
  const runs = runsOfClosed(walk.trace, callee)
  if (!runs) takeAll(walk, part)
  const { calls, handed } = runs ?? runsInSight(walk.trace, callee)
  for (const call of calls) follow(walk, call, part)
  for (const call of handed) fromCallback(walk, call, part)
}

const fromCallback = (walk: Walk, call: ts.CallExpression, part: Part): void => {
  const name = accessed(call.expression)?.name ?? ''
  if (ASKS.test(name)) return
  if (/^(then|map|flatMap)$/.test(name)) follow(walk, call, part)
  else takeAll(walk, part)
}
