import { dirname, join } from 'node:path'
import type { Alias } from '../parse/resolve-import.ts'
import { entriesOf, membersOf, readText, textsOf } from '../tree/look.ts'
import { manifestAt, placesIn, split } from './package-places.ts'

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
  const places = new Map<string, string[]>()
  return (specifier, from) => {
    const [name, inside] = split(specifier)
    const home = near(dirname(from))?.get(name)
    if (!home) return []
    const key = join(home, '#', inside)
    const found = places.get(key) ?? placesIn(home, manifestAt(join(home, 'package.json')), inside)
    places.set(key, found)
    return found
  }
}

const packagesOf = (directory: string): Packages | undefined => {
  const patterns = patternsIn(directory)
  if (!patterns) return undefined
  const homes = patterns.flatMap((pattern) => expand(directory, pattern))
  const named = homes.flatMap((home): (readonly [string, string])[] => {
    const { name } = manifestAt(join(home, 'package.json'))
    return typeof name === 'string' ? [[name, home]] : []
  })
  return new Map(named)
}

/** The patterns of package.json (npm, yarn, bun), lerna.json or pnpm-workspace.yaml. */
const patternsIn = (directory: string): string[] | undefined => {
  const { workspaces } = manifestAt(join(directory, 'package.json'))
  const list =
    membersOf(workspaces).packages ?? workspaces ?? manifestAt(join(directory, 'lerna.json')).packages
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
