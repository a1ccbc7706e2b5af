import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessed } from '../../sites/program/access.ts'
import { isAssignment } from '../../sites/program/assigned.ts'
import { mentionsOf } from '../../sites/program/names-used.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  returnsOf,
  someNode,
} from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** The program, and what is asked of its parts. */
interface Asking {
  readonly trace: Trace
  /** Whether something is done that takes its time. */
  readonly waits: (node: ts.Node) => boolean
  /** Whether it hangs on an expression that is false, or nothing, what the program does. */
  readonly decides: (node: ts.Expression) => boolean
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
  const callback = functionAround(node)
  const isGiven = callback && returnsOf(callback).some((one) => isOrBegins(bare(one), bare(node)))
  if (!isGiven || !isFunctionValue(callback)) return false
  const taken = dressed(callback)
  const call = taken.parent
  const isMapped =
    compiler.isCallExpression(call) &&
    call.arguments[0] === taken &&
    /^(map|flatMap)$/.test(accessed(call.expression)?.name ?? '')
  return isMapped && holds(asking, call)
}

/** `pod.machineId`, `[pod.machineId, pod]` */
const isOrBegins = (given: ts.Expression, node: ts.Expression): boolean => {
  const [first] = compiler.isArrayLiteralExpression(given) ? given.elements : [given]
  return first !== undefined && bare(first) === node
}

const named = (asking: Asking, list: ts.Expression | undefined, depth = 0): boolean => {
  if (!list || !compiler.isIdentifier(list)) return false
  const [declared] = asking.trace.checker.getSymbolAtLocation(list)?.declarations ?? []
  const name = declared && compiler.isVariableDeclaration(declared) ? declared.name : undefined
  return (
    name !== undefined &&
    compiler.isIdentifier(name) &&
    mentionsOf(asking.trace, name).some((use) => holds(asking, use, depth + 1))
  )
}

const MOST_STEPS = 8

/** Whether something is done by what a list of nothing holds. */
const holds = (asking: Asking, list: ts.Expression, depth = 0): boolean => {
  if (depth > MOST_STEPS) return false
  const outer = dressed(list)
  const { parent } = outer
  const next = (one: ts.Expression): boolean => holds(asking, one, depth + 1)
  if (compiler.isForOfStatement(parent)) return parent.expression === outer && asking.waits(parent.statement)
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
    return /^(length|size)$/.test(name.text) && asksDeeds(asking.waits, parent)
  if (LISTS.test(name.text)) return next(call)
  return FINDS.test(name.text) && (asking.decides(call) || asksDeeds(asking.waits, call))
}

const LISTS = /^(filter|slice|sort|toSorted|reverse|toReversed|flat|concat|map|flatMap|values|keys)$/
const FINDS = /^(has|get|includes|some|every|indexOf|find|findIndex|at)$/

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

const setIn = (node: ts.Node): ts.Expression | undefined => {
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

/** Whether an expression is part of what is asked, and something is done by the answer, or not done any more. */
const asksDeeds = (waits: Asking['waits'], node: ts.Expression): boolean => {
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
  const around = functionAround(parent)
  return (
    waits(parent.thenStatement) ||
    (parent.elseStatement !== undefined && waits(parent.elseStatement)) ||
    (someNode(parent.thenStatement, isLeaving, compiler.isFunctionLike) && waitsAfter(waits, around, parent))
  )
}

const isLeaving = (node: ts.Node): boolean =>
  compiler.isReturnStatement(node) || compiler.isThrowStatement(node) || compiler.isContinueStatement(node)

/** Whether the statements that follow one do something. */
const waitsAfter = (waits: Asking['waits'], around: ts.Node | undefined, from: ts.Statement): boolean =>
  around !== undefined &&
  someNode(around, (one) => one.pos >= from.end && compiler.isStatement(one) && waits(one))
