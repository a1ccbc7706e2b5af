import { dirname, join } from 'node:path'
import { above, configAt, extended } from './alias.ts'
import { isFile, readText } from './look.ts'

const MOST_PARENTS = 6

/** Whether a TypeScript file's relative imports must say their ending: an ES module that Node itself resolves. */
export const wantsEndings = (path: string): boolean => {
  if (/\.cts$/.test(path) || (!/\.mts$/.test(path) && packageType(dirname(path)) !== 'module')) return false
  const config = above(dirname(path))
    .map((directory) => join(directory, 'tsconfig.json'))
    .find(isFile)
  return config !== undefined && /^node(16|18|20|next)$/i.test(resolutionIn(config, 0) ?? '')
}

/** How a configuration, or one that it extends, has modules resolved. */
const resolutionIn = (path: string, depth: number): string | undefined => {
  const { options, parents } = configAt(path)
  const said = options.moduleResolution ?? options.module
  if (said) return String(said)
  for (const name of depth < MOST_PARENTS ? parents : []) {
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
  const text = readText(join(directory, 'package.json'))
  if (text !== undefined) return /"type"\s*:\s*"module"/.test(text) ? 'module' : 'commonjs'
  return dirname(directory) === directory ? undefined : packageType(dirname(directory))
}
