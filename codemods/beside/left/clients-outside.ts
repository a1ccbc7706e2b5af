import { relative } from 'node:path'
import type { Note } from '../../project/note.ts'
import { aliasFrom } from '../../project/packages/alias.ts'
import { handsOn, placeOf, survey } from '../../project/sight/imports.ts'
import { codeOutside } from '../../project/sight/outside.ts'
import { gate, legacyAddresses } from '../../project/tree/gate.ts'

/** What files outside of the paths given are looked for with. */
export interface ClientsOutsideOptions {
  readonly paths: readonly string[]
  readonly root: string
  readonly legacyHosts?: readonly string[]
  /** The files of code below the paths. */
  readonly sources: readonly string[]
}

/**
 * Files outside of the paths given, in the same repository, that name an old API and are imported below the paths: what is
 * called of them says nothing of the service, and nobody looked at it.
 */
export const clientsOutside = ({ paths, root, legacyHosts, sources }: ClientsOutsideOptions): Note[] => {
  const outside = codeOutside(paths, root)
  const naming = gate(outside, legacyAddresses(legacyHosts)).strong
  if (naming.length === 0) return []
  const alias = aliasFrom()
  const beyond = survey(outside, [], alias)
  const { importing } = survey(sources, [], alias)
  return naming.flatMap((client) => {
    const passing = beyond.importing(new Set([placeOf(client)])).filter(handsOn)
    const users = importing(new Set([client, ...passing].map(placeOf)))
    return users[0] === undefined ? [] : [noteOf(users, client, root)]
  })
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
