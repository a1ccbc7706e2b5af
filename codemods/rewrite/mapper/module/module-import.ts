import { dirname, relative, sep } from 'node:path'
import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { compiler } from '../../../project/compiler.ts'
import { type Edit, insertAfter, insertAt, insertBefore } from '../../edit/edit.ts'
import type { Dialect } from '../helpers/mapper-helpers.ts'
import { styleOf } from '../helpers/style.ts'
import { endingUsed } from './import-ending.ts'
import { dialectOf, importsWhole, STEM } from './module-form.ts'

/** What is imported. */
interface Imported {
  readonly path: string
  readonly dialect: Dialect
  /** Files of the same package, which show how it imports its own. */
  readonly neighbours: readonly ts.SourceFile[]
}

/** The edits that import names of a module into one of its users. */
export const importEdits = (
  file: ts.SourceFile,
  module: Imported,
  names: readonly string[],
  gone: ReadonlySet<ts.Node> = new Set(),
): Edit[] => {
  const before = importBefore(file)
  const present = before && !gone.has(before) ? existingImport(file, before) : undefined
  return present ? addNames(present, names) : [importLine(file, names, specifierFor(file, module), gone)]
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
  const lines = importsWhole(file)
    ? [`import ${WHOLE} = require(${from})`, `const { ${list} } = ${WHOLE}`]
    : [dialectOf(file) === 'cjs' ? `const { ${list} } = require(${from})` : `import { ${list} } from ${from}`]
  const line = lines.map((one) => `${one}${semicolon}`).join(newline)
  const last = lastImport(file, gone)
  if (last) {
    const end = endWithComment(file, last)
    const isShared = /^[^\S\r\n]*\S/.test(file.text.slice(end))
    return insertAt(file, end, `${newline}${line}${isShared ? newline : ''}`)
  }
  const first = file.statements.find((one) => !isDirective(one))
  return insertAt(file, first ? startWithComment(file, first) : file.getEnd(), `${line}${newline}${newline}`)
}

/** What a file calls the whole module that can import no part of one. */
const WHOLE = 'upshiftV2'

/** Comments at the head of a file, which are about all of it. */
const OF_THE_FILE = /@(file|fileoverview|module|license|packageDocumentation|jsx|jest|ts-|author|copyright)/

/** Where a statement begins, with the documentation that stands right above it. */
const startWithComment = (file: ts.SourceFile, statement: ts.Statement): number => {
  const start = statement.getStart()
  const comments = compiler.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? []
  const above = comments.at(-1)
  if (!above) return start
  const own = belowHead(file, comments, start)
  if (own !== undefined) return own
  const text = file.text.slice(above.pos, above.end)
  const isBeside = text.startsWith('/**') && !/\n\s*\n/.test(file.text.slice(above.end, start))
  const isOwn = !compiler.isVariableStatement(statement) || /@\w/.test(text)
  return isBeside && isOwn && !OF_THE_FILE.test(text) ? above.pos : start
}

/** Where the comment begins that stands right above a statement, and below one that is about the file; undefined where none does. */
const belowHead = (
  { text }: ts.SourceFile,
  comments: readonly ts.CommentRange[],
  start: number,
): number | undefined => {
  const isApart = (from: number, to: number): boolean => /\n\s*\n/.test(text.slice(from, to))
  let own = start
  let at = comments.length - 1
  for (; comments[at] && !isApart((comments[at] as ts.CommentRange).end, own); at--)
    own = (comments[at] as ts.CommentRange).pos
  const head = comments.slice(0, at + 1).map(({ pos, end }) => text.slice(pos, end))
  const isHead = head.some((one) => !TO_TOOLS.test(one))
  return isHead && own < start && !OF_THE_FILE.test(text.slice(own, start)) ? own : undefined
}

/** What a comment at the head of a file tells a tool. */
const TO_TOOLS = /eslint|@ts-|prettier|biome|jshint|istanbul|global/

/** Where a statement ends, with the comment beside it. */
const endWithComment = (file: ts.SourceFile, node: ts.Node): number => {
  const beside = compiler.getTrailingCommentRanges(file.text, node.getEnd())?.[0]
  const isBeside = beside && !/\n/.test(file.text.slice(node.getEnd(), beside.pos))
  return isBeside && !/\n/.test(file.text.slice(beside.pos, beside.end)) ? beside.end : node.getEnd()
}

const isDirective = (node: ts.Statement): boolean =>
  compiler.isExpressionStatement(node) && compiler.isStringLiteral(node.expression)

