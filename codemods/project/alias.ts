import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { compiler } from './compiler.ts'
import type { Alias } from './program.ts'

interface Paths {
  readonly base: string
  readonly patterns: readonly (readonly [prefix: string, suffix: string, targets: readonly string[]])[]
}

/** Import aliases as the nearest tsconfig or jsconfig states them (`@/lib/x`). */
export const aliasFrom = (): Alias => {
  const known = new Map<string, Paths | undefined>()
  const near = (directory: string): Paths | undefined => {
    if (known.has(directory)) return known.get(directory)
    const own = readPaths(directory)
    const parent = dirname(directory)
    const found = own ?? (parent === directory ? undefined : near(parent))
    known.set(directory, found)
    return found
  }
  return (specifier, from) => {
    const paths = near(dirname(from))
    return paths ? candidates(paths, specifier) : []
  }
}

const candidates = ({ base, patterns }: Paths, specifier: string): string[] =>
  patterns.flatMap(([prefix, suffix, targets]) => {
    if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return []
    const middle = specifier.slice(prefix.length, specifier.length - suffix.length)
    return targets.map((target) => resolve(base, target.replace('*', middle)))
  })

const readPaths = (directory: string): Paths | undefined => {
  for (const name of ['tsconfig.json', 'jsconfig.json']) {
    const path = join(directory, name)
    if (!existsSync(path)) continue
    const { config } = compiler.readConfigFile(path, (file) => readFileSync(file, 'utf8')) as {
      config?: { compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> } }
    }
    const { baseUrl, paths } = config?.compilerOptions ?? {}
    if (!paths && !baseUrl) continue
    const base = resolve(directory, baseUrl ?? '.')
    const patterns = Object.entries(paths ?? {}).map(([pattern, targets]) => {
      const star = pattern.indexOf('*')
      return star < 0
        ? ([pattern, '', targets] as const)
        : ([pattern.slice(0, star), pattern.slice(star + 1), targets] as const)
    })
    return { base, patterns: baseUrl ? [...patterns, ['', '', ['*']] as const] : patterns }
  }
  return undefined
}
