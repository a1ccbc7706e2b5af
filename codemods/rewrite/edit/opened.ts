import { basename } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isModule } from '../../project/parse/own-scope.ts'
import { exportsAll, usesAcross } from '../../sites/program/names/names-across.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, insertBefore } from './edit.ts'

/** A name that a file keeps to itself, and what lets others import it. */
export interface Opened {
  readonly file: ts.SourceFile
  readonly edit: Edit
}

/**
 * The edit that exports a module's own constant or function: a key, or what gives one. Only where nobody out of sight has
 * all of the module, where no framework calls what it exports, and where no type of the module's own goes out with it.
 */
export const openedBy = (trace: Trace, declaration: ts.Declaration): Opened | undefined => {
  const file = declaration.getSourceFile()
  const statement = compiler.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const { name } = declaration as ts.NamedDeclaration
  if (statement.parent !== file || !name || !compiler.isIdentifier(name)) return undefined
  if (!isModule(file) || isCalledByItsExports(file)) return undefined
  if (!isPlain(trace, declaration) || isExportedAs(trace, name, file)) return undefined
  if (exportsAll(trace, file) || !usesAcross(trace, name)) return undefined
  return { file, edit: insertBefore(statement, 'export ') }
}

/** A constant of its own statement, or a function that takes nothing, and texts alone in their types. */
const isPlain = ({ checker }: Trace, declaration: ts.Declaration): boolean => {
  const type = checker.getTypeAtLocation(declaration)
  if (compiler.isFunctionDeclaration(declaration)) {
    const [signature, ...others] = type.getCallSignatures()
    const gives = signature && checker.typeToString(signature.getReturnType())
    return declaration.parameters.length === 0 && others.length === 0 && TEXT.test(gives ?? '')
  }
  if (!compiler.isVariableDeclaration(declaration)) return false
  const { flags, declarations } = declaration.parent as ts.VariableDeclarationList
  return (
    (flags & compiler.NodeFlags.Const) !== 0 &&
    declarations?.length === 1 &&
    TEXT.test(checker.typeToString(type))
  )
}

const TEXT = /^(any|(string|undefined|null|"[^"]*")( \| (string|undefined|null|"[^"]*"))*)$/

/** `export { key as apiKey }`: it is called otherwise outside. */
const isExportedAs = ({ checker }: Trace, name: ts.Identifier, file: ts.SourceFile): boolean => {
  const own = checker.getSymbolAtLocation(name)
  const module = checker.getSymbolAtLocation(file)
  const isOwn = (one: ts.Symbol): boolean =>
    one === own || ((one.flags & compiler.SymbolFlags.Alias) !== 0 && checker.getAliasedSymbol(one) === own)
  return !module || checker.getExportsOfModule(module).some(isOwn)
}

/** `'use server'`, where each export can be called from outside, and files that a framework reads by their names. */
const isCalledByItsExports = (file: ts.SourceFile): boolean =>
  FRAMEWORK.test(basename(file.fileName)) ||
  file.statements.some(
    (one) =>
      compiler.isExpressionStatement(one) &&
      compiler.isStringLiteral(one.expression) &&
      one.expression.text !== 'use strict',
  )

const FRAMEWORK =
  /^(\+|(route|page|layout|template|middleware|proxy|loading|error|default|instrumentation)\.[jt]sx?$)/
