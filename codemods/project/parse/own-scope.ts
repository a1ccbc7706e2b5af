import type { ts } from 'ts-morph'
import { compiler } from '../compiler.ts'
import { isEmbedding, isPage } from './embedded.ts'

/** What the compiler says of a file that is a module: the syntax that makes it one, or that it was told so. */
interface Marked {
  externalModuleIndicator?: ts.Node | true | undefined
}

/**
 * Files that neither import nor export share one scope, as the scripts of a page do. Two that declare the same name are of
 * no one page (`start.js` and `stop.js`, each with its own `BASE` and its own `main`): each keeps its names to itself, or
 * the compiler would read one for the other. To be called before anything is bound.
 */
export const keepApart = (files: readonly ts.SourceFile[]): void => {
  const scripts = files.filter((file) => !compiler.isExternalModule(file) && !isCommonJs(file))
  const declaring = new Map<string, number>()
  const named = scripts.map((file) => ({ file, names: new Set(file.statements.flatMap(ownNames)) }))
  for (const { names } of named) for (const name of names) declaring.set(name, (declaring.get(name) ?? 0) + 1)
  for (const { file, names } of named)
    if (
      isComponent(file) ||
      (!file.isDeclarationFile && [...names].some((name) => (declaring.get(name) ?? 0) > 1))
    )
      (file as Marked).externalModuleIndicator = true
}

/** What a component declares is its own, whether it imports or not. */
const isComponent = ({ fileName }: ts.SourceFile): boolean => isEmbedding(fileName) && !isPage(fileName)

/** Whether a file is a module by its own syntax, and not only kept apart from others. */
export const isModule = (file: ts.SourceFile): boolean =>
  compiler.isExternalModule(file) && (file as Marked).externalModuleIndicator !== true

/** JavaScript that the compiler takes for a module of CommonJS: `require` that is only spoken of makes none. */
const isCommonJs = (file: ts.SourceFile): boolean => {
  const { fileName, text, imports = [] } = file as ts.SourceFile & { readonly imports?: readonly ts.Node[] }
  if (!/\.[cm]?jsx?$/.test(fileName)) return false
  return /\bmodule\.exports\b|\bexports\.\w/.test(text) || (/\brequire\(/.test(text) && imports.length > 0)
}

/** The names of values that a file declares for all of it, and as a script for those beside it. */
export const namesDeclared = (file: ts.SourceFile): string[] => file.statements.flatMap(declaredBy)

/** The names of types that it declares so: of interfaces, several files may say a part each. */
export const typesDeclared = (file: ts.SourceFile): string[] =>
  file.statements.flatMap((one) =>
    compiler.isInterfaceDeclaration(one) || compiler.isTypeAliasDeclaration(one) ? [one.name.text] : [],
  )

/** The names that no other script of a page may declare: interfaces are put together, and so is what is gone on with. */
const ownNames = (statement: ts.Statement): string[] => {
  if (compiler.isTypeAliasDeclaration(statement)) return [statement.name.text]
  return declaredBy(statement).filter((name) => !goesOn(statement, name))
}

const declaredBy = (statement: ts.Statement): string[] => {
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name))
  const isNamed =
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

/** Whether a script puts what it has into an object that other scripts of its page make as well. */
export const sharesObject = ({ statements }: ts.SourceFile): boolean =>
  statements.some((one) => declaredBy(one).some((name) => goesOn(one, name)))

/** `var App = App || {}`: a page's scripts put what they have into one object. */
const goesOn = (statement: ts.Statement, name: string): boolean => {
  const own = name.replaceAll('$', '\\$')
  const made = new RegExp(
    `(^|[^.\\w$])${own}\\s*=\\s*\\(?((window|globalThis|self)\\.)?${own}\\s*(\\|\\||\\?\\?)`,
  )
  return compiler.isVariableStatement(statement) && made.test(statement.getText())
}

const boundBy = (name: ts.BindingName): string[] =>
  compiler.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (compiler.isBindingElement(one) ? boundBy(one.name) : []))
