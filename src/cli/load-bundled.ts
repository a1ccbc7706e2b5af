import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { Script } from 'node:vm'

interface Loaded {
  exports: unknown
}

type Wrapped = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Loaded,
  filename: string,
  folder: string,
  importOutside: (id: string) => Promise<unknown>,
) => void

const modules = new Map<string, Loaded>()
const scripts = new Map<string, Script>()

/** What a file compiled to at the build. V8 refuses it where its version or settings differ, and then compiles. */
const readCode = (file: string): Buffer | undefined => {
  try {
    return readFileSync(`${file}.code`)
  } catch {
    return undefined
  }
}

const compile = (file: string): Script => {
  const cachedData = readCode(file)
  // Of plain ASCII: one byte a character, for the engine as well.
  return new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData && { cachedData }),
  })
}

/**
 * Loads a file of the bundle, which is a function of CommonJS's arguments, from the code that the build kept beside it. Its `import()` is written
 * `importOutside()`: a script that is run this way has none of its own.
 */
export const loadBundled = (file: string): unknown => {
  const known = modules.get(file)
  if (known) return known.exports
  const script = compile(file)
  const module: Loaded = { exports: {} }
  modules.set(file, module)
  scripts.set(file, script)
  const outside = createRequire(file)
  const require = (id: string): unknown =>
    id.startsWith('./') ? loadBundled(resolve(dirname(file), id)) : outside(id)
  const run = script.runInThisContext() as Wrapped
  run(module.exports, require, module, file, dirname(file), (id) => import(id))
  return module.exports
}

/** What every loaded file compiled to so far, functions that have run included: for the build to keep. */
export const compiledCode = (): readonly (readonly [file: string, code: Buffer])[] =>
  Array.from(scripts, ([file, script]) => [file, script.createCachedData()] as const)
