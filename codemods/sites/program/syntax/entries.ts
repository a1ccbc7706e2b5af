import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessed } from './access.ts'
import { bare, eachNode, isOperation, nodesIn, someNode } from './nodes.ts'
import { isOnlyHere } from './parameters-set.ts'

/**
 * The object whose entries all go into parameters by their own names: `new URLSearchParams(query)`, or a loop over
 * `Object.entries(query)` that sets each. Undefined where anything else is set as well.
 */
export const entriesOf = (node: ts.NewExpression): ts.Expression | undefined => {
  const [first] = node.arguments ?? []
  const owner = node.parent
  const variable =
    compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name) ? owner.name : undefined
  if (variable && !usesOf(variable).every(isOnlyHere)) return undefined
  if (first && !isEmptyObject(first)) return variable && isFilled(variable) ? undefined : leftOf(first)
  return variable && loopedInto(variable, (object) => bare(object).getText() === variable.text)
}

/** `{}` */
export const isEmptyObject = (node: ts.Expression): boolean => {
  const inner = bare(node)
  return compiler.isObjectLiteralExpression(inner) && inner.properties.length === 0
}

/** Whether something is set on a name of the parameters by a call of its own. */
const isFilled = (name: ts.Identifier): boolean =>
  someNode(blockAround(name), (node) => isSetOn(node, (object) => bare(object).getText() === name.text))

/** Where the block that makes parameters says their name. */
const usesOf = (name: ts.Identifier): ts.Identifier[] =>
  nodesIn(blockAround(name), compiler.isIdentifier).filter((one) => one.text === name.text && one !== name)

/** The object looped over, where every `set` and `append` on what `isOurs` says stands in one loop over entries. */
export const loopedInto = (
  name: ts.Identifier,
  isOurs: (object: ts.Expression) => boolean,
): ts.Expression | undefined => {
  const objects = new Map<ts.Node, ts.Expression | undefined>()
  eachNode(blockAround(name), (node) => {
    if (!isSetOn(node, isOurs)) return
    const loop = loopAround(node)
    const [key] = node.arguments
    const isKey = loop && key && bare(key).getText() === loop.key
    objects.set(loop?.node ?? node, isKey ? loop.object : undefined)
  })
  const [only, ...others] = [...objects.values()]
  return others.length === 0 ? only : undefined
}

const isSetOn = (node: ts.Node, isOurs: (object: ts.Expression) => boolean): node is ts.CallExpression => {
  const method = compiler.isCallExpression(node) ? accessed(node.expression) : undefined
  return method !== undefined && /^(set|append)$/.test(method.name ?? '') && isOurs(method.of)
}

interface Loop {
  readonly node: ts.Node
  readonly key: string
  readonly object: ts.Expression
}

/** `for (const [key, value] of Object.entries(object))`, also as `Object.entries(object).forEach(…)`. */
export const loopAround = (node: ts.Node): Loop | undefined => {
  for (let at: ts.Node = node; at.parent && !isCallee(at); at = at.parent) {
    if (!compiler.isForOfStatement(at) || !compiler.isVariableDeclarationList(at.initializer)) continue
    const [key, object] = [keyOf(at.initializer.declarations[0]?.name), entriesCall(at.expression)]
    if (key && object) return { node: at, key, object }
  }
  let callback: ts.Node = node
  while (callback.parent && !isCallee(callback)) callback = callback.parent
  const call = callback.parent
  if (!call || !compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression))
    return undefined
  const [parameter] = compiler.isFunctionLike(callback) ? callback.parameters : []
  const [key, object] = [keyOf(parameter?.name), entriesCall(call.expression.expression)]
  return call.expression.name.text === 'forEach' && key && object ? { node: call, key, object } : undefined
}

const isCallee = (node: ts.Node): boolean => compiler.isFunctionLike(node)

const keyOf = (name: ts.BindingName | undefined): string | undefined => {
  const first = name && compiler.isArrayBindingPattern(name) ? name.elements[0] : undefined
  return first && compiler.isBindingElement(first) ? first.name.getText() : undefined
}

const entriesCall = (given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  const [first] = compiler.isCallExpression(node) ? node.arguments : []
  return first && compiler.isCallExpression(node) && node.expression.getText() === 'Object.entries'
    ? leftOf(first)
    : undefined
}

/** `query` of `query ?? {}`. */
export const leftOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return isOperation(node, '??', '||') && isEmptyObject(node.right) ? bare(node.left) : node
}

const blockAround = (node: ts.Node): ts.Node => {
  let at: ts.Node = node.parent
  while (!compiler.isFunctionLike(at) && !compiler.isSourceFile(at)) at = at.parent
  return at
}
