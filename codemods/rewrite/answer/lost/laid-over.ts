import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import {
  bare,
  dressed,
  isConst,
  isFunctionValue,
  nameOf,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Names of names, and functions of functions: what goes further round is not followed. */
const DEEPEST = 6

/** What an object says after all that it takes over from another: `machineId` of `{ ...pod, machineId: own }`. */
export const saysLast = ({ properties }: ts.ObjectLiteralExpression, name: string): boolean =>
  properties
    .slice(properties.findLastIndex(compiler.isSpreadAssignment) + 1)
    .some((member) => nameOf(member.name) === name)

/**
 * Whether a member is read of an item of a list that the program laid its own value over:
 * `rows = pods.map((pod) => ({ ...pod, machineId: own }))`.
 */
export const isLaidOver = (trace: Trace, node: ts.Node, name: string): boolean => {
  const held = compiler.isPropertyAccessExpression(node) ? bare(node.expression) : undefined
  const list = held && listOf(trace, held)
  return list !== undefined && itemsSay(trace, list, name, 0)
}

/** The list that a value is an item of: by a loop, by a callback, or taken out of it. */
const listOf = (trace: Trace, held: ts.Expression): ts.Expression | undefined => {
  if (compiler.isElementAccessExpression(held)) return held.expression
  const declared = compiler.isIdentifier(held)
    ? trace.checker.getSymbolAtLocation(held)?.valueDeclaration
    : undefined
  if (declared && compiler.isParameter(declared)) return receiverOf(declared)
  if (!declared || !compiler.isVariableDeclaration(declared)) return undefined
  const { parent } = declared.parent
  if (compiler.isForOfStatement(parent)) return parent.expression
  const value = declared.initializer && settled(declared.initializer)
  if (value && compiler.isElementAccessExpression(value)) return value.expression
  const method = value && methodOf(value)
  return method && /^(find|findLast|at|shift|pop)$/.test(method.name.text) ? method.expression : undefined
}

/** `rows` of `rows.filter((row) => …)`. */
const receiverOf = (parameter: ts.ParameterDeclaration): ts.Expression | undefined => {
  const callee = parameter.parent
  if (!isFunctionValue(callee) || callee.parameters[0] !== parameter) return undefined
  const call = dressed(callee).parent
  const method = compiler.isCallExpression(call) ? methodOf(call) : undefined
  return method && OF_ITEMS.test(method.name.text) ? method.expression : undefined
}

const OF_ITEMS = /^(map|flatMap|filter|forEach|find|findLast|findIndex|some|every)$/
const SAME_ITEMS = /^(filter|slice|sort|toSorted|reverse|toReversed)$/

const methodOf = (call: ts.Expression): ts.PropertyAccessExpression | undefined =>
  compiler.isCallExpression(call) && compiler.isPropertyAccessExpression(call.expression)
    ? call.expression
    : undefined

const settled = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return compiler.isAwaitExpression(node) ? settled(node.expression) : node
}

const itemsSay = (trace: Trace, list: ts.Expression, name: string, depth: number): boolean => {
  if (depth === DEEPEST) return false
  const node = settled(list)
  const next = (inner: ts.Expression): boolean => itemsSay(trace, inner, name, depth + 1)
  if (compiler.isIdentifier(node)) {
    const declared = symbolBehind(trace, node)?.valueDeclaration
    const isKept = declared && compiler.isVariableDeclaration(declared) && isConst(declared)
    return isKept === true && declared.initializer !== undefined && next(declared.initializer)
  }
  if (!compiler.isCallExpression(node)) return false
  const [first] = node.arguments
  if (node.expression.getText() === 'Promise.all') return first !== undefined && next(first)
  const method = methodOf(node)
  if (method && SAME_ITEMS.test(method.name.text)) return next(method.expression)
  if (method?.name.text === 'map') return first !== undefined && givesWith(first, name)
  const given = trace
    .targets(node, undefined)
    .map(({ node: callee }) => (compiler.isFunctionLike(callee) ? returnsOf(callee) : []))
  return given.length > 0 && given.every((some) => some.length > 0 && some.every(next))
}

/** `(pod) => ({ ...pod, machineId: own })` */
const givesWith = (given: ts.Expression, name: string): boolean => {
  const callback = bare(given)
  if (!isFunctionValue(callback)) return false
  const made = returnsOf(callback).map(bare)
  return (
    made.length > 0 && made.every((one) => compiler.isObjectLiteralExpression(one) && saysLast(one, name))
  )
}
