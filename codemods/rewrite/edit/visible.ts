import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { declarationOf, isName } from '../../sites/program/names/symbol.ts'
import { isInside, walk } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isSameThis } from './this-owner.ts'

/**
 * Whether an expression may stand at another place of the program and mean the same there.
 * @param around what comes along with it, and declares names of its own
 */
export const visibleAt = (
  trace: Trace,
  node: ts.Expression,
  place: ts.Node,
  around: ts.Node = node,
): boolean => {
  let visible = true
  walk(node, (inner) => {
    if (inner.kind === compiler.SyntaxKind.ThisKeyword && !isSameThis(inner, place)) visible = false
    const isOther = compiler.isIdentifier(inner) && isName(inner) && !isDeclaredIn(trace, inner, around)
    if (isOther && !nameVisible(trace, inner, place)) visible = false
    return undefined
  })
  return visible
}

/** Whether a name is declared within a part of the program. */
export const isDeclaredIn = (trace: Trace, node: ts.Identifier, around: ts.Node): boolean => {
  const declaration = declarationOf(trace, node)
  return declaration !== undefined && isInside(declaration, around)
}

const nameVisible = (trace: Trace, node: ts.Identifier, place: ts.Node): boolean => {
  const declaration = declarationOf(trace, node)
  // A global (process, fetch) is visible everywhere.
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return true
  if (declaration.getSourceFile() !== place.getSourceFile()) return false
  const block = blockAround(declaration.parent)
  for (let at: ts.Node | undefined = place; at; at = at.parent)
    if (at === block) return !isShadowed(trace, node, place, block)
  return false
}

/** Whether something nearer to the place has the same name. */
const isShadowed = (trace: Trace, node: ts.Identifier, place: ts.Node, block: ts.Node): boolean => {
  if (blockAround(place) === block) return false
  const { Value, Alias } = compiler.SymbolFlags
  const there = trace.checker.getSymbolsInScope(place, Value | Alias).find(({ name }) => name === node.text)
  return there?.declarations !== undefined && there.declarations[0] !== declarationOf(trace, node)
}

/** The function, block, loop or file that names declared at a node belong to. */
const blockAround = (node: ts.Node): ts.Node => {
  let block: ts.Node = node
  while (!isBlock(block)) block = block.parent
  return block
}

const isBlock = (node: ts.Node): boolean =>
  compiler.isFunctionLike(node) ||
  compiler.isSourceFile(node) ||
  compiler.isBlock(node) ||
  compiler.isIterationStatement(node, false) ||
  compiler.isCatchClause(node) ||
  compiler.isCaseBlock(node)
