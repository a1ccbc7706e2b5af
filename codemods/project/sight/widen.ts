import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { routes } from '../../../mappings/v1/index.ts'
import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { renamedMembers } from '../../rewrite/answer/reads/read-paths.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { isOperation, isTextMade, nameOf, nodesIn } from '../../sites/program/syntax/nodes.ts'
import { documentTexts, wholeParameter } from '../../sites/site-texts.ts'
import { type Site, sitesIn } from '../../sites/sites.ts'
import type { Hosts } from '../../sites/texts/locate.ts'
import { createTrace, type Trace } from '../../sites/values/trace.ts'
import { compiler } from '../compiler.ts'
import type { Sources } from '../parse/program.ts'
import type { Alias } from '../parse/resolve-import.ts'
import { legacyAddresses, readBytes } from '../tree/gate.ts'
import { readText } from '../tree/look.ts'
import { ANY_NAME, givenAs } from './given-names.ts'
import { handsOn, namesOf, type Survey, survey as surveyOf } from './imports.ts'
import { mayUse } from './in-sight.ts'

/** What a file has that others may use by a name. */
interface Wrapper {
  readonly path: string
  readonly name: string
}

/** How other files name wrappers: by which names, of which modules, whichever of these has which of those. */
interface Named {
  readonly names: Set<string>
  readonly modules: Set<string>
  /** Modules whose default export is one: who imports it names it himself. */
  readonly byDefault: Set<string>
}

const MOST_FILES = 400
/** How often a name is passed on by files in between. */
const MOST_HANDS = 3

/** Files that do not name the service and have to be looked at all the same. */
export interface Widened {
  /** Those that call its wrappers: a base may only move together with all its callers. */
  readonly callers: readonly string[]
  /** Those that use what calls give, or types of it: names may only move together with all their uses. */
  readonly users: readonly string[]
  /** Those that call its wrappers and lie where nobody asked for changes. */
  readonly outside: readonly string[]
}

/**
 * Files that say nothing of the service and yet call its wrappers, or use what they give.
 * @param survey of the files that were not asked for by name
 * @param asked those that were; what they import was parsed with them, and may call a wrapper all the same
 * @param alias where modules lie that are not said by a path of the file's own
 * @param beyond the files that lie where nobody asked for changes
 */
export const callersElsewhere = (
  sources: Sources,
  hosts: Hosts,
  survey: Survey,
  asked: readonly string[],
  alias: Alias,
  beyond: () => readonly string[],
): Widened => {
  const { wrappers, givers } = wrappersIn(sources, hosts)
  const parsed = new Set(asked)
  const parsedOnes = sources.files.map(({ fileName }) => fileName)
  const isAny = wrappers.length + givers.length > 0
  const surveys = isAny ? [survey, surveyOf(parsedOnes, [], alias)] : [survey]
  const direct = namers(namedAs(wrappers), survey, parsed).slice(0, MOST_FILES)
  const callers = [...new Set([...direct, ...usersOf(wrappers, surveys, parsed, handsOn)])]
  const outside =
    wrappers.length > 0
      ? namers(namedAs(wrappers), surveyOf(beyond(), [], alias), parsed).slice(0, MOST_FILES)
      : []
  if (givers.length === 0) return { callers, users: [], outside }
  const types = typesIn(sources)
  const users = usersOf([...givers, ...types], surveys, parsed)
  return { callers, users: [...new Set([...types.map(({ path }) => path), ...users])], outside }
}

/** Files that say nothing of the service either, and use a constant that says an old address. */
export const baseUsers = (
  { files }: Sources,
  hosts: Hosts,
  survey: Survey,
  asked: readonly string[],
): readonly string[] =>
  namers(
    namedAs(files.flatMap((file) => basesIn(file, [...hosts.v1, ...legacyAddresses()]))),
    survey,
    new Set(asked),
  ).slice(0, MOST_FILES)

const namedAs = (wrappers: readonly Wrapper[]): Named => {
  const named: Named = { names: new Set(), modules: new Set(), byDefault: new Set() }
  for (const { path, name } of wrappers) {
    if (name !== ANY_NAME) named.names.add(name)
    for (const module of namesOf(path)) (name === ANY_NAME ? named.byDefault : named.modules).add(module)
  }
  return named
}

const namers = (
  { names, modules, byDefault }: Named,
  { importing }: Survey,
  parsed: ReadonlySet<string>,
): string[] => {
  const isOther = (path: string): boolean => !parsed.has(path)
  const saying = importing(modules).filter((path) => isOther(path) && mayUse(path, names))
  return [...new Set([...saying, ...importing(byDefault).filter(isOther)])]
}

/**
 * Those that use the names, and those that use them by way of files that pass them on.
 * Of very many, those that may read what v2 does not say.
 * @param surveys of files that are not parsed, and of those that are: these may hand a name on as well
 */
const usersOf = (
  wrappers: readonly Wrapper[],
  surveys: readonly Survey[],
  parsed: ReadonlySet<string>,
  passes = passesOn,
): string[] => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const readsLost = mayReadLost()
  let named = namedAs(wrappers)
  for (let round = 0; round < MOST_HANDS; round++) {
    const all = surveys.flatMap((survey) => namers(named, survey, seen))
    const unparsed = all.filter((path) => !parsed.has(path))
    const isFull = found.size + unparsed.length > MOST_FILES
    const next = isFull ? unparsed.filter((path) => readsLost(readText(path) ?? '')) : unparsed
    for (const path of all) seen.add(path)
    for (const path of next) found.add(path)
    named = passedOn(named, all.filter(passes))
  }
  return [...found]
}

