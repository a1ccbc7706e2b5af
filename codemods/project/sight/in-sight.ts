import { existsSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { kept } from '../../../mappings/dsl/once.ts'
import type { InSight } from '../../sites/values/trace.ts'
import { letsUseUnimported } from '../packages/unimported.ts'
import { isEmbedding } from '../parse/embedded.ts'
import type { Sources } from '../parse/program.ts'
import type { Alias } from '../parse/resolve-import.ts'
import { discover } from '../tree/discover.ts'
import { readBytes } from '../tree/gate.ts'
import { escaped } from '../tree/holding.ts'
import { entriesOf, isFile, readText } from '../tree/look.ts'
import { namesOf, type Survey, survey } from './imports.ts'
import { passersAmong } from './passers.ts'

/** Who may have what a file exports, whatever its name. */
interface Ways {
  /** Anybody: a package gives it away, or readers are held to types beside it. */
  readonly isOpen: boolean
  /** Files that import it and were not parsed. */
  readonly unread: readonly string[]
}

/** What is known of a run's files, for telling who may use what one of them exports. */
export interface Surroundings {
  /** The paths that were given. */
  readonly paths: readonly string[]
  /** The files below them that do not name the service. */
  readonly others: Survey
  /** Files below them that import modules and are never parsed: other languages, generated code. */
  readonly components: readonly string[]
  /** Files with a syntax error. */
  readonly broken: ReadonlySet<string>
  readonly alias: Alias
}

/**
 * Tells whether every file that may use what a file exports was parsed: all that import it, by whatever file passes it
 * on, and nobody can have it of a package or by a name that some configuration gives it.
 */
export const inSightOf = (sources: Sources, around: Surroundings): InSight => {
  // What a component's or a page's markup does with a value is read by nobody
  const parsed = new Set(sources.files.flatMap(({ fileName }) => (isEmbedding(fileName) ? [] : fileName)))
  const packages = new Map<string, Outside>()
  const outsideOf = (path: string): Outside => {
    const home = homeOf(path)
    const known = packages.get(home) ?? outside(home, around)
    packages.set(home, known)
    return known
  }
  const ways = new Map<string, Ways>()
  const passersOn = passersAmong(sources.files)
  const waysTo = (path: string): Ways => {
    const { importing, configured } = outsideOf(path)
    const users = [...around.others.importing(namesOf(path)), ...importing(namesOf(path))]
    return { isOpen: configured(path) || isDeclared(path), unread: users.filter((one) => !parsed.has(one)) }
  }
  const isShut = (path: string, name: string, seen: Set<string>): boolean => {
    if (seen.has(path)) return true
    seen.add(path)
    const { isOpen, unread } = kept(ways, path, waysTo)
    if (isOpen || unread.some((user) => mayUse(user, new Set([name])))) return false
    return passersOn(path).every((one) => isShut(one, name, seen))
  }
  const unread = [...sources.unread, ...around.broken]
  return (file, name) =>
    !unread.some((path) => mayUse(path, new Set([name]))) && isShut(file.fileName, name, new Set())
}

/** Whether a file of types stands beside one of JavaScript: readers are held to that, and it is not read. */
const isDeclared = (path: string): boolean =>
  /\.[cm]?js$/.test(path) && isFile(path.replace(/\.([cm]?)js$/, '.d.$1ts'))

/** Whether a file may use one of some names of a module: it says one, or has all that some module has. */
export const mayUse = (path: string, names: ReadonlySet<string>): boolean => {
  const bytes = readBytes(path)
  if (!bytes) return false
  if (WHOLE.some((text) => bytes.includes(text))) return true
  // One of many names mostly stands there as a word: each word is asked for sooner than each name is looked for
  if (
    names.size > FEW &&
    bytes
      .toString()
      .match(/[\w$]+/g)
      ?.some((word) => names.has(word))
  )
    return true
  for (const name of names) if (bytes.includes(name)) return true
  return false
}

const FEW = 10

const WHOLE = ['export *', '* as ', 'import(', 'require(']

/** What lies around the given paths in the same package. */
interface Outside {
  readonly importing: Survey['importing']
  /** Whether the package, or a tool of it, names a file. */
  readonly configured: (path: string) => boolean
}

/** The package that a file belongs to; without one, its directory. */
const homeOf = (path: string): string => {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) || existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return dirname(path)
  }
}

const outside = (home: string, { paths, components, alias }: Surroundings): Outside => {
  const isGiven = (path: string): boolean =>
    paths.some((given) => path === given || path.startsWith(given.endsWith(sep) ? given : given + sep))
  const found = isGiven(home) ? { files: [], components: [] } : discover([home])
  const others = [...found.files, ...found.components].filter((path) => !isGiven(path))
  const { importing } = survey([...others, ...components], [], alias)
  return { importing, configured: configuredIn(home) }
}

const MANIFEST = /^(package|jsr|deno)\.jsonc?$/
const CONFIGURATION = /^((jsconfig|tsconfig)[\w.-]*\.json|[\w.-]+\.config\.[cm]?[jt]s)$/
const ENTRIES = ['main', 'module', 'browser', 'source', 'types', 'typings', 'exports', 'imports']

/** Whether the configuration of a package names a file, so that it can be had by another name or from outside. */
const configuredIn = (home: string): ((path: string) => boolean) => {
  const names = entriesOf(home).map(({ name }) => name)
  const read = (name: string): string => readText(join(home, name)) ?? ''
  const manifests = names.filter((name) => MANIFEST.test(name)).map(read)
  const entries = manifests.flatMap(entriesIn)
  const texts = names.filter((name) => CONFIGURATION.test(name)).map(read)
  const isOpen = manifests.some(letsUseUnimported) || entries.some((entry) => entry.includes('*'))
  return (path) => {
    const stem = basename(path).replace(/\.[cm]?[jt]sx?$/, '')
    if (isOpen) return true
    const named = stem === 'index' ? `(?:index|${escaped(basename(dirname(path)))})` : escaped(stem)
    const ends = '/?(?:\\.d)?(?:\\.[cm]?[jt]sx?)?'
    const entry = new RegExp(`(?:^|/)${named}${ends}$`)
    const mention = new RegExp(`/${named}${ends}['"]`)
    return entries.some((one) => entry.test(one)) || texts.some((text) => mention.test(text))
  }
}

/** The paths by which a package can be imported; a manifest that cannot be read may name any. */
const entriesIn = (text: string): string[] => {
  try {
    const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>
    const said = ENTRIES.flatMap((key) => stringsIn(manifest[key]))
    // What a published package does not say is its index.
    return manifest.main || manifest.exports || manifest.private ? said : [...said, 'index.js']
  } catch {
    return ['*']
  }
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
