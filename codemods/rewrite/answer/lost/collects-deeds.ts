import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf, placesSaying } from '../../../sites/program/names/names-used.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isOperation,
  nameOf,
  returnsOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { emptyAround } from './empty-around.ts'

/** The program, and what is asked of its parts. */
export interface Asking {
  readonly trace: Trace
  /** Whether something is done that takes its time. */
  readonly waits: (node: ts.Node) => boolean
  /** Whether it hangs on an expression that is false, or nothing, what the program does. */
  readonly decides: (node: ts.Expression) => boolean
  /** Whether an expression says nothing, or reads what finds nothing either. */
  readonly isNone: (node: ts.Expression) => boolean
}

/**
 * Whether a value goes into a list, a set or a map of such values, and something is done by what that holds then:
 * `pods.map((pod) => pod.machineId).filter(Boolean)`, `new Set(pods.map((pod) => pod.machineId)).has(id)`, `ids.push(pod.machineId)`.
 */
export const collectsDeeds = (asking: Asking, node: ts.Expression): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isCallExpression(parent) && parent.arguments[0] === outer) {
    const method = accessed(parent.expression)
    return /^(push|unshift|add)$/.test(method?.name ?? '') && named(asking, method?.of)
  }
  if (keysOf(asking, node).some((key) => isLookedUp(asking, key))) return true
  const callback = functionAround(node)
  const isGiven = callback && returnsOf(callback).some((one) => comesTo(asking, node, one))
  return isGiven === true && placesOf(asking, callback).some((place) => isMapped(asking, place))
}

/** The value, or what stands in for it, and where a name says that again: `pod.machineId ?? 'none'`. */
const keysOf = (asking: Asking, node: ts.Expression): readonly ts.Expression[] => {
  const outer = dressed(node)
  const { parent } = outer
  if (isOperation(parent, '??', '||') && parent.left === outer) return keysOf(asking, parent)
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  return isNamed ? mentionsOf(asking.trace, parent.name) : [outer]
}

/** `used[id] = true`, `count[id]++` */
const isPut = (access: ts.Expression): boolean => setIn(access.parent) === access

/** `used[endpoint.templateId] = true`: whether something is done by what `used[template.id]`, or `used.none`, is. */
const isLookedUp = (asking: Asking, key: ts.Expression): boolean => {
  const put = key.parent
  if (!compiler.isElementAccessExpression(put) || put.argumentExpression !== key || !isPut(put)) return false
  const [declared] = asking.trace.checker.getSymbolAtLocation(put.expression)?.declarations ?? []
  const name = declared && compiler.isVariableDeclaration(declared) ? declared.name : undefined
  if (!name || !compiler.isIdentifier(name)) return false
  return mentionsOf(asking.trace, name).some((use) => {
    const { parent } = use
    // By the same key, it is what the item itself put there
    const isOther = isAccess(parent) && parent.expression === use && parent.getText() !== put.getText()
    if (!isOther || isPut(parent)) return false
    return asking.decides(parent) || asksDeeds(asking.waits, parent)
  })
}

/** `pods.map((pod) => pod.machineId)`, `pods.map(machineOf)` */
const isMapped = (asking: Asking, place: ts.Expression): boolean => {
  const taken = dressed(place)
  const call = taken.parent
  return (
    compiler.isCallExpression(call) &&
    call.arguments[0] === taken &&
    /^(map|flatMap)$/.test(accessed(call.expression)?.name ?? '') &&
    holds(asking, call)
  )
}

/** Where a function is said: itself, where it is handed over as it is written, and else its name. */
const placesOf = ({ trace }: Asking, callee: ts.SignatureDeclaration): readonly ts.Expression[] => {
  const { parent } = callee
  if (isFunctionValue(callee) && !compiler.isVariableDeclaration(parent)) return [callee]
  const declared = isFunctionValue(callee) ? (parent as ts.VariableDeclaration) : callee
  const name = declared.name && nameOf(declared.name as ts.PropertyName)
  return name === undefined ? [] : placesSaying(trace, declared, name)
}

