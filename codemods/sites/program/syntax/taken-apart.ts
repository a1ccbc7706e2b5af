import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, isOperation } from './nodes.ts'

/**
 * The parameter that a destructured name is a member of, be it taken apart where it is declared or in a statement
 * (`const { json, ...rest } = init`). Undefined for the rest, and for what lies deeper.
 */
export const parameterTakenApart = (
  checker: ts.TypeChecker,
  declaration: ts.Declaration,
): ts.ParameterDeclaration | undefined => {
  if (!compiler.isBindingElement(declaration) || declaration.dotDotDotToken) return undefined
  return parameterOfPattern(checker, declaration.parent)
}

/** The parameter that a pattern takes apart. */
export const parameterOfPattern = (
  checker: ts.TypeChecker,
  pattern: ts.BindingPattern,
): ts.ParameterDeclaration | undefined => {
  const owner = pattern.parent
  if (compiler.isParameter(owner)) return owner
  if (!compiler.isVariableDeclaration(owner) || !owner.initializer) return undefined
  const named = declarationOf(checker, leftOf(bare(owner.initializer)))
  return named && compiler.isParameter(named) && compiler.isIdentifier(named.name) ? named : undefined
}

/** `init` of `init ?? {}`. */
const leftOf = (node: ts.Expression): ts.Expression => {
  return isOperation(node, '??', '||') ? bare(node.left) : node
}

const declarationOf = (checker: ts.TypeChecker, node: ts.Expression): ts.Declaration | undefined =>
  compiler.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
