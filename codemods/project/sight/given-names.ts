import type { ts } from 'ts-morph'
import { namesIn } from '../../sites/program/names/names-used.ts'
import { compiler } from '../compiler.ts'

/** Of whatever name: who imports a default export names it himself. */
export const ANY_NAME = ''

/**
 * The names by which a file gives on what it has by a name: that name, and those of what it exports and makes with it,
 * in one step or several (`export const fleet = new Fleet()`, `export const idle = async () => (await pods()).filter(…)`).
 */
export const givenAs = (file: ts.SourceFile, name: string): string[] => {
  const local = localNames(file, name)
  for (let before = -1; before < local.size; ) {
    before = local.size
    for (const statement of file.statements)
      if (says(statement, local)) for (const one of declared(statement)) local.add(one)
  }
  const exported = file.statements.flatMap((statement) => exportedBy(statement, local))
  return [...new Set([...(name === ANY_NAME ? [] : [name]), ...exported])]
}

/** What the name is called in the file. */
const localNames = (file: ts.SourceFile, name: string): Set<string> => {
  const local = new Set(name === ANY_NAME ? [] : [name])
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue
    const { name: byDefault, namedBindings: bindings } = statement.importClause ?? {}
    if (name === ANY_NAME && byDefault) local.add(byDefault.text)
    if (bindings && compiler.isNamedImports(bindings))
      for (const one of bindings.elements)
        if (one.propertyName?.text === (name || 'default')) local.add(one.name.text)
  }
  return local
}

const says = (statement: ts.Statement, names: ReadonlySet<string>): boolean => {
  if (compiler.isImportDeclaration(statement)) return false
  const words = statement.getText().match(/[\w$]+/g) ?? []
  return words.some((word) => names.has(word))
}

const declared = (statement: ts.Statement): string[] => {
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name).map(({ text }) => text))
  const isNamed = compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

const exportedBy = (statement: ts.Statement, local: ReadonlySet<string>): string[] => {
  if (compiler.isExportAssignment(statement)) return says(statement, local) ? [ANY_NAME] : []
  if (compiler.isExportDeclaration(statement)) {
    const { exportClause: clause } = statement
    if (!clause || !compiler.isNamedExports(clause)) return []
    return clause.elements
      .filter(({ name, propertyName }) => local.has((propertyName ?? name).text))
      .map(({ name }) => (name.text === 'default' ? ANY_NAME : name.text))
  }
  const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : []
  const has = (kind: ts.SyntaxKind): boolean => modifiers.some((one) => one.kind === kind)
  if (has(compiler.SyntaxKind.DefaultKeyword)) return says(statement, local) ? [ANY_NAME] : []
  return has(compiler.SyntaxKind.ExportKeyword) ? declared(statement).filter((one) => local.has(one)) : []
}
