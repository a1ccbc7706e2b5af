import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { setsAnew } from '../program/assigned.ts'
import type { Trace } from '../program/source.ts'
import { join, type Next } from './pieces.ts'
import { shapeOf, type Text } from './text.ts'

/** `let url = '/pods'; if (query) url += …`: the text without and with what is appended; with it alone, where that is always. */
export const appendedTo = (trace: Trace, node: ts.Identifier, next: Next): Text[] | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.declarations?.[0]
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  if (!(compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Let)) return undefined
  const writes = writesTo(trace, symbol, declaration)
  if (writes.length === 0) return undefined
  let found = next(declaration.initializer)
  for (const write of writes) {
    const right = next(write.right)
    const written = setsAnew(write) ? right : join(found, right)
    found = isAlwaysBefore(write, declaration, node) ? written : [...found, ...written]
  }
  return writes.every(setsAnew) ? withoutSpare(found) : found
}

/** `let id = ''; id = …`: '' is there until something is known; beside what may be any text, it says nothing new. */
const withoutSpare = (found: Text[]): Text[] => {
  const said = found.filter((text) => shapeOf(text) !== '')
  return said.length > 0 && said.every((text) => shapeOf(text) === '\0') ? said : found
}

/** Whether a write is a statement of the block that declares the variable, before the use. */
const isAlwaysBefore = (write: ts.Node, declaration: ts.Node, use: ts.Node): boolean =>
  compiler.isExpressionStatement(write.parent) &&
  write.parent.parent === declaration.parent.parent.parent &&
  write.end <= use.pos

const writesTo = (trace: Trace, symbol: ts.Symbol, declaration: ts.Declaration): ts.BinaryExpression[] => {
  const found: ts.BinaryExpression[] = []
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      compiler.isIdentifier(node.left) &&
      isWrite(node.operatorToken.kind)
    ) {
      const same = node.left.text === symbol.name && trace.checker.getSymbolAtLocation(node.left) === symbol
      // `url = `${url}?x`` would go in circles; the query it adds is found by its other parts.
      if (same && !mentions(node.right, symbol.name)) found.push(node)
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