/** Whether a function gives the value, a pair of it, or what is nothing with it: `String(pod.machineId ?? '')`. */
const comesTo = (asking: Asking, node: ts.Expression, value: ts.Expression): boolean => {
  const outer = dressed(node)
  if (outer === dressed(value)) return true
  const { parent } = outer
  if (compiler.isArrayLiteralExpression(parent)) return parent.elements[0] === outer && parent === bare(value)
  const isSpare =
    isOperation(parent, '??', '||') && (parent.left !== outer || asking.isNone(bare(parent.right)))
  const next = isSpare ? parent : emptyAround(asking.trace, outer)
  return next !== undefined && comesTo(asking, next, value)
}

const named = (asking: Asking, list: ts.Expression | undefined): boolean => {
  if (!list || !compiler.isIdentifier(list)) return false
  const [declared] = asking.trace.checker.getSymbolAtLocation(list)?.declarations ?? []
  const name = declared && compiler.isVariableDeclaration(declared) ? declared.name : undefined
  return (
    name !== undefined &&
    compiler.isIdentifier(name) &&
    mentionsOf(asking.trace, name).some((use) => holds(asking, use, 1))
  )
}

const MOST_STEPS = 8

/** Whether something is done by what a list of nothing, or one without items, holds. */
export const holds = (asking: Asking, list: ts.Expression, depth = 0): boolean => {
  if (depth > MOST_STEPS) return false
  const outer = dressed(list)
  const { parent } = outer
  const next = (one: ts.Expression): boolean => holds(asking, one, depth + 1)
  if (compiler.isForOfStatement(parent))
    return parent.expression === outer && doesAt(asking.waits, parent, parent.statement)
  if (compiler.isArrowFunction(parent) || compiler.isReturnStatement(parent))
    return givenBack(asking, parent).some(next) || flattened(parent).some(next)
  if (compiler.isVariableDeclaration(parent))
    return compiler.isIdentifier(parent.name) && mentionsOf(asking.trace, parent.name).some(next)
  if (compiler.isNewExpression(parent)) return /^(Set|Map)$/.test(parent.expression.getText()) && next(parent)
  if (compiler.isSpreadElement(parent)) return next(parent.parent as ts.Expression)
  if (compiler.isAwaitExpression(parent)) return next(parent)
  if (compiler.isCallExpression(parent))
    return (
      /^(Array\.from|Object\.fromEntries|Promise\.all)$/.test(parent.expression.getText()) && next(parent)
    )
  if (!compiler.isPropertyAccessExpression(parent)) return false
  const { name, parent: call } = parent
  if (!compiler.isCallExpression(call) || call.expression !== parent)
    return /^(length|size)$/.test(name.text) && (asking.decides(parent) || asksDeeds(asking.waits, parent))
  if (isRunForEach(asking, call)) return true
  if (LISTS.test(name.text)) return next(call)
  return FINDS.test(name.text) && (asking.decides(call) || asksDeeds(asking.waits, call))
}

const LISTS = /^(filter|slice|sort|toSorted|reverse|toReversed|flat|concat|map|flatMap|values|keys)$/
const FINDS = /^(has|get|includes|some|every|indexOf|find|findLast|findIndex|at|reduce)$/

/** `workers.map((worker) => end(worker.id))` */
const isRunForEach = ({ waits }: Asking, { arguments: [given] }: ts.CallExpression): boolean =>
  given !== undefined && isFunctionValue(bare(given)) && waits((bare(given) as ts.ArrowFunction).body)

/** `endpoints.flatMap((endpoint) => endpoint.workers ?? [])` */
const flattened = (by: ts.ArrowFunction | ts.ReturnStatement): ts.CallExpression[] => {
  const callee = compiler.isArrowFunction(by) ? by : functionAround(by)
  const taken = callee && isFunctionValue(callee) ? dressed(callee) : undefined
  const call = taken?.parent
  if (!call || !compiler.isCallExpression(call) || call.arguments[0] !== taken) return []
  return accessed(call.expression)?.name === 'flatMap' ? [call] : []
}

/** The calls that are given what a function gives back. */
const givenBack = ({ trace }: Asking, by: ts.ArrowFunction | ts.ReturnStatement): ts.Expression[] => {
  const callee = compiler.isArrowFunction(by) ? by : functionAround(by)
  return callee ? trace.callers(callee).filter(compiler.isCallExpression) : []
}

