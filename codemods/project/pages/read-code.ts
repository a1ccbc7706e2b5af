import { dirname, resolve } from 'node:path'
import type { ts } from 'ts-morph'
import { isEmbedding, isPage, scriptsBeside, scriptsOf } from '../parse/embedded.ts'
import { parseAs, syntaxError } from '../parse/program.ts'
import type { Alias } from '../parse/resolve-import.ts'
import { moduleName, survey } from '../sight/imports.ts'
import { readText } from '../tree/look.ts'

/** A file as code: of a component or a page its scripts. */
export const readCode = (path: string): string | undefined => {
  const text = readText(path)
  return text !== undefined && isEmbedding(path) ? scriptsOf(path, text) : text
}

/**
 * Components and pages whose scripts say one of some words, or import or stand beside one of some modules, and can be read.
 * @param modules the names by which imports mean the modules
 */
export const embeddedIn = (
  components: readonly string[],
  words: readonly string[],
  modules: ReadonlySet<string>,
  alias: Alias,
): string[] => {
  const { mentioning, importing } = survey(components.filter(isEmbedding), words, alias)
  const beside = components.filter((path) => besidePage(path).some((name) => modules.has(name)))
  return [...new Set([...mentioning, ...importing(modules), ...beside])].filter(isReadable)
}

/** Tells which files pages name as their scripts, by the last words of their names. */
export const onPages = (
  components: readonly string[],
): ((file: { readonly fileName: string }) => boolean) => {
  const names = new Set(components.flatMap(besidePage))
  return ({ fileName }) => names.has(moduleName(fileName))
}

/**
 * Tells of a script which files are on a page with it: what they declare is there for it, also where scripts of other pages
 * declare the same name.
 */
export const pageMates = (
  components: readonly string[],
  files: readonly ts.SourceFile[],
): ((file: ts.SourceFile) => readonly ts.SourceFile[]) => {
  const byPath = new Map(files.map((file) => [file.fileName, file]))
  const pages = components.filter(isPage).map((path) => {
    const named = scriptsBeside(readText(path) ?? '').map((script) => resolve(dirname(path), script))
    return [path, ...named].flatMap((one) => byPath.get(one) ?? [])
  })
  return (file) => pages.flatMap((page) => (page.includes(file) ? page.filter((one) => one !== file) : []))
}

const besidePage = (path: string): string[] =>
  isPage(path) ? scriptsBeside(readText(path) ?? '').map(moduleName) : []

const isReadable = (path: string): boolean => {
  const code = readCode(path) ?? ''
  return code.trim() !== '' && syntaxError(parseAs(path, code, false)) === undefined
}
