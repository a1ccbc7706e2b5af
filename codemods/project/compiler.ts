import { isAscii } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import type { ts } from 'ts-morph'

/** Where the build leaves the compiler as V8 has compiled it: said from two folders up, as a bundle is elsewhere. */
const CACHE = new URL('../../codemods/project/compiler.cache', import.meta.url)

const own = createRequire(import.meta.url)
const bundled = createRequire(own.resolve('ts-morph'))
const path = bundled.resolve('@ts-morph/common/dist/typescript.js')

/** The compiler's module, with what V8 remembers of compiling it where that is at hand and of this V8. */
const compile = (): Script => {
  const bytes = readFileSync(path)
  // One byte a character where that is all it has: nine megabytes need not be decoded.
  const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
  const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
  const remembered = existsSync(CACHE) ? readFileSync(CACHE) : undefined
  return new Script(wrapped, { filename: path, ...(remembered ? { cachedData: remembered } : {}) })
}

const load = (): { readonly script: Script; readonly exports: typeof ts } => {
  const script = compile()
  const module = { exports: {} as typeof ts }
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path))
  return { script, exports: module.exports }
}

const loaded = load()

/**
 * The TypeScript compiler that ts-morph carries, without the rest of ts-morph: nine megabytes of JavaScript, of which
 * compiling is the greater part of what a small run costs.
 */
export const compiler: typeof ts = loaded.exports

/** What V8 knows of the compiler by now; the build calls this once it has parsed something. */
export const compilerCache = (): { readonly file: string; readonly data: Buffer } => ({
  file: fileURLToPath(CACHE),
  data: loaded.script.createCachedData(),
})
