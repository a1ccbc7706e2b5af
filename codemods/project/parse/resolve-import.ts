import { dirname, extname, join, resolve } from 'node:path'
import { isFile } from '../tree/look.ts'
import { isEmbedding } from './embedded.ts'

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** Resolves `./x`, `./x.js` (meaning x.ts), directories with an index, and aliases. */
export const resolveImport = (
  specifier: string,
  from: string,
  alias: Alias,
  isThere = isFile,
): string | undefined => {
  const own = specifier.startsWith('.') ? asFile(resolve(dirname(from), specifier), isThere) : undefined
  if (own) return own
  for (const base of alias(specifier, from)) {
    const found = asFile(base, isThere)
    if (found) return found
  }
  return undefined
}

/** Absolute candidates for a specifier; of a relative one, beside the path that it says. */
export type Alias = (specifier: string, from: string) => string[]

const asFile = (base: string, isThere: (path: string) => boolean): string | undefined => {
  const stem = base.replace(/\.([cm]?)jsx?$/, '')
  const twin = stem === base ? [] : ['.ts', '.tsx', '.mts', '.cts'].map((end) => stem + end)
  const candidates = [
    ...twin,
    base,
    ...EXTENSIONS.map((end) => base + end),
    ...EXTENSIONS.map((end) => join(base, `index${end}`)),
  ]
  return candidates.find((path) => (EXTENSIONS.includes(extname(path)) || isEmbedding(path)) && isThere(path))
}
