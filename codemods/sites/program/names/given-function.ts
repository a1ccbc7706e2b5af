import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, isConst, isFunctionValue } from '../syntax/nodes.ts'
import { symbolBehind } from './symbol.ts'

type Function = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

/** The function that a declaration, or a variable from the start, is. */
export const functionOf = (declaration: ts.Node | undefined): Function | undefined => {
  if (declaration && compiler.isFunctionDeclaration(declaration)) return declaration
  const value =
    declaration && compiler.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  return value && isFunctionValue(value) ? value : undefined
}

/**
 * The function that an argument is: written there, or by the name of a declaration, a constant, or a private method
 * (`this.load`, `this.load.bind(this)`).
 */
export const functionGiven = (
  checked: { readonly checker: ts.TypeChecker },
  given: ts.Expression,
): Function | ts.MethodDeclaration | undefined => {
  const node = unbound(bare(given))
  if (isFunctionValue(node)) return node
  if (compiler.isIdentifier(node)) {
    const declared = symbolBehind(checked, node)?.valueDeclaration
    const isFixed = declared && (!compiler.isVariableDeclaration(declared) || isConst(declared))
    return isFixed ? functionOf(declared) : undefined
  }
  if (!compiler.isPropertyAccessExpression(node)) return undefined
  if (node.expression.kind !== compiler.SyntaxKind.ThisKeyword) return undefined
  const declared = checked.checker.getSymbolAtLocation(node.name)?.valueDeclaration
  return declared && compiler.isMethodDeclaration(declared) && isHidden(declared) ? declared : undefined
}

/** `this.load` of `this.load.bind(this)`. */
const unbound = (node: ts.Expression): ts.Expression => {
  if (!compiler.isCallExpression(node) || node.arguments.length !== 1) return node
  const { expression: callee } = node
  const isBind = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'bind'
  return isBind ? bare(callee.expression) : node
}

/** Whether a method is its class' alone, so that no class below it says another. */
export const isHidden = (method: ts.MethodDeclaration): boolean =>
  compiler.isPrivateIdentifier(method.name) ||
  (compiler.getCombinedModifierFlags(method) & compiler.ModifierFlags.Private) !== 0
