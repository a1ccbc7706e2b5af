import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Alias } from './program.ts'

/** Packages of a workspace by name, with the directory of each. */
type Packages = ReadonlyMap<string, string>

/**
 * Where the sources of a workspace's own packages lie (`@org/core` for `packages/core`): a package says where its build
 * is, which is not there before it is built and is nobody's source.
 */
export const workspacesFrom = (): Alias => {
  const roots = new Map<string, Packages | undefined>()
  const near = (directory: string): Packages | undefined => {
    if (roots.has(directory)) return roots.get(directory)
    const parent = dirname(directory)
    const found = packagesOf(directory) ?? (parent === directory ? undefined : near(parent))
    roots.set(directory, found)
    return found
  }
  return (specifier, from) => {
    const [name, inside] = split(specifier)
    const home = near(dirname(from))?.get(name)
    return home ? placesIn(home, inside) : []
  }
}

/** `@org/core/http` -> `@org/core` and `http`. */
const split = (specifier: string): readonly [name: string, inside: string] => {
  const parts = specifier.split('/')
  const count = specifier.startsWith('@') ? 2 : 1
  return [parts.slice(0, count).join('/'), parts.slice(count).join('/')]
}

/** Where a module of a package may lie: where the package says, in its source instead of its build, and as it is named. */
const placesIn = (home: string, inside: string): string[] => {
  const said = entriesOf(read(join(home, 'package.json')), inside)
  const sources = said.flatMap((path) => [
    path.replace(/(^|\/)(dist|build|lib|out)\//, '$1src/').replace(/\.d\.([cm]?ts)$/, '.$1'),
    path,
  ])
  return [...sources, ...(inside ? [`src/${inside}`, inside] : ['src', 'src/index', 'index'])].map((path) =>
    join(home, path),
  )
}

interface Manifest {
  readonly name?: string
  readonly main?: string
  readonly module?: string
  readonly source?: string
  readonly types?: string
  readonly exports?: unknown
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] }
}

const entriesOf = (manifest: Manifest | undefined, inside: string): string[] => {
  const { exports, source, types, module, main } = manifest ?? {}
  const key = inside ? `./${inside}` : '.'
  const isMap = typeof exports === 'object' && exports !== null && key in exports
  const exported = isMap ? (exports as Record<string, unknown>)[key] : inside ? undefined : exports
  const named = inside ? [] : [source, module, types, main].filter((one) => one !== undefined)
  return [...pathsIn(exported), ...named]
}

/** The paths among the conditions of an `exports` entry. */
const pathsIn = (entry: unknown): string[] => {
  if (typeof entry === 'string') return [entry]
  if (typeof entry !== 'object' || entry === null) return []
  return Object.entries(entry).flatMap(([key, value]) => (key.startsWith('.') ? [] : pathsIn(value)))
}

const packagesOf = (directory: string): Packages | undefined => {
  const patterns = patternsIn(directory)
  if (!patterns) return undefined
  const homes = patterns.flatMap((pattern) => expand(directory, pattern))
  const named = homes.flatMap((home): (readonly [string, string])[] => {
    const name = read(join(home, 'package.json'))?.name
    return name ? [[name, home]] : []
  })
  return new Map(named)
}

/** The patterns of package.json (npm, yarn, bun) or pnpm-workspace.yaml. */
const patternsIn = (directory: string): string[] | undefined => {
  const said = read(join(directory, 'package.json'))?.workspaces
  const list = said && 'packages' in said ? said.packages : (said as readonly string[] | undefined)
  if (Array.isArray(list)) return list as string[]
  const pnpm = join(directory, 'pnpm-workspace.yaml')
  if (!existsSync(pnpm)) return undefined
  return [...readFileSync(pnpm, 'utf8').matchAll(/^\s*-\s*['"]?([^'"#\s]+)/gm)].map(([, one = '']) => one)
}

const MOST_LEVELS = 3

/** `packages/*` and `apps/**`. */
const expand = (root: string, pattern: string): string[] => {
  const steps = pattern.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  if (pattern.startsWith('!')) return []
  return steps.reduce<string[]>(
    (homes, step) =>
      homes.flatMap((home) => {
        if (step === '**') return [home, ...below(home, MOST_LEVELS)]
        return step.includes('*') ? below(home, 1) : [join(home, step)]
      }),
    [root],
  )
}

const below = (directory: string, levels: number): string[] => {
  if (levels === 0 || !existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !/^(\.|node_modules$|dist$|build$)/.test(one.name))
    .flatMap(({ name }) => [join(directory, name), ...below(join(directory, name), levels - 1)])
}

const read = (path: string): Manifest | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    return undefined
  }
}
