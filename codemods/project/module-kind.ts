import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { above, extended } from './alias.ts'
import { compiler } from './compiler.ts'

interface Config {
  readonly extends?: string | readonly string[]
  readonly compilerOptions?: { readonly module?: string; readonly moduleResolution?: string }
}

const MOST_PARENTS = 6

/** Whether a TypeScript file's relative imports must say their ending: an ES module that Node itself resolves. */
export const wantsEndings = (path: string): boolean => {
  if (/\.cts$/.test(path) || (!/\.mts$/.test(path) && packageType(dirname(path)) !== 'module')) return false
  const config = above(dirname(path))
    .map((directory) => join(directory, 'tsconfig.json'))
    .find(existsSync)
  return config !== undefined && /^node(16|18|20|next)$/i.test(resolutionIn(config, 0) ?? '')
}

/** How a configuration, or one that it extends, has modules resolved. */
const resolutionIn = (path: string, depth: number): string | undefined => {
  const { config } = compiler.readConfigFile(path, (file) => readFileSync(file, 'utf8')) as {
    config?: Config
  }
  const { module, moduleResolution } = config?.compilerOptions ?? {}
  if (moduleResolution ?? module) return moduleResolution ?? module
  const parents = depth < MOST_PARENTS ? [config?.extends ?? []].flat().reverse() : []
  for (const name of parents) {
    const [parent] = extended(name, path)
    // Not installed here, but known by its name
    const found = parent
      ? resolutionIn(parent, depth + 1)
      : /^@tsconfig\/node\d/.test(name)
        ? 'node16'
        : undefined
    if (found) return found
  }
  return undefined
}

/** What the nearest package says of its files; one that says nothing has CommonJS. */
export const packageType = (directory: string): 'module' | 'commonjs' | undefined => {
  const path = join(directory, 'package.json')
  if (existsSync(path))
    return /"type"\s*:\s*"module"/.test(readFileSync(path, 'utf8')) ? 'module' : 'commonjs'
  return dirname(directory) === directory ? undefined : packageType(dirname(directory))
}
