import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readText } from '../tree/look.ts'

/** What lets files use what others export without an import. */
const IMPORTING = /"(nuxt|nitropack|nitro|unplugin-auto-import|wxt)"\s*:/

/** Whether a package's manifest says that its files use what others export without an import. */
export const letsUseUnimported = (manifest: string): boolean => IMPORTING.test(manifest)

/** The directory of the package whose files, of which one is given, use what others export without an import. */
export const homeOfUnimported = (path: string): string | undefined => {
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) {
    const manifest = join(at, 'package.json')
    if (existsSync(manifest)) return letsUseUnimported(readText(manifest) ?? '') ? at : undefined
  }
  return undefined
}
