import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare } from './scope.ts'

/** What is assigned to a member of a variable after it was made (`options.body = …`). */
export const assignedMembers = (
  checker: ts.TypeChecker,
  object: ts.Expression,
  name: string,
): ts.Expression[] => {
  const node = bare(object)
  if (!compiler.isIdentifier(node)) return []
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !compiler.isVariableDeclaration(declaration)) return []
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  const found: ts.Expression[] = []
  const visit = (at: ts.Node): void => {
    if (compiler.isBinaryExpression(at) && at.operatorToken.kind === compiler.SyntaxKind.EqualsToken) {
      const { left } = at
      const isMember = compiler.isPropertyAccessExpression(left) && left.name.text === name
      const isOurs = isMember && compiler.isIdentifier(left.expression) && left.expression.text === node.text
      if (isOurs && checker.getSymbolAtLocation(left.expression) === symbol) found.push(at.right)
    }
    compiler.forEachChild(at, visit)
  }
  visit(block)
  return found
}

/** The values assigned to a variable that was declared without one (`let base; base = …`). */
export const assignmentsTo = (
  checker: ts.TypeChecker,
  declaration: ts.VariableDeclaration,
): ts.Expression[] => {
  const found: ts.Expression[] = []
  const symbol = compiler.isIdentifier(declaration.name)
    ? checker.getSymbolAtLocation(declaration.name)
    : undefined
  if (!symbol) return found
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      node.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      compiler.isIdentifier(node.left) &&
      node.left.text === symbol.name &&
      checker.getSymbolAtLocation(node.left) === symbol
    ) {
      found.push(node.right)
    }
    compiler.forEachChild(node, visit)
  }
  visit(declaration.getSourceFile())
  return found
}
