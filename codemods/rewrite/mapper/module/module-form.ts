import { dirname } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isVerbatimCommonJs, packageType } from '../../../project/packages/module-kind.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { waitsAtTop } from '../../edit/async.ts'
import type { Dialect } from '../helpers/mapper-helpers.ts'

/** What the module is called that users of mappers import. */
export const STEM = 'upshift.v2'

/** The folder in which an import finds it beside its file. */
export const RELATIVE = new RegExp(`['"](\\.{1,2}(?:/[^'"]*)?)/${STEM.replace('.', '\\.')}`)

/** Whether a path is a module that upshift wrote. */
export const isMapperModule = (path: string): boolean =>
  new RegExp(`/${STEM.replace('.', '\\.')}\\.[cm]?[jt]s$`).test(path)

const isCommonJs = (file: ts.SourceFile): boolean => {
  if (/\.c[jt]s$/.test(file.fileName)) return true
  if (/\.m[jt]s$/.test(file.fileName) || file.statements.some(isModuleSyntax)) return false
  return /\brequire\(|\bmodule\.exports\b|^\s*exports\.\w+ *=/m.test(file.text) || isPlainScript(file)
}

/** Whether a statement makes its file a module. */
export const isModuleSyntax = (one: ts.Statement): boolean =>
  compiler.isImportDeclaration(one) ||
  compiler.isExportDeclaration(one) ||
  compiler.isExportAssignment(one) ||
  (compiler.canHaveModifiers(one) &&
    (compiler.getModifiers(one) ?? []).some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword))

/** Node runs a file that is no module by its syntax as its package says, and as CommonJS where that says nothing. */
const isPlainScript = (file: ts.SourceFile): boolean =>
  /\.js$/.test(file.fileName) && !waitsAtTop(file) && packageType(dirname(file.fileName)) === 'commonjs'

/** What a file is written in, as far as its generated module is concerned. */
export const dialectOf = (file: ts.SourceFile): Dialect => {
  if (isTypeScript(file)) return 'ts'
  return isCommonJs(file) ? 'cjs' : 'esm'
}

/** Users of one form share a module; one of TypeScript that is always CommonJS cannot have that of ES modules at run time. */
export const formOf = (file: ts.SourceFile): Dialect | 'cts' =>
  file.fileName.endsWith('.cts') ? 'cts' : dialectOf(file)

/** Whether a file of TypeScript imports and exports as CommonJS does (`import x = require(…)`), and may not otherwise. */
export const importsWhole = (file: ts.SourceFile): boolean => {
  if (!isTypeScript(file) || file.fileName.endsWith('.mts')) return false
  if (file.statements.some((one) => isModuleSyntax(one) && !isWhole(one) && !isOfTypes(one))) return false
  return file.statements.some(isWhole) || isVerbatimCommonJs(file.fileName)
}

/** `export = …`, `import x = require(…)` */
const isWhole = (one: ts.Statement): boolean =>
  (compiler.isExportAssignment(one) && one.isExportEquals === true) ||
  (compiler.isImportEqualsDeclaration(one) && compiler.isExternalModuleReference(one.moduleReference))

const isOfTypes = (one: ts.Statement): boolean =>
  compiler.isInterfaceDeclaration(one) ||
  compiler.isTypeAliasDeclaration(one) ||
  (compiler.isExportDeclaration(one) && one.isTypeOnly) ||
  (compiler.isImportDeclaration(one) && one.importClause?.isTypeOnly === true)
