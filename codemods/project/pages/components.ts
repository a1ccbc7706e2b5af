import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { routes } from '../../../mappings/v1/index.ts'
import { auditText } from '../../audit/audit-text.ts'
import { lineTable } from '../../audit/text/lines.ts'
import type { CompiledVocabulary } from '../../audit/words/vocabulary.ts'
import type { Ranges } from '../../rewrite/dead/heard.ts'
import { wordsOf } from '../../sites/texts/route.ts'
import type { Note } from '../note.ts'
import { homeOfUnimported } from '../packages/unimported.ts'
import { isEmbedding, isPage, mappedTo, scriptsBeside } from '../parse/embedded.ts'
import { namesDeclared } from '../parse/own-scope.ts'
import { moduleName } from '../sight/imports.ts'
import { coverage, isCall } from '../sight/unfollowed.ts'
import { readText } from '../tree/look.ts'
import { unreadNotes } from '../unread-notes.ts'
import { readCode } from './read-code.ts'

/** A call of the old API that a component or a page makes with what a module, or a script beside it, gives it. */
export interface ComponentCall {
  readonly path: string
  readonly line: number
  readonly column: number
  /** The last word of the module's name. */
  readonly module: string
  readonly old: string
  /** Whether the module gives the base itself. */
  readonly isBase: boolean
  /** Whether the file imports it, or a page names it. */
  readonly isImported: boolean
  readonly start: number
  readonly end: number
}

/**
 * Calls that components and pages make through modules and scripts: not all of them is read as code (markup, a script that
 * does not parse), and what such a module says of the API must not change under them.
 * @param files the program, of which a page's scripts are part
 */
export const componentCalls = (
  paths: readonly string[],
  files: readonly ts.SourceFile[],
  root: string,
  vocabulary: CompiledVocabulary,
): ComponentCall[] => {
  const unimported = unimportedIn(files)
  const others = [...unimported.values()].flatMap((all) => all.map(({ path }) => path))
  return [...paths.filter(isEmbedding), ...others].flatMap((path) => {
    const whole = readText(path) ?? ''
    const given = unimported.get(homeOfUnimported(path) ?? '') ?? []
    return readingsOf(path, whole, files, given).flatMap((reading) =>
      reading.imports.length === 0 ? [] : callsIn(path, whole, reading, root, vocabulary),
    )
  })
}

/** A text, and what its calls may be made with. */
interface Reading {
  readonly text: string
  readonly imports: readonly Import[]
}

/** A component is read whole; of a page, what its scripts are given, and what its import map names. */
const readingsOf = (
  path: string,
  whole: string,
  files: readonly ts.SourceFile[],
  given: readonly Import[],
): readonly Reading[] => {
  if (!isPage(path)) return [{ text: whole, imports: [...importsIn(whole), ...given] }]
  const code = files.find(({ fileName }) => fileName === path)?.text
  return [
    { text: unreadOf(whole, code), imports: besideIn(whole, files) },
    { text: unreadOf(whole), imports: mappedIn(whole) },
  ]
}

/** Operations and documents in a text that go to what it is given. */
const callsIn = (
  path: string,
  whole: string,
  { text, imports }: Reading,
  root: string,
  vocabulary: CompiledVocabulary,
): ComponentCall[] => {
  const lines = lineTable(text)
  const said = [...pathsIn(text), ...documentsIn(relative(root, path), text, vocabulary)]
  return said.flatMap(({ start, end, old, base }): ComponentCall[] => {
    const taker = base ?? takerOf(text, start)
    const used = imports.find(({ names }) => taker !== undefined && names.includes(taker))
    const isOther =
      !used || (!used.isImported && !isPage(path) && declaresIn(whole, taker ?? '')) || isFollowed(path, used)
    if (isOther) return []
    const { module, isImported } = used
    return [{ path, ...lines.at(start), module, old, isBase: base !== undefined, isImported, start, end }]
  })
}

/** What nobody else reads of a page: no comment, and none of the scripts that were read as code. */
const unreadOf = (text: string, code = ''): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, (all) => all.replace(/\S/g, ' '))
    .replace(/\S/g, (letter, at: number) => (code[at]?.trim() ? ' ' : letter))

