import { join } from 'node:path'
import { parsed } from '../../../mappings/dsl/json.ts'
import { membersOf, readText, textsOf } from '../tree/look.ts'

/** What a file of JSON says by its members. */
export type Manifest = ReturnType<typeof membersOf>

/** Reads a file of JSON: of one that cannot be read there are no members. */
export const manifestAt = (path: string): Manifest => membersOf(parsed(readText(path) ?? ''))

/** `@org/core/http` -> `@org/core` and `http`. */
export const split = (specifier: string): readonly [name: string, inside: string] => {
  const parts = specifier.split('/')
  const count = specifier.startsWith('@') ? 2 : 1
  return [parts.slice(0, count).join('/'), parts.slice(count).join('/')]
}

/**
 * Where a module of a package may lie: where the package says, in its source instead of its build, and as it is named.
 * @param inside the module's name behind the package's; none for what the package itself gives
 */
export const placesIn = (home: string, manifest: Manifest, inside: string): string[] => {
  const named = inside ? [`src/${inside}`, inside] : ['src', 'src/index', 'index']
  return [...entryPaths(manifest, inside).flatMap(sourcesOf), ...named].map((path) => join(home, path))
}

const entryPaths = ({ exports, source, types, module, main }: Manifest, inside: string): string[] => {
  const said = membersOf(exports)
  const isMap = Object.keys(said).some((key) => key.startsWith('.'))
  const byMap = isMap ? targetsFor(said, inside ? `./${inside}` : '.') : []
  return [...byMap, ...(inside ? [] : [...pathsIn(exports), ...textsOf([source, module, types, main])])]
}

/** What a map of names to paths says for one, also by a pattern (`./*`). */
export const targetsFor = (map: Manifest, name: string): string[] =>
  Object.entries(map).flatMap(([pattern, said]) => {
    const [before = '', after] = pattern.split('*')
    if (after === undefined) return pattern === name ? pathsIn(said) : []
    if (!name.startsWith(before) || !name.endsWith(after)) return []
    const middle = name.slice(before.length, name.length - after.length)
    return pathsIn(said).map((path) => path.replaceAll('*', middle))
  })

/** The paths among the conditions of an entry. */
const pathsIn = (entry: unknown): string[] => {
  if (typeof entry === 'string') return [entry]
  return Object.entries(membersOf(entry)).flatMap(([key, value]) =>
    key.startsWith('.') ? [] : pathsIn(value),
  )
}

const BUILT = /(^|\/)(?:dist|build|lib|out)\/(?:(?:esm|cjs|es|types)\/)?/

/** Whether a path leads to where builds write. */
export const leadsToBuild = (path: string): boolean => BUILT.test(path)

/** What lies in a build may be made of a source, and be one after all. */
export const sourcesOf = (path: string): string[] => {
  const source = path.replace(/\.d\.([cm]?ts)$/, '.$1')
  return [
    source.replace(BUILT, '$1src/'),
    source.replace(BUILT, '$1source/'),
    path,
    source.replace(BUILT, '$1'),
  ]
}
