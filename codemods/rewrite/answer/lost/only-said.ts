import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { setIn } from './collects-deeds.ts'
import { isDone, isSaying } from './only-says.ts'

const MOST_STEPS = 8

/**
 * Whether a statement does no more than to change words that are printed: `unplaced++`, `cells.push('-')`. Where anything
 * else becomes of them (they are asked for, given back, stored), that is no word.
 */
export const changesWords = (trace: Trace, one: ts.Statement): boolean => {
  const changed = compiler.isExpressionStatement(one) ? changedIn(one.expression) : undefined
  if (!changed || changed.values.some((value) => someNode(value, isDone) || isDone(value))) return false
  return isNameSaid(trace, changed.name, 0)
}

interface Changed {
  readonly name: ts.Expression
  readonly values: readonly ts.Expression[]
}

const changedIn = (given: ts.Expression): Changed | undefined => {
  const node = bare(given)
  const set = setIn(node)
  if (set) return { name: bare(set), values: compiler.isBinaryExpression(node) ? [node.right] : [] }
  const method = compiler.isCallExpression(node) ? accessed(node.expression) : undefined
  return compiler.isCallExpression(node) && method?.name === 'push'
    ? { name: bare(method.of), values: node.arguments }
    : undefined
}

/** Whether all that becomes of a variable is that it is printed. */
const isNameSaid = (trace: Trace, said: ts.Expression, steps: number): boolean => {
  const declared = compiler.isIdentifier(said)
    ? trace.checker.getSymbolAtLocation(said)?.valueDeclaration
    : undefined
  const name = declared && compiler.isVariableDeclaration(declared) ? declared.name : undefined
  if (!name || !compiler.isIdentifier(name) || isExported(trace, name)) return false
  return mentionsOf(trace, name).every((use) => isSaid(trace, use, steps + 1))
}

/** Whether a value is printed, or put where that is all that becomes of it. */
const isSaid = (trace: Trace, given: ts.Expression, steps: number): boolean => {
  if (steps > MOST_STEPS) return false
  const node = dressed(given)
  const { parent } = node
  const next = (one: ts.Expression): boolean => isSaid(trace, one, steps + 1)
  if (isSetAlone(node)) return true
  if (compiler.isTemplateSpan(parent)) return next(parent.parent)
  if (compiler.isSpreadElement(parent)) return next(parent.parent as ts.Expression)
  if (compiler.isArrayLiteralExpression(parent)) return next(parent)
  if (compiler.isConditionalExpression(parent)) return next(parent)
  if (compiler.isIfStatement(parent)) return parent.expression === node && saysAlone(parent)
  if (compiler.isBinaryExpression(parent)) return JOINS.test(parent.operatorToken.getText()) && next(parent)
  if (compiler.isVariableDeclaration(parent)) return isNameSaid(trace, parent.name as ts.Expression, steps)
  if (compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)) {
    const callee = compiler.isArrowFunction(parent) ? parent : functionAround(parent)
    const call = callee && isFunctionValue(callee) ? dressed(callee).parent : undefined
    return call !== undefined && isMapped(call) && next(call)
  }
  if (compiler.isCallExpression(parent) && parent.expression !== node) return isTaken(trace, parent, steps)
  const access = accessOn(node)
  if (!access) return false
  const called = dressed(access).parent
  if (!compiler.isCallExpression(called) || called.expression !== dressed(access)) return next(access)
  return accessed(access)?.name === 'push' || next(called)
}

/** What two values are put together by, or held against each other. */
const JOINS = /^(\+|-|\*|\/|%|\?\?|\|\||&&|[<>]=?|[!=]==?)$/

/** `unplaced++` and `count += 1` as statements of their own. */
const isSetAlone = (node: ts.Expression): boolean =>
  compiler.isExpressionStatement(dressed(node.parent as ts.Expression).parent) && setIn(node.parent) === node

/** `if (unplaced > 0) console.warn(…)` */
const saysAlone = ({ thenStatement, elseStatement }: ts.IfStatement): boolean =>
  [thenStatement, ...(elseStatement ? [elseStatement] : [])].every((branch) =>
    compiler.isBlock(branch) ? branch.statements.every(isSaying) : isSaying(branch),
  )

/** `pods.map((pod) => …)` */
const isMapped = (call: ts.Node): call is ts.CallExpression =>
  compiler.isCallExpression(call) && accessed(call.expression)?.name === 'map'

/** What a value is given to: what prints it, `String`, or a list that is printed. */
const isTaken = (trace: Trace, call: ts.CallExpression, steps: number): boolean => {
  if (isSaying(call.parent)) return true
  if (/^(String|JSON\.stringify|Math\.\w+|Number)$/.test(call.expression.getText()))
    return isSaid(trace, call, steps + 1)
  const method = accessed(call.expression)
  return method?.name === 'push' && isNameSaid(trace, bare(method.of), steps)
}