/** An operation or a document in a text, from its quote on. */
interface Said {
  readonly start: number
  readonly end: number
  /** What stands before a path as its base: `BASE` in `${BASE}/pods`. */
  readonly base?: string | undefined
  readonly old: string
}

const documentsIn = (name: string, text: string, vocabulary: CompiledVocabulary): Said[] =>
  (DOCUMENT.test(text) ? auditText(name, text, vocabulary).drafts : [])
    .filter(({ drawer, old }) => drawer === 'graphql' && /^(query|mutation) /.test(old))
    .map(({ start, end, old }) => ({ start: QUOTE.exec(text.slice(0, start))?.index ?? start, end, old }))

/** What begins a document. */
const DOCUMENT = /\b(query|mutation|fragment)\b|['"`]\s*\{/

/** The last quote of a text. */
const QUOTE = /['"`][^'"`]*$/

const pathsIn = (text: string): Said[] =>
  [...text.matchAll(PATH)].map(({ 0: all, index, 1: within, 2: before, 3: path = '' }) => ({
    start: index,
    end: index + all.length,
    old: `/v1/${path}`,
    base: within ?? before,
  }))

/** A text that begins as a path of REST v1 does, perhaps behind the name of a base. */
const PATH = new RegExp(
  `(?:\`\\$\\{([\\w$]+)[\\w$.]*\\}|(?:(?<![\\w$.])([\\w$]+)[\\w$.]*\\s*\\+\\s*)?['"\`])/?(?:v1/)?(${[...new Set(routes.map(({ old }) => wordsOf(old.path)[0]))].join('|')})(?=['"\`/?])`,
  'g',
)

interface Import {
  readonly names: readonly string[]
  readonly module: string
  readonly isImported: boolean
}

interface Unimported extends Import {
  readonly path: string
  readonly home: string
}

/** What modules give the files of their package that do not import them, by each code file of such a package. */
const unimportedIn = (files: readonly ts.SourceFile[]): ReadonlyMap<string, readonly Unimported[]> =>
  groupBy(
    files.flatMap((file) => {
      const home = isEmbedding(file.fileName) ? undefined : homeOfUnimported(file.fileName)
      const module = moduleName(file.fileName)
      return home ? { home, path: file.fileName, names: namesDeclared(file), module, isImported: false } : []
    }),
    ({ home }) => home,
  )

const declaresIn = (text: string, name: string): boolean => {
  const own = `${name.replaceAll('$', '\\$')}(?![\\w$])`
  return new RegExp(`\\b(const|let|var|function|class)\\s+(${own}|[{[][^=;]*(?<![\\w$])${own})`).test(text)
}

/** What code imports is followed as code. */
const isFollowed = (path: string, { isImported }: Import): boolean => isImported && !isEmbedding(path)

/** What a page imports by names of its import map: no code tells what that is. */
const mappedIn = (text: string): Import[] => {
  const target = mappedTo(text)
  return importsIn(text, (from) => target(from))
}

const IMPORT = /\bimport\s+(?!type\b)([\w$\s{},*]+?)\s+from\s*['"]([^'"\n]+)['"]/g

/** `const { api } = await import('./api.js')` */
const AWAITED = /\b(?:const|let|var)\s+([\w$\s{},:]+?)\s*=\s*await\s+import\s*\(\s*['"]([^'"\n]+)['"]\s*\)/g

/** What the scripts that a page names give all that stands in it. */
const besideIn = (text: string, files: readonly ts.SourceFile[]): Import[] => {
  const modules = new Set(scriptsBeside(text).map(moduleName))
  return files.flatMap((file) => {
    const module = moduleName(file.fileName)
    return modules.has(module) ? [{ names: namesDeclared(file), module, isImported: true }] : []
  })
}

/**
 * What a component imports, by the names that it has there.
 * @param target what the name of a module stands for; what stands for nothing is left out
 */
const importsIn = (text: string, target: (from: string) => string | undefined = (from) => from): Import[] =>
  [...text.matchAll(IMPORT), ...text.matchAll(AWAITED)].flatMap(([, names = '', from = '']): Import[] => {
    const module = target(from)
    const own = names
      .replace(/[{}*]/g, ' ')
      .split(',')
      .map(
        (one) =>
          one
            .trim()
            .split(/[\s:]+/)
            .at(-1) ?? '',
      )
    return module === undefined ? [] : [{ names: own, module: moduleName(module), isImported: true }]
  })

const TAKER =
  /(?<![\w$.])([\w$]+)(?:\??\.[\w$]+)*\s*(?:<[^()<>]*>)?\(\s*(?:[\w$'"]+\s*,\s*)?(?:\{[^{}()]*)?[\w$]*$/

/** The name whose call a text is an argument of: `api('/pods')`, `http.get('/pods')`, ``gql(`mutation { … ``. */
const takerOf = (text: string, start: number): string | undefined =>
  TAKER.exec(text.slice(Math.max(0, start - MOST_BEFORE), start))?.[1]

/** Letters in which a call's name and what it is given first stand. */
const MOST_BEFORE = 200

/** Notes of those whose module a call of this program was found in, but for calls that were understood. */
export const componentNotes = (calls: readonly ComponentCall[], root: string, heard: Ranges): Note[] => {
  const modules = new Set([...heard.keys()].map(moduleName))
  const isHeard = ({ path, start, end }: ComponentCall): boolean =>
    (heard.get(path) ?? []).some(([from, to]) => start < to && end > from)
  return calls
    .filter((call) => modules.has(call.module) && !isHeard(call))
    .map(({ path, line, column, module, old, isImported }) => ({
      rule: isImported ? 'codemod.language' : 'codemod.unimported',
      file: relative(root, path),
      line,
      column,
      class: 'left',
      v1: old,
      fix: isImported
        ? 'take the call into a module that upshift can read, then run upshift again'
        : `import what it calls from ${module}, then run upshift again`,
      confidence: 'high',
      why: isImported
        ? `this file calls ${old} through ${module}, where only scripts that parse are read: it is not JavaScript or TypeScript alone`
        : `this file calls ${old} through ${module} and imports nothing of it: a tool of the package does, and that is not followed`,
    }))
}

/** What is no link of a page, but said to its scripts: `<meta name="api" content="https://…">`, `data-api="https://…"`. */
const SAID_TO_SCRIPTS = /\s(?:content|value|data-[\w-]+)\s*=\s*["']?(https?:\/\/[^\s"'>]+)/gi

/** The addresses that a page says to its scripts, whose calls are made with what nobody sees there. */
export const addressNotes = (path: string, root: string, addresses: readonly string[]): Note[] => {
  const text = isPage(path) ? (readText(path) ?? '') : ''
  if (!/<script\b/i.test(text)) return []
  const lines = lineTable(text)
  return [...unreadOf(text, readCode(path)).matchAll(SAID_TO_SCRIPTS)]
    .filter(([, said = '']) => addresses.some((address) => said.includes(address)))
    .map(({ 0: all, 1: said = '', index }) => ({
      ...unreadNotes.attribute(relative(root, path)),
      ...lines.at(index + all.lastIndexOf(said)),
    }))
}

/**
 * What components say of the old API by themselves, each place with the operation; none where the audit tells none. Of a
 * page only its scripts are asked: the rest of it is a document.
 * @param heard the calls that were understood, which are told of already
 */
export const componentSays = (
  path: string,
  root: string,
  vocabulary: CompiledVocabulary,
  heard: Ranges = new Map(),
): Note[] => {
  const file = relative(root, path)
  const text = (isPage(path) ? readCode(path) : readText(path)) ?? ''
  const isHeard = coverage(text.length, heard.get(path) ?? [])
  const lines = lineTable(text)
  return auditText(file, text, vocabulary)
    .drafts.filter((draft) => isCall(draft) && !isHeard(draft))
    .map(({ start, old, v2 }) => ({
      ...unreadNotes.language(file),
      ...lines.at(start),
      v1: old,
      ...(v2 ? { v2 } : {}),
    }))
}
