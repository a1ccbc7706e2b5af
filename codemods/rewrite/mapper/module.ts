import { dirname, extname, join, relative, sep } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isChecked, packageType } from '../../project/module-kind.ts'
import { isTypeScript } from '../../sites/program/is-typescript.ts'
import { waitsAtTop } from '../edit/async.ts'
import { type Edit, insertAfter, insertAt } from '../edit/edit.ts'
import { homeOf } from './home.ts'
import { endingUsed } from './import-ending.ts'
import type { Mapper } from './mapper.ts'
import type { Dialect } from './mapper-helpers.ts'
import { outOfRoutes } from './routed.ts'
import { type Style, styleOf } from './style.ts'

/** A module of mappers that the user's code gets. */
export interface MapperModule {
  readonly path: string
  readonly dialect: Dialect
  readonly mappers: readonly Mapper[]
  readonly users: readonly ts.SourceFile[]
  /** Files of the same package, which show how it imports its own. */
  readonly neighbours: readonly ts.SourceFile[]
  readonly style: Style
  /** It is JavaScript whose types a compiler would check, and it has none. */
  readonly isChecked: boolean
}

const STEM = 'upshift.v2'

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

const dialectOf = (file: ts.SourceFile): Dialect => {
  if (isTypeScript(file)) return 'ts'
  return isCommonJs(file) ? 'cjs' : 'esm'
}

const endingFor = (dialect: Dialect, users: readonly ts.SourceFile[]): string => {
  if (dialect === 'ts') return '.ts'
  const ends = new Set(users.map(({ fileName }) => extname(fileName)))
  const [only] = ends
  const special = dialect === 'cjs' ? '.cjs' : '.mjs'
  return ends.size === 1 && only === special ? special : '.js'
}

type Use = { readonly file: ts.SourceFile; readonly mapper: Mapper }

/**
 * Groups the mappers used into one module for each package and kind of file, in the directory all its users share, or beside
 * the routes it is in.
 */
export const modulesFor = (uses: readonly Use[], files: readonly ts.SourceFile[] = []): MapperModule[] => {
  if (uses.length === 0) return []
  const near = groupedBy(files, homeOfFile)
  const homes = [...groupedBy(uses, ({ file }) => homeOfFile(file))].map(([home, own]) => ({
    own,
    neighbours: near.get(home) ?? [],
  }))
  // Packages that share what an earlier run made go on sharing it.
  const shared = groupedBy(homes, ({ own }) => own.flatMap(({ file }) => directoryBefore(file))[0] ?? own)
  return [...shared.values()].flatMap((together) =>
    modulesOfHome(
      together.flatMap(({ own }) => own),
      together.flatMap(({ neighbours }) => neighbours),
    ),
  )
}

const homeOfFile = ({ fileName }: ts.SourceFile): string | undefined => homeOf(dirname(fileName))

const modulesOfHome = (uses: readonly Use[], neighbours: readonly ts.SourceFile[]): MapperModule[] => {
  const dialects = groupedBy(uses, ({ file }) => dialectOf(file))
  return [...dialects].map(([dialect, own]) => {
    const users = [...new Set(own.map(({ file }) => file))]
    const path = join(
      directoryFor(users),
      STEM + (dialect === 'cjs' && dialects.has('esm') ? '.cjs' : endingFor(dialect, users)),
    )
    // Two users of one name may ask different things of it: what prints the module puts them together.
    const mappers = own.map(({ mapper }) => mapper)
    const style = styleOf(users[0] as ts.SourceFile)
    return {
      path,
      dialect,
      mappers,
      users,
      neighbours,
      style,
      isChecked: dialect !== 'ts' && users.some(isCheckedScript),
    }
  })
}

const groupedBy = <T, K>(all: readonly T[], key: (one: T) => K): ReadonlyMap<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one])
  return groups
}

/** Whether a compiler checks the types of a file of JavaScript: by a comment of its own, or as all of its project's. */
export const isCheckedScript = ({ fileName, text }: ts.SourceFile): boolean =>
  /^\s*\/\/\s*@ts-check\b/m.test(text) || isChecked(fileName)

/** Beside what an earlier run made, which users import already; else where all of them share it. */
const directoryFor = (users: readonly ts.SourceFile[]): string => {
  const [before] = users.flatMap(directoryBefore)
  return before ?? outOfRoutes(commonDirectory(users.map(({ fileName }) => dirname(fileName))))
}

const directoryBefore = (file: ts.SourceFile): string[] => {
  let at: ts.Node | undefined = existingImport(file)
  while (at && !compiler.isStatement(at)) at = at.parent
  const said = at && RELATIVE.exec(at.getText())?.[1]
  return said === undefined ? [] : [join(dirname(file.fileName), said)]
}

const RELATIVE = new RegExp(`['"](\\.{1,2}(?:/[^'"]*)?)/${STEM.replace('.', '\\.')}`)

