import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { accessesTo, mentionsOf } from '../../program/names/names-used.ts'
import { dressed, isOperation } from '../../program/syntax/nodes.ts'

/** Where a cache is spoken of, that a variable or a private field is; undefined of anything that others may look into. */
export const usesOfStore = (trace: Trace, declared: ts.Declaration): readonly ts.Node[] | undefined => {
  if (compiler.isVariableDeclaration(declared))
    return compiler.isIdentifier(declared.name) ? mentionsOf(trace, declared.name) : undefined
  if (!compiler.isPropertyDeclaration(declared)) return undefined
  const isPrivate =
    compiler.isPrivateIdentifier(declared.name) ||
    (compiler.getCombinedModifierFlags(declared) & compiler.ModifierFlags.Private) !== 0
  return isPrivate ? accessesTo(trace, declared, declared.name.getText()) : undefined
}

/** What a value is put into under a key: `cache.set(path, value)`, `this.cache[path] = value`. */
export const storeOf = (node: ts.Node): ts.Identifier | ts.PropertyAccessExpression | undefined => {
  if (compiler.isCallExpression(node)) {
    const { expression: callee } = node
    const isSet = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'set'
    return isSet ? nameOrField(callee.expression) : undefined
  }
  if (!compiler.isBinaryExpression(node) || !/^(\?\?)?=$/.test(node.operatorToken.getText())) return undefined
  const { left } = node
  return compiler.isElementAccessExpression(left) ? nameOrField(left.expression) : undefined
}

const nameOrField = (node: ts.Expression): ts.Identifier | ts.PropertyAccessExpression | undefined => {
  if (compiler.isIdentifier(node)) return node
  const isField =
    compiler.isPropertyAccessExpression(node) && node.expression.kind === compiler.SyntaxKind.ThisKeyword
  return isField ? node : undefined
}

/** The variable, or the field, that a store is. */
export const declaredStore = (trace: Trace, store: ts.Expression): ts.Declaration | undefined => {
  const known = nameOrField(store)
  const name = known && compiler.isPropertyAccessExpression(known) ? known.name : known
  return name && trace.checker.getSymbolAtLocation(name)?.valueDeclaration
}

/** All that is put into a store, where all of it can be seen. */
export const valuesKept = (trace: Trace, declared: ts.Declaration): readonly ts.Expression[] =>
  (usesOfStore(trace, declared) ?? []).flatMap((use) => {
    const access = dressed(use as ts.Expression).parent
    const { parent } = access
    if (compiler.isElementAccessExpression(access))
      return isOperation(parent, '=', '??=', '||=') && parent.left === access ? [parent.right] : []
    const isSet = compiler.isCallExpression(parent) && parent.expression === access && storeOf(parent)
    return isSet ? parent.arguments.slice(1, 2) : []
  })
