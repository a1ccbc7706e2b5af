import { dirname, join, resolve, sep } from 'node:path'
import type { Alias } from '../parse/resolve-import.ts'
import { isFile, membersOf } from '../tree/look.ts'
import {
  leadsToBuild,
  type Manifest,
  manifestAt,
  placesIn,
  sourcesOf,
  split,
  targetsFor,
} from './package-places.ts'

/** A package, by its directory and what it says of itself. */
interface Package {
  readonly home: string
  readonly manifest: Manifest
}

/**
 * Where modules lie that a file's own package has a name for: its own name, its `imports` (`#api`), and packages that it has
 * by their directory (`"@org/core": "file:../core"`). Of paths, what a package gives whose directory they say (`require('..')`),
 * and the sources of a build (`../dist/index.js`).
 */
export const ownPackageFrom = (): Alias => {
  const known = new Map<string, Package | undefined>()
  const near = (directory: string): Package | undefined => {
    if (known.has(directory)) return known.get(directory)
    const path = join(directory, 'package.json')
    const parent = dirname(directory)
    const own = isFile(path) ? { home: directory, manifest: manifestAt(path) } : undefined
    const found = own ?? (parent === directory ? undefined : near(parent))
    known.set(directory, found)
    return found
  }
  const beside = new Map<string, Manifest>()
  const manifestIn = (home: string): Manifest => {
    const manifest = beside.get(home) ?? manifestAt(join(home, 'package.json'))
    beside.set(home, manifest)
    return manifest
  }
  const besidePath = (path: string, own: Package): string[] => {
    const { home } = near(dirname(path)) ?? own
    const inside = path.slice(home.length + 1)
    if (leadsToBuild(inside)) return sourcesOf(inside).map((one) => join(home, one))
    const isWithin = path.startsWith(own.home + sep)
    const whole = isWithin ? undefined : near(path)
    return whole?.home === path ? placesIn(path, whole.manifest, '') : []
  }
  return (specifier, from) => {
    const own = near(dirname(from))
    if (!own) return []
    if (specifier.startsWith('.')) return besidePath(resolve(dirname(from), specifier), own)
    if (specifier.startsWith('#')) return importsOf(own, specifier)
    const [name, inside] = split(specifier)
    if (name === own.manifest.name) return placesIn(own.home, own.manifest, inside)
    const home = directoryOf(own, name)
    return home ? placesIn(home, manifestIn(home), inside) : []
  }
}

const importsOf = ({ home, manifest }: Package, name: string): string[] =>
  targetsFor(membersOf(manifest.imports), name)
    .filter((path) => path.startsWith('.'))
    .flatMap(sourcesOf)
    .map((path) => join(home, path))

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** The directory in which a package has another (`file:../core`, `link:…`, `portal:…`, `workspace:../core`). */
const directoryOf = ({ home, manifest }: Package, name: string): string | undefined => {
  const said = KINDS.map((kind) => membersOf(manifest[kind])[name]).find((one) => typeof one === 'string')
  const path = /^(?:file|link|portal|workspace):(\.{1,2}(?:\/.*)?)$/.exec(String(said))?.[1]
  return path === undefined ? undefined : resolve(home, path)
}
