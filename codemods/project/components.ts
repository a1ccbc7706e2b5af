import { relative } from 'node:path'
import { routes } from '../../mappings/v1/index.ts'
import { auditText } from '../audit/audit-text.ts'
import { lineTable } from '../audit/lines.ts'
import type { CompiledVocabulary } from '../audit/vocabulary.ts'
import type { Ranges } from '../rewrite/dead/heard.ts'
import { wordsOf } from '../sites/texts/route.ts'
import { isPage } from './embedded.ts'
import { moduleName } from './imports.ts'
import { readText } from './look.ts'
import type { Note } from './note.ts'
import { readCode } from './read-code.ts'
import { coverage, isCall } from './unfollowed.ts'
import { unreadNotes } from './unread-notes.ts'

/** A call of the old API that a component (`.vue`, `.svelte`, `.astro`) makes with what a module of the program gives it. */
export interface ComponentCall {
  readonly path: string
  readonly line: number
  readonly column: number
  /** The last word of the module's name. */
  readonly module: string
  readonly old: string
}

/**
 * Calls that components make through modules: components are not read as code, and what such a module says of the API
 * must not change under them.
 */
export const componentCalls = (
  paths: readonly string[],
  root: string,
  vocabulary: CompiledVocabulary,
): ComponentCall[] =>
  paths.flatMap((path) => {
    if (!/\.(vue|svelte|astro)$/.test(path)) return []
    const text = readText(path) ?? ''
    const imports = importsIn(text)
    const documents = imports.length > 0 ? documentsIn(relative(root, path), text, vocabulary) : []
    const lines = lineTable(text)
    return [...pathsIn(text), ...documents].flatMap(({ start, old }): ComponentCall[] => {
      const taker = takerOf(text, start)
      const used = imports.find(({ names }) => taker !== undefined && names.includes(taker))
      return used ? [{ path, ...lines.at(start), module: used.module, old }] : []
    })
  })

/** An operation or a document in a text, from its quote on. */
interface Said {
  readonly start: number
  readonly old: string
}

const documentsIn = (name: string, text: string, vocabulary: CompiledVocabulary): Said[] =>
  auditText(name, text, vocabulary)
    .drafts.filter(({ drawer, old }) => drawer === 'graphql' && /^(query|mutation) /.test(old))
    .map(({ start, old }) => ({ start: QUOTE.exec(text.slice(0, start))?.index ?? start, old }))

/** The last quote of a text. */
const QUOTE = /['"`][^'"`]*$/

const pathsIn = (text: string): Said[] =>
  [...text.matchAll(PATH)].map(({ index, 1: path = '' }) => ({ start: index, old: `/v1/${path}` }))

/** A text that begins as a path of REST v1 does. */
const PATH = new RegExp(
  `['"\`]/?(${[...new Set(routes.map(({ old }) => wordsOf(old.path)[0]))].join('|')})(?=['"\`/?])`,
  'g',
)

interface Import {
  readonly names: readonly string[]
  readonly module: string
}

const IMPORT = /\bimport\s+(?!type\b)([\w$\s{},*]+?)\s+from\s*['"]([^'"\n]+)['"]/g

/** What a component imports, by the names that it has there. */
const importsIn = (text: string): Import[] =>
  [...text.matchAll(IMPORT)].map(([, names = '', from = '']) => ({
    names: names
      .replace(/[{}*]/g, ' ')
      .split(',')
      .map((one) => one.trim().split(/\s+/).at(-1) ?? ''),
    module: moduleName(from),
  }))

const TAKER =
  /(?<![\w$.])([\w$]+)(?:\??\.[\w$]+)*\s*(?:<[^()<>]*>)?\(\s*(?:[\w$'"]+\s*,\s*)?(?:\{[^{}()]*)?[\w$]*$/

/** The name whose call a text is an argument of: `api('/pods')`, `http.get('/pods')`, ``gql(`mutation { … ``. */
const takerOf = (text: string, start: number): string | undefined =>
  TAKER.exec(text.slice(Math.max(0, start - MOST_BEFORE), start))?.[1]

/** Letters in which a call's name and what it is given first stand. */
const MOST_BEFORE = 200

/** Notes of those whose module a call of this program was found in. */
export const componentNotes = (calls: readonly ComponentCall[], root: string, heard: Ranges): Note[] => {
  const modules = new Set([...heard.keys()].map(moduleName))
  return calls
    .filter(({ module }) => modules.has(module))
    .map(({ path, line, column, module, old }) => ({
      rule: 'codemod.language',
      file: relative(root, path),
      line,
      column,
      class: 'left',
      v1: old,
      fix: 'take the call into a module that upshift can read, then run upshift again',
      confidence: 'high',
      why: `this file calls ${old} through ${module}, and is not JavaScript or TypeScript alone, so it was not read`,
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