/** The statement by which a file imports the module already, from an earlier run. */
export const importBefore = (file: ts.SourceFile): ts.Statement | undefined =>
  file.statements.find((one) => isImport(one) && one.getText().includes(STEM))

/** Whether a file says functions of the module, by whatever name it is imported, or not any more. */
export const saysMappers = (file: ts.SourceFile): boolean =>
  importBefore(file) !== undefined || MAPPER.test(file.text)

/** Whether the statement around a call says one of them. */
export const isMappedAround = (call: ts.Node): boolean => {
  let at = call
  while (!compiler.isStatement(at) && !compiler.isClassElement(at)) at = at.parent
  return MAPPER.test(at.getText())
}

const MAPPER = /\w(To|From)V2\b/

/** Whether a file has a name by an import of something else: of the module, which somebody called otherwise. */
export const isFromElsewhere = (file: ts.SourceFile, name: string): boolean =>
  file.statements.some((one) => {
    const list = isImport(one) && !one.getText().includes(STEM) ? existingImport(file, one) : undefined
    return list?.elements.some((element) => element.name.getText() === name) === true
  })

/** The names of the module that a file imports already. */
export const namesBefore = (file: ts.SourceFile): string[] => {
  const before = importBefore(file)
  const list = before && existingImport(file, before)
  return list ? [...list.elements].map(({ propertyName, name }) => (propertyName ?? name).getText()) : []
}

const existingImport = (
  file: ts.SourceFile,
  statement: ts.Statement,
): ts.NamedImports | ts.ObjectBindingPattern | undefined => {
  if (compiler.isImportDeclaration(statement)) {
    const named = statement.importClause?.namedBindings
    return named && compiler.isNamedImports(named) ? named : undefined
  }
  const whole = compiler.isImportEqualsDeclaration(statement) ? statement.name.text : undefined
  const taking = whole === undefined ? statement : file.statements.find((one) => takes(one, whole))
  const name = taking && compiler.isVariableStatement(taking) && taking.declarationList.declarations[0]?.name
  return name && compiler.isObjectBindingPattern(name) ? name : undefined
}

/** `const { podFromV2 } = upshiftV2` */
const takes = (one: ts.Statement, whole: string): boolean =>
  compiler.isVariableStatement(one) && one.declarationList.declarations[0]?.initializer?.getText() === whole

/** Names put into a list: where each belongs in one that is sorted, and behind the others where it is not. */
const addNames = (list: ts.NamedImports | ts.ObjectBindingPattern, names: readonly string[]): Edit[] => {
  const present = list.elements.map((one) => one.name.getText())
  const missing = names.filter((name) => !present.includes(name)).sort()
  const isSorted = present.every((name, index) => index === 0 || (present[index - 1] as string) < name)
  const placeOf = (name: string): number => (isSorted ? present.findIndex((one) => one > name) : -1)
  return [...groupBy(missing, placeOf)].map(([place, some]) => {
    const behind = list.elements[place]
    if (behind) return insertBefore(behind, some.map((name) => `${name}, `).join(''))
    return insertAfter(list.elements.at(-1) as ts.Node, some.map((name) => `, ${name}`).join(''))
  })
}

const lastImport = (file: ts.SourceFile, gone: ReadonlySet<ts.Node>): ts.Statement | undefined =>
  file.statements.filter((one) => isImport(one) && !gone.has(one)).at(-1)

/** Whether a statement imports, in whatever words. */
export const isImport = (node: ts.Statement): boolean =>
  compiler.isImportDeclaration(node) || compiler.isImportEqualsDeclaration(node) || isRequire(node)

const isRequire = (node: ts.Statement): boolean => {
  if (!compiler.isVariableStatement(node)) return false
  const value = node.declarationList.declarations[0]?.initializer
  return value !== undefined && compiler.isCallExpression(value) && value.expression.getText() === 'require'
}

const specifierFor = (file: ts.SourceFile, module: Imported): string => {
  const path = relative(dirname(file.fileName), module.path).split(sep).join('/')
  const dotted = path.startsWith('.') ? path : `./${path}`
  if (module.dialect !== 'ts') return dotted
  const ending = endingUsed(file, module.neighbours)
  const [end = '', kind] = /\.([cm]?)ts$/.exec(dotted) ?? []
  const bare = dotted.slice(0, dotted.length - end.length)
  // Nothing finds a file of a kind that is said in its name, but by that.
  return kind ? `${bare}.${kind}${ending === '.ts' ? 'ts' : 'js'}` : bare + ending
}
