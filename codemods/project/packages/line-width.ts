import { dirname, join } from 'node:path'
import { kept } from '../../../mappings/dsl/once.ts'
import { readText } from '../tree/look.ts'

/** Where formatters are told how far a line goes; the first of a directory that says it counts. */
const SETTINGS = [
  ...['', '.json', '.json5', '.yaml', '.yml', '.toml', '.js', '.cjs', '.mjs', '.ts'].map(
    (ending) => `.prettierrc${ending}`,
  ),
  ...['.js', '.cjs', '.mjs', '.ts'].map((ending) => `prettier.config${ending}`),
  'biome.json',
  'biome.jsonc',
  'package.json',
  '.editorconfig',
]

/** `"printWidth": 100` of Prettier, `"lineWidth": 100` of Biome, `max_line_length = 100`. */
const WIDTH = /\b(?:printWidth|lineWidth|max_line_length)\b["']?\s*[:=]\s*(\d{2,3})\b/

/** Tells how far the lines of a file go, as far as its formatter is told that. No directory is looked into twice. */
export const widthsTold = (): ((path: string) => number | undefined) => {
  const known = new Map<string, number>()
  const near = (directory: string): number =>
    kept(known, directory, () => {
      const parent = dirname(directory)
      return saidIn(directory) ?? (parent === directory ? NOT_SAID : near(parent))
    })
  return (path) => near(dirname(path)) || undefined
}

const NOT_SAID = 0

const saidIn = (directory: string): number | undefined => {
  for (const name of SETTINGS) {
    const [, said] = WIDTH.exec(readText(join(directory, name)) ?? '') ?? []
    if (said !== undefined) return Number(said)
  }
  return undefined
}