/** What files that use some names export of them: maybe what has such a name, and what they make with it. */
const passedOn = ({ names, byDefault }: Named, paths: readonly string[]): Named => {
  const used = new Set([...names, ...(byDefault.size > 0 ? [ANY_NAME] : [])])
  const made = namedAs(paths.flatMap((path) => givenAs(sourceOf(path), used).map((name) => ({ path, name }))))
  const modules = names.size > 0 ? paths.flatMap((path) => [...namesOf(path)]) : []
  for (const name of names) made.names.add(name)
  for (const module of modules) made.modules.add(module)
  return made
}

const sourceOf = (path: string): ts.SourceFile => {
  const text = readBytes(path)?.toString() ?? ''
  return compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true)
}

const passesOn = (path: string): boolean => readBytes(path)?.includes('export') ?? false

/** The types and schemas of the program that have a member which v2 calls otherwise. */
const typesIn = ({ files }: Sources): Wrapper[] =>
  files.flatMap((file) =>
    RENAMED.test(file.text)
      ? file.statements
          .filter((statement) => RENAMED.test(statement.getText()))
          .flatMap(namesOfShape)
          .map((name) => ({ path: file.fileName, name }))
      : [],
  )

/** Members that v2 calls otherwise; a name of one word might be anybody's. */
const RENAMED = new RegExp(
  `\\b(?:${renamedMembers(routes)
    .filter((name) => /^\w*[a-z][A-Z]\w*$/.test(name))
    .join('|')})\\??\\s*:`,
)

const namesOfShape = (statement: ts.Statement): string[] => {
  if (compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement))
    return [statement.name.text]
  if (!compiler.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    compiler.isIdentifier(name) && /\.object\(/.test(initializer?.getText() ?? '') ? [name.text] : [],
  )
}

const wrappersIn = (
  sources: Sources,
  hosts: Hosts,
): { readonly wrappers: Wrapper[]; readonly givers: Wrapper[] } => {
  const trace = createTrace(sources.checker, sources.files)
  const wrappers = new Map<ts.SourceFile, Set<string>>()
  const givers = new Map<ts.SourceFile, Set<string>>()
  const add = (node: ts.Node, into = wrappers): void => {
    const own = nameAround(node)
    if (own !== undefined) kept(into, node.getSourceFile(), () => new Set()).add(own)
  }
  for (const file of sources.files)
    for (const site of sitesIn(trace, file, { hosts, routes })) {
      const isGraphql = site.located.some(({ family }) => family === 'graphql')
      const isRest = site.located.some(({ family }) => family === 'v1')
      if (isRest || isGraphql) add(site.top, givers)
      if (!isGraphql && !isRest) continue
      for (const frame of framesFrom(site.scope)) add(frame.callee)
      if (site.open || (isGraphql && isHelper(trace, site))) add(site.sink.call)
    }
  return {
    wrappers: [...wrappers].flatMap(([file, names]) => wrappersOf(file, names)),
    givers: [...givers].flatMap(([file, names]) => wrappersOf(file, [...names, ...givenAs(file, names)])),
  }
}

const wrappersOf = ({ fileName: path }: ts.SourceFile, names: Iterable<string>): Wrapper[] =>
  [...new Set(names)].map((name) => ({ path, name }))

/** What keeps an old address, and what keeps one that begins with such a name: `PODS_URL = `${BASE}/pods``. */
const basesIn = (file: ts.SourceFile, addresses: readonly string[]): Wrapper[] => {
  if (!addresses.some((address) => file.text.includes(address))) return []
  const names = new Set<string>()
  for (const node of nodesIn(file, isTextMade)) {
    const begins = beginOf(node)
    const isOld = compiler.isStringLiteralLike(begins)
      ? /^https?:/.test(begins.text) && addresses.some((address) => begins.text.includes(address))
      : names.has(accessed(begins)?.name ?? begins.getText())
    const name = isOld ? keptAs(node.parent) : undefined
    if (name) names.add(name)
  }
  return wrappersOf(file, names)
}

/** What a text begins with: a literal, or the name of another text. */
const beginOf = (node: ts.Expression): ts.Expression => {
  if (isOperation(node, '+')) return beginOf(node.left)
  const [first] = compiler.isTemplateExpression(node) && node.head.text === '' ? node.templateSpans : []
  return first?.expression ?? node
}

/** The name of what a text is kept as, also as a choice of two (`env.URL ?? '…'`). */
const keptAs = (node: ts.Node | undefined): string | undefined => {
  if (!node) return undefined
  if (compiler.isVariableDeclaration(node) || compiler.isPropertyAssignment(node)) return nameOf(node.name)
  return compiler.isBinaryExpression(node) ? keptAs(node.parent) : undefined
}

/** Whether the document is the caller's to say. */
const isHelper = (trace: Trace, site: Site): boolean => {
  trace.from(site.top)
  return documentTexts(trace, site).some((text) => wholeParameter(text) !== undefined)
}

/** The name by which a function, or the class or constant around it, is exported. */
const nameAround = (node: ts.Node): string | undefined => {
  let name: string | undefined
  for (let at: ts.Node | undefined = node; at && !compiler.isSourceFile(at); at = at.parent) {
    if (
      !compiler.isFunctionDeclaration(at) &&
      !compiler.isClassDeclaration(at) &&
      !compiler.isVariableDeclaration(at)
    )
      continue
    if (at.name && compiler.isIdentifier(at.name)) name = at.name.text
  }
  return name
}
