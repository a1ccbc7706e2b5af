import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from './trace.ts'

/** Everything a variable is set to after its declaration. */
export const writesTo = (trace: Trace, symbol: ts.Symbol, declaration: ts.Node): ts.Expression[] => {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    const isWrite =
      compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken
    if (isWrite && compiler.isIdentifier(node.left) && node.left.text === symbol.name) {
      if (trace.checker.getSymbolAtLocation(node.left) === symbol) found.push(node.right)
    }
    compiler.forEachChild(node, visit)
  }
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  visit(block)
  return found
}

/** What a name is given where it is declared, and later. */
export const valuesOf = (trace: Trace, name: ts.Identifier): ts.Expression[] => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  const declared = symbol?.valueDeclaration
  if (!symbol || !declared || !compiler.isVariableDeclaration(declared)) return []
  return [declared.initializer, ...writesTo(trace, symbol, declared)].filter((one) => one !== undefined)
}
