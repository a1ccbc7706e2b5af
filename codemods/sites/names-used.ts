import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Trace } from './trace.ts'

/** The identifiers of a file by their text. Files never change while a run lasts. */
const indexes = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly ts.Identifier[]>>()

/** Every identifier (or `#name`) of a file that is spelt so. */
export const identifiersNamed = (file: ts.SourceFile, text: string): readonly ts.Identifier[] => {
  const known = indexes.get(file) ?? indexOf(file)
  indexes.set(file, known)
  return known.get(text) ?? []
}

const indexOf = (file: ts.SourceFile): ReadonlyMap<string, readonly ts.Identifier[]> => {
  const found = new Map<string, ts.Identifier[]>()
  const visit = (node: ts.Node): void => {
    if (compiler.isIdentifier(node)) {
      const list = found.get(node.text)
      if (list) list.push(node)
      else found.set(node.text, [node])
    }
    compiler.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The symbol a name stands for; of `{ name }`, the variable's. */
export const symbolAt = ({ checker }: Trace, name: ts.Identifier): ts.Symbol | undefined =>
  compiler.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)

/** Every mention of a local name but its declaration, in the whole file. */
export const mentionsOf = (trace: Trace, name: ts.Identifier): ts.Identifier[] => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  if (!symbol) return []
  return identifiersNamed(name.getSourceFile(), name.text).filter(
    (one) => one !== name && !declares(one) && symbolAt(trace, one) === symbol,
  )
}

const declares = (node: ts.Identifier): boolean => {
  const { parent } = node
  return (
    (compiler.isVariableDeclaration(parent) ||
      compiler.isParameter(parent) ||
      compiler.isBindingElement(parent) ||
      compiler.isFunctionDeclaration(parent)) &&
    parent.name === node
  )
}

/** Whether other files can see a declaration, by `export` before it, in a list, or through CommonJS. */
export const isExported = (trace: Trace, name: ts.Identifier): boolean => {
  const declaration = name.parent as ts.Declaration
  if (compiler.getCombinedModifierFlags(declaration) & compiler.ModifierFlags.Export) return true
  return mentionsOf(trace, name).some(
    ({ parent }) => compiler.isExportSpecifier(parent) || compiler.isExportAssignment(parent),
  )
}
