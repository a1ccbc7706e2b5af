import { dirname, join } from 'node:path'
import { isFile, readText, textsOf } from '../tree/look.ts'
import { above, configAt, extended, otherConfigs } from './alias.ts'

const MOST_PARENTS = 6

/** Whether a TypeScript file's relative imports must say their ending: an ES module that Node itself resolves. */
export const wantsEndings = (path: string): boolean => {
  if (/\.cts$/.test(path) || (!/\.mts$/.test(path) && packageType(dirname(path)) !== 'module')) return false
  const config = configOf(path)
  return config !== undefined && /^node(16|18|20|next)$/i.test(String(resolutionIn(config) ?? ''))
}

/**
 * Whether a compiler takes a file of TypeScript for CommonJS, and its imports as they are written: they may not be those of
 * an ES module then (`verbatimModuleSyntax`).
 */
export const isVerbatimCommonJs = (path: string): boolean => {
  const config = configOf(path)
  const isVerbatim =
    config && saidIn(config, 0, ({ verbatimModuleSyntax }) => verbatimModuleSyntax, undefined) === true
  if (!isVerbatim) return false
  const kind = String(saidIn(config, 0, ({ module }) => module, 'node16') ?? '')
  if (/^commonjs$/i.test(kind) || path.endsWith('.cts')) return true
  return /^node/i.test(kind) && packageType(dirname(path)) !== 'module'
}

/** Whether a file's project leaves it to a bundler to find modules. */
export const isBundled = (path: string): boolean => {
  const config = configOf(path)
  return config !== undefined && /^(bundler|preserve)$/i.test(String(resolutionIn(config) ?? ''))
}

/**
 * Whether the compiler of a file's project is told which libraries there are, and not of the DOM's: what `json()` gives
 * is `unknown` to it then.
 */
export const isWithoutDom = (path: string): boolean => {
  const config = configOf(path)
  const libraries = config ? saidIn(config, 0, ({ lib }) => lib, NODE_LIBRARIES) : undefined
  return libraries !== undefined && !textsOf(libraries).some((name) => /^(dom|webworker)/i.test(name))
}

const NODE_LIBRARIES = ['es2023']

/** Whether a file's project has the types of its JavaScript checked, all of it. */
export const isChecked = (path: string): boolean => {
  const config = configOf(path, ['tsconfig.json', 'jsconfig.json'])
  return config !== undefined && saidIn(config, 0, ({ checkJs }) => checkJs, undefined) === true
}

/** Whether a file's project takes a parameter that nobody reads for a mistake: it may stand beside the nearest configuration. */
export const wantsParametersRead = (path: string): boolean => {
  const config = configOf(path)
  if (!config) return false
  const besides = otherConfigs(dirname(config)).map((name) => join(dirname(config), name))
  return [config, ...besides].some(
    (one) => saidIn(one, 0, ({ noUnusedParameters }) => noUnusedParameters, undefined) === true,
  )
}

const configOf = (path: string, names: readonly string[] = ['tsconfig.json']): string | undefined =>
  above(dirname(path))
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find(isFile)

/** How a configuration, or one that it extends, has modules resolved. */
const resolutionIn = (path: string): unknown =>
  saidIn(path, 0, ({ moduleResolution, module }) => moduleResolution ?? module, 'node16')

type Options = ReturnType<typeof configAt>['options']

/**
 * What a configuration, or one that it extends, says.
 * @param ofNode what those say that are made for Node: not installed here, but known by their name
 */
const saidIn = (
  path: string,
  depth: number,
  read: (options: Options) => unknown,
  ofNode: unknown,
): unknown => {
  const { options, parents } = configAt(path)
  const said = read(options)
  if (said !== undefined) return said
  for (const name of depth < MOST_PARENTS ? parents : []) {
    const [parent] = extended(name, path)
    const found = parent
      ? saidIn(parent, depth + 1, read, ofNode)
      : /^@tsconfig\/node\d/.test(name)
        ? ofNode
        : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** What the nearest package says of its files; one that says nothing has CommonJS. */
export const packageType = (directory: string): 'module' | 'commonjs' | undefined => {
  const text = readText(join(directory, 'package.json'))
  if (text !== undefined) return /"type"\s*:\s*"module"/.test(text) ? 'module' : 'commonjs'
  return dirname(directory) === directory ? undefined : packageType(dirname(directory))
}
