import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/source.ts'
import { join, type Next } from './pieces.ts'
import type { Text } from './text.ts'

/** `let url = '/pods'; if (query) url += …`: the text without and with what is appended. */
export const appendedTo = (trace: Trace, node: ts.Identifier, next: Next): Text[] | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.declarations?.[0]
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  if (!(compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Let)) return undefined
  const writes = writesTo(trace, symbol, declaration)
  if (writes.length === 0) return undefined
  let found = next(declaration.initializer)
  for (const { operator, value } of writes) {
    const right = next(value)
    found =
      operator === compiler.SyntaxKind.EqualsToken ? [...found, ...right] : [...found, ...join(found, right)]
  }
  return found
}

const writesTo = (
  trace: Trace,
  symbol: ts.Symbol,
  declaration: ts.Declaration,
): { operator: ts.SyntaxKind; value: ts.Expression }[] => {
  const found: { operator: ts.SyntaxKind; value: ts.Expression }[] = []
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      compiler.isIdentifier(node.left) &&
      isWrite(node.operatorToken.kind)
    ) {
      const same = node.left.text === symbol.name && trace.checker.getSymbolAtLocation(node.left) === symbol
      // `url = `${url}?x`` would go in circles; the query it adds is found by its other parts.
      if (same && !mentions(node.right, symbol.name))
        found.push({ operator: node.operatorToken.kind, value: node.right })
    }
    compiler.forEachChild(node, visit)
  }
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  visit(block)
  return found
}

const mentions = (node: ts.Node, name: string): boolean =>
  (compiler.isIdentifier(node) && node.text === name) ||
  (compiler.forEachChild(node, (one) => mentions(one, name)) ?? false)

const isWrite = (kind: ts.SyntaxKind): boolean =>
  kind === compiler.SyntaxKind.EqualsToken || kind === compiler.SyntaxKind.PlusEqualsToken
