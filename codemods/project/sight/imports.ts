import { basename, dirname, resolve } from 'node:path'
import type { Alias } from '../parse/resolve-import.ts'
import { readBytes } from '../tree/gate.ts'
import { holding } from '../tree/holding.ts'

/** What one reading tells of files that do not name the service. */
export interface Survey {
  /** Files that hold one of the words. */
  readonly mentioning: readonly string[]
  /** Files that import a module of one of the names: by `placeOf`, or by `moduleName` where another name than a path is said. */
  readonly importing: (names: ReadonlySet<string>) => string[]
}

const MARKS = ['from ', 'require(', 'import(', 'ock(', 'module(', 'module '].map((text) => Buffer.from(text))
const QUOTES = new Set([0x22, 0x27, 0x60])

/**
 * Reads every file once: who holds a word, and who imports what.
 * @param alias where modules may lie that are not found by a path of the file's own
 */
export const survey = (
  files: readonly string[],
  words: readonly string[],
  alias: Alias = () => [],
): Survey => {
  const holds = holding(words)
  const mentioning: string[] = []
  const importers = new Map<string, string[]>()
  for (const path of files) {
    const bytes = readBytes(path)
    if (!bytes) continue
    if (holds(bytes)) mentioning.push(path)
    for (const name of importedNames(bytes, path, alias)) {
      const known = importers.get(name)
      if (known) known.push(path)
      else importers.set(name, [path])
    }
  }
  const order = new Map(files.map((path, index) => [path, index]))
  const importing = (names: ReadonlySet<string>): string[] =>
    [...new Set([...names].flatMap((name) => importers.get(name) ?? []))].sort(
      (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
    )
  return { mentioning, importing }
}

/** Where the modules lie that a file imports; of those that are not said by a path of its own, the last words as well. */
export const importedNames = (bytes: Buffer, path: string, alias: Alias): Set<string> => {
  const found = new Set<string>()
  const directory = dirname(path)
  for (const specifier of specifiersIn(bytes)) {
    found.add(specifier.startsWith('.') ? placeOf(resolve(directory, specifier)) : lastWord(specifier))
    for (const place of alias(specifier, path)) found.add(placeOf(place))
  }
  return found
}

/** The modules that a file imports, as it says them. */
export const specifiersIn = (bytes: Buffer): Set<string> => {
  const found = new Set<string>()
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
      const specifier = specifierAt(bytes, at + mark.length)
      if (specifier !== undefined) found.add(specifier)
    }
  return found
}

const MOST_LETTERS = 200

const specifierAt = (bytes: Buffer, at: number): string | undefined => {
  const quote = bytes[at]
  if (quote === undefined || !QUOTES.has(quote)) return undefined
  const end = bytes.indexOf(quote, at + 1)
  if (end < 0 || end - at > MOST_LETTERS) return undefined
  return bytes.toString('utf8', at + 1, end)
}

/** The index of a directory has no name of its own: `.`. */
const lastWord = (specifier: string): string => {
  const name = withoutEnding(specifier.slice(specifier.lastIndexOf('/') + 1))
  return /^\.*$/.test(name) ? '.' : name
}

/** A file's name without what says its kind, or that it is an alias (`$lib`). */
export const withoutEnding = (name: string): string =>
  name.replace(/^[$#@~](?=\w)/, '').replace(/\.[cm]?[jt]sx?$/, '')

/** The name other files import a file by: its own, or for an index its directory's. */
export const moduleName = (path: string): string => {
  const stem = withoutEnding(basename(path))
  return stem === 'index' ? basename(dirname(path)) : stem
}

/** A file's place, or that of what an alias leads to: without what says its kind, an index by its directory. */
export const placeOf = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '')

/** The names by which imports mean a file. */
export const namesOf = (path: string): ReadonlySet<string> =>
  new Set([moduleName(path), placeOf(path), ...(/\/index\.[^/]+$/.test(path) ? ['index', '.'] : [])])

/** Whether a file exports what it imports: `export * from './client'`. */
export const handsOn = (path: string): boolean => /\bexport\s*[*{]/.test(readBytes(path)?.toString() ?? '')
