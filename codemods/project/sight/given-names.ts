import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { namesIn } from '../../sites/program/names/names-used.ts'
import { compiler } from '../compiler.ts'

/** Of whatever name: who imports a default export names it himself. */
export const ANY_NAME = ''

/**
 * The names of what a file exports and makes with what it has by some names, in one step or several
 * (`export const fleet = new Fleet()`, `export const idle = async () => (await pods()).filter(…)`).
 */
export const givenAs = (file: ts.SourceFile, names: ReadonlySet<string>): string[] => {
  const local = new Set<string>()
  const saying = statementsSaying(file)
  const waiting = localNames(file, names)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (local.has(name)) continue
    local.add(name)
    for (const statement of saying.get(name) ?? []) waiting.push(...declared(statement))
  }
  return file.statements.flatMap((statement) => exportedBy(statement, local))
}

/** The statements of a file by the words that they say. */
const statementsSaying = ({ statements }: ts.SourceFile): Map<string, ts.Statement[]> => {
  const found = new Map<string, ts.Statement[]>()
  for (const statement of statements)
    for (const word of wordsOf(statement)) kept(found, word, () => []).push(statement)
  return found
}

/** The words of a statement; none of an import. */
const wordsOf = (statement: ts.Statement): ReadonlySet<string> =>
  new Set(compiler.isImportDeclaration(statement) ? [] : statement.getText().match(/[\w$]+/g))

const says = (statement: ts.Statement, names: ReadonlySet<string>): boolean =>
  [...wordsOf(statement)].some((word) => names.has(word))

/** What the names are called in the file. */
const localNames = (file: ts.SourceFile, names: ReadonlySet<string>): string[] => {
  const local = [...names].filter((name) => name !== ANY_NAME)
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue
    const { name: byDefault, namedBindings: bindings } = statement.importClause ?? {}
    if (names.has(ANY_NAME) && byDefault) local.push(byDefault.text)
    if (bindings && compiler.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements)
        if (propertyName && isAmong(names, propertyName.text)) local.push(name.text)
  }
  return local
}

const isAmong = (names: ReadonlySet<string>, name: string): boolean =>
  names.has(name) || (name === 'default' && names.has(ANY_NAME))

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
