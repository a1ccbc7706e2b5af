import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { loadSources, noAlias, syntaxError } from '../../codemods/project/parse/program.ts'
import { readText } from '../../codemods/project/tree/look.ts'
import type { Rewrite } from '../../codemods/rewrite/contract.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import { routes } from '../../mappings/v1/index.ts'

/** Where the codemod's fixtures lie: `<topic>/<case>/`, each a whole program. */
export const FIXTURES = new URL('../../codemods/fixtures/', import.meta.url).pathname

/** The directories of all cases below a path. */
export const casesIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return []
    const inner = join(path, entry.name)
    return readdirSync(inner).some((name) => name.startsWith('input.')) ? [inner] : casesIn(inner)
  })

/** The case's own source files; the outputs stand beside them under other names. */
export const sourcesOf = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\boutput\b/.test(name))
    .map((name) => join(directory, name))

/** Where the text is recorded that a source file of a case becomes. */
export const outputName = (path: string): string =>
  /\/input\.[^/]+$/.test(path)
    ? path.replace(/\/input(\.[^/]+)$/, '/output$1')
    : path.replace(/(\.[^./]+)$/, '.output$1')

/** What a file is recorded to become: its own text where nothing is. */
export const recorded = (path: string): string =>
  readFileSync(existsSync(outputName(path)) ? outputName(path) : path, 'utf8')

/** Runs the rewrite over a case, with some files' text replaced. */
export const rewriteCase = (directory: string, texts: ReadonlyMap<string, string>): Rewrite => {
  const read = (path: string): string | undefined => texts.get(path) ?? readText(path)
  const sources = loadSources(sourcesOf(directory), noAlias, read)
  for (const file of sources.files) expect(syntaxError(file), `${file.fileName} parses`).toBeUndefined()
  return rewrite(sources, {
    routes,
    hosts: hostsWith(),
    root: directory,
    // A case is a whole project.
    inSight: () => true,
    read,
  })
}
