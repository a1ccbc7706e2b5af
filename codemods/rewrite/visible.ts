import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { walk } from '../sites/scope.ts'
import type { Trace } from '../sites/trace.ts'

/** Whether an expression may stand at another place of the program and mean the same there. */
export const visibleAt = (trace: Trace, node: ts.Expression, place: ts.Node): boolean => {
  let visible = true
  walk(node, (inner) => {
    if (inner.kind === compiler.SyntaxKind.ThisKeyword && classAround(inner) !== classAround(place))
      visible = false
    if (compiler.isIdentifier(inner) && isName(inner) && !nameVisible(trace, inner, place)) visible = false
    return undefined
  })
  return visible
}

const isName = (node: ts.Identifier): boolean =>
  !(compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  !(compiler.isPropertyAssignment(node.parent) && node.parent.name === node)

const nameVisible = (trace: Trace, node: ts.Identifier, place: ts.Node): boolean => {
  const symbol = compiler.isShorthandPropertyAssignment(node.parent)
    ? trace.checker.getShorthandAssignmentValueSymbol(node.parent)
    : trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.declarations?.[0]
  // A global (process, fetch) is visible everywhere.
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return true
  if (declaration.getSourceFile() !== place.getSourceFile()) return false
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block) && !compiler.isBlock(block))
    block = block.parent
  for (let at: ts.Node | undefined = place; at; at = at.parent) if (at === block) return true
  return false
}

const classAround = (node: ts.Node): ts.Node | undefined => {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (compiler.isClassLike(at)) return at
  return undefined
}
