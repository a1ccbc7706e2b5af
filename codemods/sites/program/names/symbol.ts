import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../syntax/nodes.ts'

interface Checked {
  readonly checker: ts.TypeChecker
}

/** A member may be said in quotes. */
type Name = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteral

/** The symbol a name stands for; of the short `{ name }`, the variable's and not the property's. */
export const symbolAt = ({ checker }: Checked, name: Name): ts.Symbol | undefined =>
  compiler.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)

/** Whether a name is nothing of the program's own: `Map`, `URL`, `setTimeout`. */
export const isOfPlatform = (checked: Checked, node: ts.Node): boolean =>
  compiler.isIdentifier(node) &&
  (symbolAt(checked, node)?.declarations ?? []).every((one) => one.getSourceFile().isDeclarationFile)

/** Whether an identifier names something of its own, and no member of something else. */
export const isName = (node: ts.Identifier): boolean =>
  !(compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  !(compiler.isPropertyAssignment(node.parent) && node.parent.name === node)

/** The same behind imports: what the file that a name comes from declares; undefined where that was not found. */
export const symbolBehind = ({ checker }: Checked, name: Name): ts.Symbol | undefined => {
  const symbol = symbolAt({ checker }, name)
  if (!symbol || !(symbol.flags & compiler.SymbolFlags.Alias)) return symbol
  const behind = checker.getAliasedSymbol(symbol)
  return behind.declarations ? behind : undefined
}

/** Where a name is declared first: in this file, or as an import. */
export const declarationOf = (checked: Checked, name: Name): ts.Declaration | undefined =>
  symbolAt(checked, name)?.declarations?.[0]

/** What a variable is made as, by its name (`body` of `const body = error.response?.data`); any other expression itself. */
export const madeAs = (checked: Checked, given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf(checked, node) : undefined
  const value = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  return bare(value ?? node)
}

/** The same also where another file or an object says it (`KEY`, `words.KEY`): to be read, not to be changed. */
export const saidBehind = (checked: Checked, given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  const declared = compiler.isIdentifier(name) ? symbolBehind(checked, name)?.valueDeclaration : undefined
  const isSaid =
    declared && (compiler.isVariableDeclaration(declared) || compiler.isPropertyAssignment(declared))
  return bare((isSaid ? declared.initializer : undefined) ?? node)
}
