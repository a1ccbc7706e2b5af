import { basename, dirname } from 'node:path'
import { mentions, readBytes } from './gate.ts'

/** What one reading tells of files that do not name the service. */
export interface Survey {
  /** Files that hold one of the words. */
  readonly mentioning: readonly string[]
  /** Files that import a module of one of the names, by `moduleName`. */
  readonly importing: (names: ReadonlySet<string>) => string[]
}

const MARKS = ['from ', 'require(', 'import(', 'ock(', 'module(', 'module '].map((text) => Buffer.from(text))
const SLASH = 0x2f
const QUOTES = new Set([0x22, 0x27, 0x60])

/** Reads every file once: who holds a word, and who imports what. */
export const survey = (files: readonly string[], words: readonly string[]): Survey => {
  const needles = words.map((word) => Buffer.from(word))
  const mentioning: string[] = []
  const importers = new Map<string, string[]>()
  for (const path of files) {
    const bytes = readBytes(path)
    if (!bytes) continue
    if (mentions(bytes, needles)) mentioning.push(path)
    for (const name of importedNames(bytes)) {
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

/** The last words of the modules that a file imports; `.` for the index of a directory that is not named. */
const importedNames = (bytes: Buffer): Set<string> => {
  const found = new Set<string>()
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
      const name = specifierName(bytes, at + mark.length)
      if (name !== undefined) found.add(name)
    }
  return found
}

const MOST_LETTERS = 200

const specifierName = (bytes: Buffer, at: number): string | undefined => {
  const quote = bytes[at]
  if (quote === undefined || !QUOTES.has(quote)) return undefined
  const end = bytes.indexOf(quote, at + 1)
  if (end < 0 || end - at > MOST_LETTERS) return undefined
  const slash = bytes.lastIndexOf(SLASH, end)
  const name = withoutEnding(bytes.toString('latin1', Math.max(slash, at) + 1, end))
  // The index of a directory has no name of its own.
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
