import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { setsAnew } from '../program/assigned.ts'
import { bare, isOperation } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'
import { join, type Next, operandsOf, orGap, template } from './pieces.ts'
import { shapeOf, type Text } from './text.ts'

/** `let url = '/pods'; if (query) url += …`, `url = `${url}?${query}``: the text without and with what is appended; with it alone, where that is always. */
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
    const written = setsAnew(write)
      ? readWith(write.right, symbol.name, found, next)
      : join(found, next(write.right))
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
      // `url = url.trim()` would go in circles
      if (same && isPutTogether(node.right, symbol.name)) found.push(node)
    }
    compiler.forEachChild(node, visit)
  }
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  visit(block)
  return found
}

/** What is put together, where a name in it stands for what it held so far. */
const readWith = (given: ts.Expression, name: string, sofar: Text[], next: Next): Text[] => {
  const node = bare(given)
  if (!mentions(node, name)) return next(given)
  const part = (one: ts.Expression): Text[] => readWith(one, name, sofar, next)
  if (compiler.isTemplateExpression(node)) return template(node, part)
  if (compiler.isConditionalExpression(node)) return [...part(node.whenTrue), ...part(node.whenFalse)]
  if (!isOperation(node, '+')) return sofar
  return operandsOf(node)
    .map((one) => orGap(part(one), one))
    .reduce(join)
}

/** Whether a name is no more than a part of what is put together: ``${url}?${query}``, `url + query`, `query ? url + query : url`. */
const isPutTogether = (given: ts.Expression, name: string): boolean => {
  const node = bare(given)
  const isPart = (one: ts.Expression): boolean => isPutTogether(one, name)
  if (compiler.isIdentifier(node) || !mentions(node, name)) return true
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.every(({ expression }) => isPart(expression))
  if (compiler.isConditionalExpression(node)) return isPart(node.whenTrue) && isPart(node.whenFalse)
  return isOperation(node, '+') && operandsOf(node).every(isPart)
}

const mentions = (node: ts.Node, name: string): boolean =>
  (compiler.isIdentifier(node) && node.text === name) ||
  (compiler.forEachChild(node, (one) => mentions(one, name)) ?? false)

const isWrite = (kind: ts.SyntaxKind): boolean =>
  kind === compiler.SyntaxKind.EqualsToken || kind === compiler.SyntaxKind.PlusEqualsToken
