import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { functionGiven } from '../../program/names/given-function.ts'
import { madeAs } from '../../program/names/symbol.ts'
import { bare, eachNode, isFunctionValue, returnsOf } from '../../program/syntax/nodes.ts'
import { CLEAN, either, type Held, UNKNOWN } from './held.ts'

/** `new Promise((resolve) => …)`: what it is resolved with, by a call of its own or by a `then` that is handed it. */
export const ofPromise = (node: ts.NewExpression, next: (inner: ts.Expression) => Held): Held => {
  const [executor] = node.arguments ?? []
  const isInline = executor && isFunctionValue(executor)
  const name = isInline ? executor.parameters[0]?.name : undefined
  if (!isInline || !name || !compiler.isIdentifier(name)) return UNKNOWN
  let found: Held = CLEAN
  eachNode(executor, (inner) => {
    const isResolve =
      compiler.isCallExpression(inner) &&
      compiler.isIdentifier(inner.expression) &&
      inner.expression.text === name.text
    if (isResolve && inner.arguments[0]) found = either(found, next(inner.arguments[0]))
    const settled = handedTo(inner, name.text)
    if (settled) found = either(found, next(settled))
  })
  return found
}

/** X of `X.then(resolve)`. */
const handedTo = (node: ts.Node, resolve: string): ts.Expression | undefined => {
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const [first] = node.arguments
  const isHanded = first && compiler.isIdentifier(first) && first.text === resolve
  return isHanded && node.expression.name.text === 'then' ? node.expression.expression : undefined
}

/** X of `X.then(callback)`, for the callback's first parameter. */
export const settledInto = (callee: ts.Node, index: number): ts.Expression | undefined => {
  const call = callee.parent
  if (index !== 0 || !compiler.isCallExpression(call) || call.arguments[0] !== callee) return undefined
  const access = call.expression
  return compiler.isPropertyAccessExpression(access) && access.name.text === 'then'
    ? access.expression
    : undefined
}

/** Whether a function is one of those by which a promise settles itself. */
export const isWithinPromise = (callee: ts.Node): boolean => {
  for (let at: ts.Node | undefined = callee.parent; at; at = at.parent)
    if (compiler.isNewExpression(at) && at.expression.getText() === 'Promise') return true
  return false
}

/**
 * `new Promise((_, reject) => setTimeout(reject, 5000))`: what nobody is given, also by a name of its own or by a function that
 * makes one.
 */
export const isDeadline = (trace: Checked, given: ts.Expression): boolean => {
  const node = madeAs(trace, given)
  if (compiler.isNewExpression(node))
    return (
      node.expression.getText() === 'Promise' && /^\(\s*_\w*\s*,/.test(node.arguments?.[0]?.getText() ?? '')
    )
  const maker = compiler.isCallExpression(node) ? functionGiven(trace, node.expression) : undefined
  const [made, ...others] = maker ? returnsOf(maker) : []
  return made !== undefined && others.length === 0 && isDeadline(trace, bare(made))
}

type Checked = Parameters<typeof functionGiven>[0]
