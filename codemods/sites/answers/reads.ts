import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { referencesOf } from '../program/names/references.ts'
import { dressed, isFunctionValue, nameOf } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'

/** The members that code reads of a value; undefined where the value, or some unknown part of it, goes on elsewhere. */
export const readsOf = (trace: Trace, root: ts.Expression): ReadonlySet<string> | undefined => {
  const names = new Set<string>()
  return follow({ trace, names, seen: new Set() }, root) ? names : undefined
}

interface Walk {
  readonly trace: Trace
  readonly names: Set<string>
  readonly seen: Set<ts.Node>
}

const follow = (walk: Walk, node: ts.Expression): boolean => {
  if (walk.seen.has(node)) return true
  walk.seen.add(node)
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent)) return follow(walk, parent)
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === outer) return member(walk, parent)
  if (compiler.isElementAccessExpression(parent) && parent.expression === outer) {
    if (!compiler.isStringLiteralLike(parent.argumentExpression)) return false
    walk.names.add(parent.argumentExpression.text)
    return true
  }
  if (compiler.isVariableDeclaration(parent) && parent.initializer === outer) return bind(walk, parent.name)
  if (compiler.isExpressionStatement(parent) || compiler.isVoidExpression(parent)) return true
  if (
    compiler.isIfStatement(parent) ||
    compiler.isPrefixUnaryExpression(parent) ||
    compiler.isTypeOfExpression(parent)
  )
    return true
  if (compiler.isConditionalExpression(parent) && parent.condition === outer) return true
  if (compiler.isBinaryExpression(parent)) {
    const isGuard =
      parent.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken && parent.left === outer
    return isGuard && compiler.isIdentifier(outer)
  }
  return false
}

const member = (walk: Walk, access: ts.PropertyAccessExpression): boolean => {
  const name = access.name.text
  const call =
    compiler.isCallExpression(access.parent) && access.parent.expression === access
      ? access.parent
      : undefined
  if (call && (name === 'catch' || name === 'finally')) return false
  if (call && name === 'then') {
    const [callback] = call.arguments
    const isInline = callback && isFunctionValue(callback)
    if (!isInline || !callback.parameters[0]) return false
    return bind(walk, callback.parameters[0].name)
  }
  if (isWritten(access)) return false
  walk.names.add(name)
  return true
}

const isWritten = (node: ts.Expression): boolean =>
  compiler.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind >= compiler.SyntaxKind.FirstAssignment &&
  node.parent.operatorToken.kind <= compiler.SyntaxKind.LastAssignment

const bind = (walk: Walk, name: ts.BindingName): boolean => {
  if (compiler.isIdentifier(name)) {
    const symbol = walk.trace.checker.getSymbolAtLocation(name)
    if (symbol && isExported(symbol)) return false
    return referencesOf(walk.trace, name).every((use) => follow(walk, use))
  }
  if (compiler.isArrayBindingPattern(name)) return false
  return name.elements.every((element) => {
    const key = nameOf(element.propertyName ?? element.name)
    if (element.dotDotDotToken || key === undefined) return false
    walk.names.add(key)
    return true
  })
}

const isExported = (symbol: ts.Symbol): boolean => {
  const declaration = symbol.valueDeclaration
  return (
    declaration !== undefined &&
    (compiler.getCombinedModifierFlags(declaration) & compiler.ModifierFlags.Export) !== 0
  )
}
