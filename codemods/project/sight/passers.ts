import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { escaped } from '../tree/holding.ts'
import { namesOf } from './imports.ts'

/** Tells of each module which files export what they import from it: every file is looked through once, by its imports. */
export const passersAmong = (files: readonly ts.SourceFile[]): ((path: string) => readonly string[]) => {
  const found = new Map<string, readonly string[]>()
  let importers: ReadonlyMap<string, ReadonlySet<ts.SourceFile>> | undefined
  return (path) =>
    kept(found, path, () => {
      importers ??= importersIn(files)
      const words = new Set([...namesOf(path)].map(wordOf))
      const some = new Set([...words].flatMap((word) => [...(importers?.get(word) ?? [])]))
      const passes = passing(path)
      return [...some]
        .filter((file) => file.fileName !== path && passes(file.text))
        .map((one) => one.fileName)
    })
}

/** The files that export something, by the words of the modules that they import. */
const importersIn = (files: readonly ts.SourceFile[]): Map<string, Set<ts.SourceFile>> => {
  const found = new Map<string, Set<ts.SourceFile>>()
  for (const file of files)
    if (/\bexport\b/.test(file.text))
      for (const [, said = ''] of file.text.matchAll(/\bfrom\s*['"](?=([^'"]*)['"])/g))
        kept(found, wordOf(said), () => new Set()).add(file)
  return found
}

/** What all ways to say a module have in common: `client` of `@/api/client/`, `./client.js`. */
const wordOf = (said: string): string => {
  const last = said.split('/').filter(Boolean).at(-1) ?? ''
  return last.replace(/^[$#@~]/, '').split('.')[0] ?? ''
}

/** Whether a text exports what it imports from a module. */
const passing = (path: string): ((text: string) => boolean) => {
  const names = [...namesOf(path)].map(escaped).join('|')
  const module = `\\bfrom\\s*['"](?:[^'"]*/)?[$#@~]?(?:${names})/?(?:\\.[cm]?[jt]sx?)?['"]`
  const exported = new RegExp(`\\bexport\\s[^'"]*${module}`)
  const imported = new RegExp(module)
  return (text) => exported.test(text) || (/\bexport\s*(type\s*)?\{/.test(text) && imported.test(text))
}
