import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder whose name ends so, in a steady order. */
export const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))
