import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { isExported, mentionsOf } from '../../program/names/names-used.ts'
import { writesTo } from '../../program/set/assigned.ts'
import { isRejection, neverReturns } from '../../program/syntax/leaves.ts'
import { bare, isOperation, nameOf } from '../../program/syntax/nodes.ts'
import { neverAfter } from '../../program/ways/never-after.ts'
import { holdsNothing, isAnywhere, nameOfValue } from './uses-values.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/** A name, or a pattern of names, takes the value. */
export const bind = (walk: UsesWalk, name: ts.BindingName, value: Value): void => {
  if (compiler.isIdentifier(name)) return bindName(walk, name, value)
  walk.held.set(name, nameOfValue(value))
  if (compiler.isArrayBindingPattern(name)) return bindItems(walk, name, value)
  for (const element of name.elements) bindMember(walk, element, value)
}

const bindName = (walk: UsesWalk, name: ts.Identifier, value: Value, set?: ts.Node): void => {
  if (walk.bound.has(name)) return
  // What is set on one way only does not come to every use.
  if (!set) walk.bound.add(name)
  walk.held.set(name, nameOfValue(value))
  if (isExported(walk.trace, name)) return void walk.escapes.push(name)
  const symbol = walk.trace.checker.getSymbolAtLocation(name)
  const declaration = symbol?.valueDeclaration
  if (symbol && declaration)
    for (const written of valuesOf(walk, symbol, declaration)) needed(walk, written, value)
  const isReached = (use: ts.Node): boolean => !(set && declaration && neverAfter(set, use, declaration))
  for (const use of mentionsOf(walk.trace, name))
    if (!isTarget(use) && isReached(use)) walk.follow(use, value)
}

/** Everything a variable may hold. */
const valuesOf = (walk: UsesWalk, symbol: ts.Symbol, declaration: ts.Declaration): ts.Expression[] => [
  ...(compiler.isVariableDeclaration(declaration) && declaration.initializer
    ? [declaration.initializer]
    : []),
  ...writesTo(walk.trace.checker, symbol),
]

const isTarget = (use: ts.Identifier): boolean => isOperation(use.parent, '=') && use.parent.left === use

/** Another value in the same place must be an answer of the same kind, or nothing. */
export const needed = (walk: UsesWalk, given: ts.Expression, value: Value): void => {
  const node = bare(given)
  if (compiler.isObjectLiteralExpression(node) && holdsNothing(node)) walk.blanks.push(node)
  if (holdsNothing(node) || isThrown(walk.trace, node)) return
  if (compiler.isAwaitExpression(node)) return needed(walk, node.expression, value)
  if (compiler.isConditionalExpression(node)) {
    needed(walk, node.whenTrue, value)
    return needed(walk, node.whenFalse, value)
  }
  walk.needs.push({ node, holds: nameOfValue(value) })
}

/** `Promise.reject(res)`, `res.json().then((body) => { throw … })`, `fail(res)`: nothing comes of it. */
const isThrown = (trace: Trace, node: ts.Expression): boolean => {
  if (!compiler.isCallExpression(node) || isRejection(node)) return isRejection(node)
  const callee = node.expression
  const isThen = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'then'
  const [callback] = node.arguments
  const runs = isThen ? callback && trace.sources(callback, undefined) : trace.targets(node, undefined)
  return runs !== undefined && runs.length > 0 && runs.every((one) => neverReturns(one.node))
}

/** `pods = await list()`: the variable's other values are looked at, and its uses. */
export const assigned = (walk: UsesWalk, { left, right }: ts.BinaryExpression, value: Value): void => {
  const name = bare(left)
  const symbol = compiler.isIdentifier(name) ? walk.trace.checker.getSymbolAtLocation(name) : undefined
  const declaration = symbol?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration)) return void walk.escapes.push(right)
  if (declaration.getSourceFile() !== left.getSourceFile() || !compiler.isIdentifier(declaration.name))
    return void walk.escapes.push(right)
  bindName(walk, declaration.name, value, left)
}

const bindItems = (walk: UsesWalk, pattern: ts.ArrayBindingPattern, value: Value): void => {
  if (value.kind !== 'list') return void walk.escapes.push(pattern)
  for (const element of pattern.elements) {
    if (compiler.isOmittedExpression(element)) continue
    if (element.initializer) walk.escapes.push(element)
    else bind(walk, element.name, element.dotDotDotToken ? value : { kind: 'item', path: [] })
  }
}

const bindMember = (walk: UsesWalk, element: ts.BindingElement, value: Value): void => {
  const key = nameOf(element.propertyName ?? element.name)
  if (element.dotDotDotToken && isAnywhere(walk) && value.path.length === 0) bind(walk, element.name, value)
  if (element.dotDotDotToken || key === undefined) return void walk.escapes.push(element)
  if (value.kind === 'item') return bindRead(walk, element, [...value.path, key], value.path)
  if (key === walk.key) {
    walk.opened.push(element)
    if (element.initializer && !holdsNothing(bare(element.initializer))) walk.escapes.push(element)
    return bind(walk, element.name, { kind: 'list', path: [] })
  }
  if (value.kind === 'list' && key === 'length')
    return value.isMade ? undefined : void walk.soft.push(element)
  walk.escapes.push(element)
}

const bindRead = (
  walk: UsesWalk,
  element: ts.BindingElement,
  path: readonly string[],
  within: readonly string[],
): void => {
  const kind = walk.kindOf(path)
  if (kind === 'leaf') return void walk.reads.push({ path, node: element, within: [...within] })
  if (kind !== undefined && kind !== 'inner') return bind(walk, element.name, { kind, path: [] })
  if (kind === undefined || element.initializer) return void walk.escapes.push(element)
  bind(walk, element.name, { kind: 'item', path })
}
