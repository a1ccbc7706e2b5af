import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isIgnored, type Layer, layerOf, layersAbove } from './ignored.ts'
import { entriesOf, statOf } from './look.ts'

/** What a walk found. */
export interface Found {
  /** Absolute paths of source files, in the order of the tree. */
  readonly files: readonly string[]
  /** Absolute paths of components and pages, in languages that hold scripts. */
  readonly components: readonly string[]
  /** Absolute paths of bundles and other sources that tools write. */
  readonly bundles: readonly string[]
  /** Absolute paths of files that were named and are nothing a codemod of JavaScript reads. */
  readonly foreign: readonly string[]
  /** Arguments that name nothing. */
  readonly missing: readonly string[]
}

const SOURCE = /\.[cm]?[jt]sx?$/
const DECLARATION = /\.d\.[cm]?ts$/
const BUNDLED = /\.(min|bundle|chunk)\.[cm]?js$/
const COMPONENT = /\.(vue|svelte|astro|mdx|html?)$/i
const NEVER = new Set(['node_modules', 'bower_components', 'vendor', 'third_party', 'coverage'])
/** Where builds write: what lies there is not edited, and listed where it names the old API. */
const BUILT = new Set(['dist', 'build', 'out'])

/** Whether a file is source that people write and tools read. */
export const isSource = (path: string): boolean =>
  SOURCE.test(path) && !DECLARATION.test(path) && !BUNDLED.test(path)

/** Lists the source files below the paths given; `.gitignore` files are obeyed, vendored directories left out. */
export const discover = (paths: readonly string[]): Found => {
  const into: Record<keyof Found, string[]> = {
    files: [],
    bundles: [],
    components: [],
    foreign: [],
    missing: [],
  }
  for (const path of paths) {
    const found = statOf(path)
    if (found?.isFile()) into[kindOfFile(path)].push(target(path))
    else if (found?.isDirectory()) walk(path, layersAbove(path), into)
    else into.missing.push(path)
  }
  // Only what was named twice can be there by two names: a walk follows no links.
  const isLinked = paths.length > 1 && paths.some((path) => statOf(path) && realpathSync(path) !== path)
  const unique = isLinked ? oneOfEach : (found: readonly string[]): string[] => [...new Set(found)]
  return {
    files: unique(into.files),
    bundles: unique(into.bundles),
    components: unique(into.components),
    foreign: unique(into.foreign),
    missing: into.missing,
  }
}

const kindOfFile = (path: string): 'files' | 'components' | 'foreign' => {
  if (COMPONENT.test(path)) return 'components'
  return SOURCE.test(path) && !DECLARATION.test(path) ? 'files' : 'foreign'
}

/** The file that a link stands for: git keeps the link, and the change is the file's. */
const target = (path: string): string => (lstatSync(path).isSymbolicLink() ? realpathSync(path) : path)

const oneOfEach = (found: readonly string[]): string[] => {
  const byPlace = new Map<string, string>()
  for (const path of found) {
    const place = realpathSync(path)
    if (!byPlace.has(place)) byPlace.set(place, path)
  }
  return [...byPlace.values()]
}

type Into = Record<'files' | 'bundles' | 'components', string[]>

const builtOnly = ({ bundles }: Into): Into => ({ bundles, files: bundles, components: [] })

const walk = (directory: string, above: readonly Layer[], into: Into): void => {
  const entries = entriesOf(directory)
  const layer = entries.some(({ name }) => name === '.gitignore') ? layerOf(directory) : undefined
  const own = layer ? [...above, layer] : above
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) {
      if (!NEVER.has(entry.name) && !entry.name.startsWith('.') && !isIgnored(own, path, true))
        walk(path, own, BUILT.has(entry.name) ? builtOnly(into) : into)
    } else if (entry.isFile() && COMPONENT.test(entry.name)) {
      if (!isIgnored(own, path, false)) into.components.push(path)
    } else if (entry.isFile() && SOURCE.test(entry.name) && !isIgnored(own, path, false)) {
      if (isSource(entry.name)) into.files.push(path)
      else if (BUNDLED.test(entry.name)) into.bundles.push(path)
    }
  }
}

/** The root of the repository a directory is in; undefined outside of one. */
export const repositoryOf = (directory: string): string | undefined => {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return undefined
  }
}
