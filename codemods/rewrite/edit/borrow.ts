import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { importLine } from '../mapper/module/module-import.ts'
import { type Edit, insertAfter, insertBefore } from './edit.ts'
import { type Opened, openedBy } from './opened.ts'

/** A name of another file that is to be imported where its file imports from the other already. */
export interface Borrowed {
  readonly from: ts.ImportDeclaration
  readonly name: string
  /** It is said in types only. */
  readonly isType?: true
}

/** Makes names of other files known at a place. */
export interface Borrower {
  readonly borrow: (name: ts.Identifier) => boolean
  readonly borrows: Borrowed[]
  /** What exports those that their files kept to themselves. */
  readonly opening: Edit[]
}

/**
 * What another file exports is imported where the file does import from it: that runs nothing that did not run, and
 * makes no circle.
 * @param mayOpen whether a name that its file keeps to itself may be exported for it
 */
export const borrower = (trace: Trace, place: ts.Node, mayOpen = false): Borrower => {
  const borrows: Borrowed[] = []
  const opening: Edit[] = []
  const borrow = (name: ts.Identifier): boolean => {
    if (borrows.some((one) => one.name === name.text) || isKnownAt(trace, name, place)) return true
    const exporting = exportedBy(trace, name)
    const opened = mayOpen && !exporting ? openedAt(trace, name) : undefined
    const target = exporting ?? opened?.file
    const from = target && importOf(trace, place.getSourceFile(), target)
    if (!from || isTaken(trace, name.text, place) || promisedFrom(trace, name.text, from) !== from)
      return false
    borrows.push({ from, name: name.text })
    if (opened) opening.push(opened.edit)
    return true
  }
  return { borrow, borrows, opening }
}

const openedAt = (trace: Trace, name: ts.Identifier): Opened | undefined => {
  const [declaration, ...others] = trace.checker.getSymbolAtLocation(name)?.declarations ?? []
  return declaration && others.length === 0 ? openedBy(trace, declaration) : undefined
}

const promised = new WeakMap<Trace, Map<string, ts.ImportDeclaration>>()

/** Two files may export the same name: where one call has taken it along, it means that one's. */
const promisedFrom = (trace: Trace, name: string, from: ts.ImportDeclaration): ts.ImportDeclaration => {
  const known = kept(promised, trace, () => new Map())
  return kept(known, `${from.getSourceFile().fileName} ${name}`, () => from)
}

/** What a name stands for, whatever it was imported by. */
const meantBy = ({ checker }: Trace, symbol: ts.Symbol | undefined): ts.Symbol | undefined =>
  symbol && (symbol.flags & compiler.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol

/** Whether the file of a place imports the very thing under that name already. */
const isKnownAt = (trace: Trace, name: ts.Identifier, place: ts.Node): boolean => {
  const { Value, Alias } = compiler.SymbolFlags
  const there = trace.checker.getSymbolsInScope(place, Value | Alias).find((one) => one.name === name.text)
  const meant = meantBy(trace, trace.checker.getSymbolAtLocation(name))
  return meant?.declarations !== undefined && meantBy(trace, there) === meant
}

/** The file that exports a name of its own under that name. */
const exportedBy = (trace: Trace, name: ts.Identifier): ts.SourceFile | undefined => {
  const { checker } = trace
  const symbol = meantBy(trace, checker.getSymbolAtLocation(name))
  const declaration = symbol?.declarations?.[0]
  const file = declaration?.getSourceFile()
  const module = file && checker.getSymbolAtLocation(file)
  if (!module || !declaration || !compiler.isSourceFile(ownerOf(declaration))) return undefined
  const found = checker.getExportsOfModule(module).find((one) => one.name === name.text)
  return found?.declarations?.[0] === declaration ? file : undefined
}

/** What a declaration stands in. */
const ownerOf = (declaration: ts.Node): ts.Node => {
  let at = declaration.parent
  while (compiler.isVariableDeclarationList(at) || compiler.isVariableStatement(at)) at = at.parent
  return at
}

const importOf = (
  { checker }: Trace,
  file: ts.SourceFile,
  target: ts.SourceFile,
): ts.ImportDeclaration | undefined => {
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement) || !statement.importClause) continue
    const { importClause: clause, moduleSpecifier } = statement
    const isWhole = clause.namedBindings && compiler.isNamespaceImport(clause.namedBindings)
    if (clause.isTypeOnly || isWhole) continue
    if (checker.getSymbolAtLocation(moduleSpecifier)?.declarations?.[0] === target) return statement
  }
  return undefined
}

const isTaken = ({ checker }: Trace, text: string, place: ts.Node): boolean => {
  const { Value, Alias, Type } = compiler.SymbolFlags
  return checker
    .getSymbolsInScope(place, Value | Alias | Type)
    .some(
      ({ name, declarations }) =>
        name === text && declarations?.some((one) => !one.getSourceFile().isDeclarationFile) === true,
    )
}

/**
 * The imports that calls need which took a name along.
 * @param gone statements that go, imports among them
 */
export const borrowEdits = (borrows: readonly Borrowed[], gone: ReadonlySet<ts.Node>): Edit[] => {
  const byImport = new Map<ts.ImportDeclaration, Set<string>>()
  for (const { from, name, isType } of borrows)
    byImport.set(from, (byImport.get(from) ?? new Set()).add(isType ? `type ${name}` : name))
  return [...byImport].map(([from, names]) => {
    const { importClause: clause, moduleSpecifier } = from
    const specifier = moduleSpecifier as ts.StringLiteral
    if (gone.has(from)) return instead(importLine(from.getSourceFile(), [...names], specifier.text, gone))
    const bindings = clause?.namedBindings
    const [first] = bindings && compiler.isNamedImports(bindings) ? bindings.elements : []
    const list = [...names].sort().join(', ')
    return first ? insertBefore(first, `${list}, `) : insertAfter(clause?.name as ts.Node, `, { ${list} }`)
  })
}

/** In the place of an import that goes: before the generated module's, which stands apart from what follows. */
const instead = (line: Edit): Edit => ({ ...line, text: line.text.replace(/(\r?\n)\r?\n$/, '$1'), order: -1 })
