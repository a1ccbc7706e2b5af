import { dirname, join } from 'node:path'
import { parsed } from '../../mappings/dsl/json.ts'
import { entriesOf, membersOf, readText, textsOf } from './look.ts'
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
  const said = entryPaths(read(join(home, 'package.json')), inside)
  const sources = said.flatMap((path) => [
    path.replace(/(^|\/)(dist|build|lib|out)\//, '$1src/').replace(/\.d\.([cm]?ts)$/, '.$1'),
    path,
  ])
  return [...sources, ...(inside ? [`src/${inside}`, inside] : ['src', 'src/index', 'index'])].map((path) =>
    join(home, path),
  )
}

type Manifest = ReturnType<typeof membersOf>

const entryPaths = ({ exports, source, types, module, main }: Manifest, inside: string): string[] => {
  const key = inside ? `./${inside}` : '.'
  const exported = key in membersOf(exports) ? membersOf(exports)[key] : inside ? undefined : exports
  return [...pathsIn(exported), ...(inside ? [] : textsOf([source, module, types, main]))]
}

/** The paths among the conditions of an `exports` entry. */
const pathsIn = (entry: unknown): string[] => {
  if (typeof entry === 'string') return [entry]
  return Object.entries(membersOf(entry)).flatMap(([key, value]) =>
    key.startsWith('.') ? [] : pathsIn(value),
  )
}

const packagesOf = (directory: string): Packages | undefined => {
  const patterns = patternsIn(directory)
  if (!patterns) return undefined
  const homes = patterns.flatMap((pattern) => expand(directory, pattern))
  const named = homes.flatMap((home): (readonly [string, string])[] => {
    const { name } = read(join(home, 'package.json'))
    return typeof name === 'string' ? [[name, home]] : []
  })
  return new Map(named)
}

/** The patterns of package.json (npm, yarn, bun) or pnpm-workspace.yaml. */
const patternsIn = (directory: string): string[] | undefined => {
  const { workspaces } = read(join(directory, 'package.json'))
  const list = membersOf(workspaces).packages ?? workspaces
  if (Array.isArray(list)) return textsOf(list)
  const pnpm = readText(join(directory, 'pnpm-workspace.yaml'))
  return pnpm === undefined
    ? undefined
    : [...pnpm.matchAll(/^\s*-\s*['"]?([^'"#\s]+)/gm)].map(([, one = '']) => one)
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
  if (levels === 0) return []
  return entriesOf(directory)
    .filter((one) => one.isDirectory() && !/^(\.|node_modules$|dist$|build$)/.test(one.name))
    .flatMap(({ name }) => [join(directory, name), ...below(join(directory, name), levels - 1)])
}

const read = (path: string): Manifest => membersOf(parsed(readText(path) ?? ''))
