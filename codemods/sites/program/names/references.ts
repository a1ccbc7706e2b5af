import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { symbolAt } from './symbol.ts'

/** Every use of a name in its file but its declaration. */
export const referencesOf = (trace: Trace, name: ts.Identifier): ts.Identifier[] => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  const found: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node) && node.text === name.text && node !== name && isUse(node)) {
      const other = symbolAt(trace, node)
      if (other === symbol) found.push(node)
    }
    compiler.forEachChild(node, visit)
  }
  if (symbol) visit(blockOf(symbol, name))
  return found
}

const blockOf = (symbol: ts.Symbol, name: ts.Identifier): ts.Node => {
  const declared = symbol.valueDeclaration ?? name
  // A function's own name is its block's, not its own.
  let at: ts.Node = compiler.isFunctionDeclaration(declared) ? declared.parent : declared
  while (at.parent && !compiler.isSourceFile(at) && !compiler.isFunctionLike(at) && !compiler.isBlock(at))
    at = at.parent
  return at
}

const isUse = (node: ts.Identifier): boolean =>
  !(compiler.isVariableDeclaration(node.parent) && node.parent.name === node) &&
  !(compiler.isParameter(node.parent) && node.parent.name === node) &&
  !(compiler.isBindingElement(node.parent) && node.parent.name === node)
