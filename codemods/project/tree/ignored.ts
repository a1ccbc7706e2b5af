import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { readText } from './look.ts'

/** A `.gitignore` and the directory it speaks for. */
export interface Layer {
  readonly base: string
  readonly rules: Ignore
}

/** What a directory's own `.gitignore` says; undefined where it has none. */
export const layerOf = (base: string): Layer | undefined => layerIn(base, '.gitignore')

const layerIn = (base: string, path: string): Layer | undefined => {
  const text = readText(join(base, path))
  return text === undefined ? undefined : { base, rules: ignore().add(text) }
}

/** The `.gitignore` files above a directory, up to the root of its repository; none outside of one. */
export const layersAbove = (directory: string): readonly Layer[] => {
  const found: Layer[] = []
  for (let at = directory; ; at = dirname(at)) {
    const layer = at === directory ? undefined : layerOf(at)
    if (layer) found.unshift(layer)
    if (existsSync(join(at, '.git'))) {
      const excluded = layerIn(at, join('.git', 'info', 'exclude'))
      return excluded ? [excluded, ...found] : found
    }
    if (dirname(at) === at) return []
  }
}

/** A path as rules and reports say it on every platform. */
export const slashed = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'))

/** The last rule to speak wins, the deepest file last, as git has it. */
export const isIgnored = (layers: readonly Layer[], path: string, directory: boolean): boolean => {
  let ignored = false
  for (const { base, rules } of layers) {
    const inside = path.slice(base.endsWith(sep) ? base.length : base.length + 1)
    const verdict = rules.test(slashed(inside) + (directory ? '/' : ''))
    if (verdict.ignored) ignored = true
    else if (verdict.unignored) ignored = false
  }
  return ignored
}
