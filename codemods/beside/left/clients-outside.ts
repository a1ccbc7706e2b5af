import { relative } from 'node:path'
import type { Note } from '../../project/note.ts'
import { aliasFrom } from '../../project/packages/alias.ts'
import { type Alias, resolveImport } from '../../project/parse/resolve-import.ts'
import { handsOn, specifiersIn } from '../../project/sight/imports.ts'
import { isBelow } from '../../project/sight/outside.ts'
import { repositoryOf } from '../../project/tree/discover.ts'
import { gate, legacyAddresses, readBytes } from '../../project/tree/gate.ts'

/** What files outside of the paths given are looked for with. */
export interface ClientsOutsideOptions {
  readonly paths: readonly string[]
  readonly root: string
  readonly legacyHosts?: readonly string[]
  /** The files of code below the paths. */
  readonly sources: readonly string[]
}

/**
 * Files outside of the paths given that name an old API and are imported below the paths, by themselves or by a file that
 * exports what they do: what is called of them says nothing of the service, and nobody looked at it.
 */
export const clientsOutside = ({ paths, root, legacyHosts, sources }: ClientsOutsideOptions): Note[] => {
  if (paths.every((path) => repositoryOf(path) === path)) return []
  const alias = aliasFrom()
  const users = new Map<string, string[]>()
  for (const path of sources)
    for (const file of importsOf(path, alias))
      if (!isBelow(paths, file) && !file.includes('/node_modules/'))
        users.set(file, [...(users.get(file) ?? []), path])
  const isNaming = (file: string): boolean => gate([file], legacyAddresses(legacyHosts)).strong.length > 0
  return [...users].flatMap(([file, by]) => {
    const named = isNaming(file) ? [file] : handsOn(file) ? importsOf(file, alias).filter(isNaming) : []
    return named
      .filter((client) => client === file || !users.has(client))
      .map((client) => noteOf(by, client, root))
  })
}

const importsOf = (path: string, alias: Alias): string[] => {
  const bytes = readBytes(path)
  const said = bytes ? [...specifiersIn(bytes)] : []
  return [...new Set(said.flatMap((specifier) => resolveImport(specifier, path, alias) ?? []))]
}

const noteOf = (users: readonly string[], client: string, root: string): Note => ({
  rule: 'codemod.outside',
  file: relative(root, users[0] as string),
  line: 1,
  column: 1,
  class: 'follow-up',
  fix: 'name that file on the command line, too',
  confidence: 'medium',
  why: `${users.length} of the files given ${users.length > 1 ? 'import' : 'imports'} ${relative(root, client)}, which names an old API and lies outside of the paths given: what is called of it was not looked at`,
})
