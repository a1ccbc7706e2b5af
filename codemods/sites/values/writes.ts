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