const commonDirectory = (directories: readonly string[]): string =>
  directories.reduce((common, directory) => {
    const left = common.split(sep)
    const right = directory.split(sep)
    const at = left.findIndex((part, index) => part !== right[index])
    return at < 0 ? common : left.slice(0, at).join(sep) || sep
  })

/** The edit that imports names of a module into one of its users. */
export const importEdit = (
  file: ts.SourceFile,
  module: MapperModule,
  names: readonly string[],
  gone: ReadonlySet<ts.Node> = new Set(),
): Edit => {
  const present = existingImport(file)
  return present ? addNames(present, names) : importLine(file, names, specifierFor(file, module), gone)
}

/** An import of some names, put after the imports that stay. */
export const importLine = (
  file: ts.SourceFile,
  names: readonly string[],
  specifier: string,
  gone: ReadonlySet<ts.Node> = new Set(),
): Edit => {
  const { quote, semicolon, newline } = styleOf(file)
  const from = `${quote}${specifier}${quote}`
  const list = [...names].sort().join(', ')
  const line =
    dialectOf(file) === 'cjs'
      ? `const { ${list} } = require(${from})${semicolon}`
      : `import { ${list} } from ${from}${semicolon}`
  const last = lastImport(file, gone)
  if (last) return insertAt(file, endWithComment(file, last), `${newline}${line}`)
  const first = file.statements.find((one) => !isDirective(one))
  return insertAt(file, first ? startWithComment(file, first) : file.getEnd(), `${line}${newline}${newline}`)
}

/** Comments at the head of a file, which are about all of it. */
const OF_THE_FILE = /@(file|fileoverview|module|license|packageDocumentation|jsx|jest|ts-|author|copyright)/

/** Where a statement begins, with the documentation that stands right above it. */
const startWithComment = (file: ts.SourceFile, statement: ts.Statement): number => {
  const start = statement.getStart()
  const above = compiler.getLeadingCommentRanges(file.text, statement.getFullStart())?.at(-1)
  if (!above) return start
  const text = file.text.slice(above.pos, above.end)
  const isBeside = text.startsWith('/**') && !/\n\s*\n/.test(file.text.slice(above.end, start))
  const isOwn = !compiler.isVariableStatement(statement) || /@\w/.test(text)
  return isBeside && isOwn && !OF_THE_FILE.test(text) ? above.pos : start
}

/** Where a statement ends, with the comment beside it. */
const endWithComment = (file: ts.SourceFile, node: ts.Node): number => {
  const beside = compiler.getTrailingCommentRanges(file.text, node.getEnd())?.[0]
  const isBeside = beside && !/\n/.test(file.text.slice(node.getEnd(), beside.pos))
  return isBeside && !/\n/.test(file.text.slice(beside.pos, beside.end)) ? beside.end : node.getEnd()
}

const isDirective = (node: ts.Statement): boolean =>
  compiler.isExpressionStatement(node) && compiler.isStringLiteral(node.expression)

const existingImport = (file: ts.SourceFile): ts.NamedImports | ts.ObjectBindingPattern | undefined => {
  for (const statement of file.statements) {
    if (compiler.isImportDeclaration(statement) && statement.moduleSpecifier.getText().includes(STEM)) {
      const named = statement.importClause?.namedBindings
      if (named && compiler.isNamedImports(named)) return named
    }
    if (compiler.isVariableStatement(statement) && statement.getText().includes(STEM)) {
      const name = statement.declarationList.declarations[0]?.name
      if (name && compiler.isObjectBindingPattern(name)) return name
    }
  }
  return undefined
}

const addNames = (list: ts.NamedImports | ts.ObjectBindingPattern, names: readonly string[]): Edit => {
  const present = new Set(list.elements.map((one) => one.name.getText()))
  const missing = names.filter((name) => !present.has(name))
  const last = list.elements.at(-1) as ts.Node
  return insertAfter(last, missing.map((name) => `, ${name}`).join(''))
}

const lastImport = (file: ts.SourceFile, gone: ReadonlySet<ts.Node>): ts.Statement | undefined =>
  file.statements
    .filter((one) => (compiler.isImportDeclaration(one) || isRequire(one)) && !gone.has(one))
    .at(-1)

const isRequire = (node: ts.Statement): boolean => {
  if (!compiler.isVariableStatement(node)) return false
  const value = node.declarationList.declarations[0]?.initializer
  return value !== undefined && compiler.isCallExpression(value) && value.expression.getText() === 'require'
}

const specifierFor = (file: ts.SourceFile, module: MapperModule): string => {
  const path = relative(dirname(file.fileName), module.path).split(sep).join('/')
  const dotted = path.startsWith('.') ? path : `./${path}`
  if (module.dialect !== 'ts') return dotted
  const bare = dotted.replace(/\.ts$/, '')
  return bare + endingUsed(file, module.neighbours)
}
