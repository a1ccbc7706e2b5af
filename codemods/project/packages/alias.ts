import { dirname, join, resolve } from 'node:path'
import { compiler } from '../compiler.ts'
import type { Alias } from '../parse/resolve-import.ts'
import { entriesOf, isFile, membersOf, readText, textsOf } from '../tree/look.ts'
import { ownPackageFrom } from './own-package.ts'
import { workspacesFrom } from './workspaces.ts'

interface Paths {
  readonly base: string
  /** Whether every specifier may be a path below the base. */
  readonly isRoot: boolean
  readonly patterns: readonly (readonly [prefix: string, suffix: string, targets: readonly string[]])[]
}

/** Import aliases as the nearest tsconfig or jsconfig states them (`@/lib/x`), or the package, and the packages of a workspace. */
export const aliasFrom = (): Alias => {
  const known = new Map<string, Paths | undefined>()
  const near = (directory: string): Paths | undefined => {
    if (known.has(directory)) return known.get(directory)
    const own = pathsIn(directory) ?? usualIn(directory)
    const parent = dirname(directory)
    const found = own ?? (parent === directory ? undefined : near(parent))
    known.set(directory, found)
    return found
  }
  const workspaces = workspacesFrom()
  const own = ownPackageFrom()
  return (specifier, from) => {
    if (specifier.startsWith('.')) return own(specifier, from)
    const paths = near(dirname(from))
    return [
      ...(paths ? candidates(paths, specifier) : []),
      ...workspaces(specifier, from),
      ...own(specifier, from),
    ]
  }
}

const candidates = ({ base, isRoot, patterns }: Paths, specifier: string): string[] => [
  ...patterns.flatMap(([prefix, suffix, targets]) => {
    if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return []
    const middle = specifier.slice(prefix.length, specifier.length - suffix.length)
    return targets.map((target) => resolve(base, target.replace('*', middle)))
  }),
  ...(isRoot ? [resolve(base, specifier)] : []),
]

/** What a framework says of paths in a configuration that it generates, and that nobody keeps. */
const USUAL: readonly (readonly [settings: RegExp, paths: Readonly<Record<string, readonly string[]>>])[] = [
  [/^svelte\.config\.[cm]?[jt]s$/, { $lib: ['src/lib'], '$lib/*': ['src/lib/*'] }],
  [
    /^nuxt\.config\.[cm]?[jt]s$/,
    { '~/*': ['*', 'app/*', 'src/*'], '@/*': ['*', 'app/*', 'src/*'], '~~/*': ['*'], '@@/*': ['*'] },
  ],
]

const usualIn = (directory: string): Paths | undefined => {
  const names = entriesOf(directory).map(({ name }) => name)
  const [, paths] = USUAL.find(([settings]) => names.some((name) => settings.test(name))) ?? []
  return paths && { base: directory, isRoot: false, patterns: patternsOf(membersOf(paths)) }
}

/** A directory's configurations: TypeScript's own first, then the others that lie beside it (`tsconfig.app.json`). */
const pathsIn = (directory: string): Paths | undefined => {
  const own = ['tsconfig.json', 'jsconfig.json'].filter((name) => isFile(join(directory, name)))
  if (own.length === 0) return undefined
  for (const name of [...own, ...otherConfigs(directory)]) {
    const found = readPaths(join(directory, name), 0)
    if (found) return found
  }
  return undefined
}

/** What lies beside a directory's own configuration (`tsconfig.app.json`), which that may only point at. */
export const otherConfigs = (directory: string): string[] =>
  entriesOf(directory)
    .map(({ name }) => name)
    .filter((name) => /^tsconfig\.[\w-]+\.json$/.test(name))

/** A configuration as far as it can be read, and those it extends, the nearest first. */
export const configAt = (
  path: string,
): { readonly options: ReturnType<typeof membersOf>; readonly parents: readonly string[] } => {
  const config = membersOf(compiler.readConfigFile(path, readText).config)
  return { options: membersOf(config.compilerOptions), parents: textsOf(config.extends).reverse() }
}

const MOST_PARENTS = 6

/** What a configuration says of paths, or the one that it extends: their words are relative to the file they stand in. */
const readPaths = (path: string, depth: number): Paths | undefined => {
  const { options, parents } = configAt(path)
  const { baseUrl, paths } = options
  const inherited = (depth < MOST_PARENTS ? parents : [])
    .flatMap((one) => extended(one, path))
    .map((parent) => readPaths(parent, depth + 1))
    .find((one) => one !== undefined)
  if (!paths && !baseUrl) return inherited
  const base = typeof baseUrl === 'string' ? resolve(dirname(path), baseUrl) : undefined
  const own = paths ? patternsOf(membersOf(paths)) : undefined
  return {
    base: base ?? (own || !inherited ? dirname(path) : inherited.base),
    isRoot: base !== undefined || (inherited?.isRoot ?? false),
    patterns: own ?? inherited?.patterns ?? [],
  }
}

const patternsOf = (paths: ReturnType<typeof membersOf>): Paths['patterns'] =>
  Object.entries(paths).map(([pattern, said]) => {
    const targets = textsOf(said)
    const star = pattern.indexOf('*')
    return star < 0
      ? ([pattern, '', targets] as const)
      : ([pattern.slice(0, star), pattern.slice(star + 1), targets] as const)
  })

/** The file that `extends` names: beside this one, or in a package above it. */
export const extended = (name: string, from: string): string[] => {
  const places = name.startsWith('.')
    ? [resolve(dirname(from), name)]
    : above(dirname(from)).map((directory) => join(directory, 'node_modules', name))
  const found = places
    .flatMap((place) => [place, `${place}.json`, join(place, 'tsconfig.json')])
    .find((place) => place.endsWith('.json') && isFile(place))
  return found ? [found] : []
}

/** A directory and those above it. */
export const above = (directory: string): string[] => {
  const parent = dirname(directory)
  return parent === directory ? [directory] : [directory, ...above(parent)]
}
