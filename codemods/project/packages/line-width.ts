import { dirname, join } from 'node:path'
import { readText } from '../tree/look.ts'
import { above } from './alias.ts'

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

/** How far the lines of a file go, as far as its formatter is told that. */
export const widthTold = (path: string): number | undefined => {
  for (const directory of above(dirname(path)))
    for (const name of SETTINGS) {
      const [, said] = WIDTH.exec(readText(join(directory, name)) ?? '') ?? []
      if (said !== undefined) return Number(said)
    }
  return undefined
}