/** Whether a part of the program that is only come to where a value is there sets what is asked then: `placed++`, `isKnown = true`. */
export const setsAsked = (trace: Trace, branch: ts.Node, waits: Asking['waits']): boolean =>
  someNode(
    branch,
    (one) => {
      const set = setIn(one)
      return set !== undefined && isAskedFor(trace, set, waits)
    },
    compiler.isFunctionLike,
  )

/** What `count++`, `count += 1` and `name = value` set. */
export const setIn = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isPostfixUnaryExpression(node)) return node.operand
  if (compiler.isPrefixUnaryExpression(node))
    return /^(\+\+|--)/.test(node.getText()) ? node.operand : undefined
  if (!compiler.isBinaryExpression(node)) return undefined
  const isSum = node.operatorToken.kind === compiler.SyntaxKind.PlusEqualsToken
  return isSum || isAssignment(node) ? node.left : undefined
}

/** Whether a name is asked for somewhere, and something is done by the answer. */
export const isAskedFor = (trace: Trace, set: ts.Expression, waits: Asking['waits']): boolean => {
  const name = bare(set)
  const [declared] = compiler.isIdentifier(name)
    ? (trace.checker.getSymbolAtLocation(name)?.declarations ?? [])
    : []
  const own = declared && compiler.isVariableDeclaration(declared) ? declared.name : undefined
  return (
    own !== undefined &&
    compiler.isIdentifier(own) &&
    mentionsOf(trace, own).some((use) => asksDeeds(waits, use))
  )
}

/** `let running = 0` */
export const isCount = ({ checker }: Trace, name: ts.Expression): boolean => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  const begins = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  return begins !== undefined && compiler.isNumericLiteral(begins)
}

/** The whole of `pods.reduce((sum, pod) => sum + (pod.jobs ?? 0), 0)`, of the sum in it. */
export const sumOf = (sum: ts.BinaryExpression): ts.CallExpression | undefined => {
  const callee = functionAround(sum)
  const isGiven = callee && isFunctionValue(callee) && returnsOf(callee).some((one) => bare(one) === sum)
  const call = isGiven ? dressed(callee).parent : undefined
  const isSum = call && compiler.isCallExpression(call) && accessed(call.expression)?.name === 'reduce'
  return isSum ? call : undefined
}

/** Whether an expression is part of what is asked, and something is done by the answer, or not done any more. */
export const asksDeeds = (waits: Asking['waits'], node: ts.Expression): boolean => {
  let at: ts.Node = node
  for (; compiler.isExpression(at.parent) && !compiler.isFunctionLike(at.parent); at = at.parent) {
    const { parent } = at
    if (compiler.isConditionalExpression(parent) && parent.condition === at)
      return [parent.whenTrue, parent.whenFalse].some(waits)
    if (
      compiler.isBinaryExpression(parent) &&
      parent.left === at &&
      /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText())
    )
      if (waits(parent.right)) return true
  }
  const { parent } = at
  if (compiler.isWhileStatement(parent)) return parent.expression === at && waits(parent.statement)
  if (!compiler.isIfStatement(parent) || parent.expression !== at) return false
  return (
    doesAt(waits, parent, parent.thenStatement) ||
    (parent.elseStatement !== undefined && waits(parent.elseStatement))
  )
}

/** Whether a part of a statement does something, or ends what would be done behind the statement. */
const doesAt = (waits: Asking['waits'], whole: ts.Statement, part: ts.Statement): boolean =>
  waits(part) ||
  someNode(
    part,
    (one) => isLeaving(one) && waitsAfter(waits, leftBy(one, whole), whole),
    compiler.isFunctionLike,
  )

const isLeaving = (node: ts.Node): boolean =>
  compiler.isReturnStatement(node) || compiler.isThrowStatement(node) || compiler.isContinueStatement(node)

/** What is left: `continue` goes on with the loop, and ends one round of it. */
const leftBy = (leaving: ts.Node, whole: ts.Statement): ts.Node => {
  const around = functionAround(whole) ?? whole.getSourceFile()
  if (!compiler.isContinueStatement(leaving) || leaving.label) return around
  let loop: ts.Node = leaving
  while (loop.parent && !compiler.isIterationStatement(loop, false)) loop = loop.parent
  return loop
}

/** Whether the statements that follow one do something. */
const waitsAfter = (waits: Asking['waits'], around: ts.Node, from: ts.Statement): boolean =>
  someNode(around, (one) => one.pos >= from.end && compiler.isStatement(one) && waits(one))
