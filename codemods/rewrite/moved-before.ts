import type { ts } from 'ts-morph'
import type { Note } from '../project/note.ts'
import type { Site } from '../sites/sites.ts'
import { isMapperModule } from './mapper/module/module-form.ts'
import { isVariable, overrideNote, positionOf } from './notes.ts'

/** What an earlier run left to be done outside of the code. */
export interface MovedBefore {
  readonly notes: readonly Note[]
  /** Environment variables that override a base address which moved then. */
  readonly variables: readonly string[]
}

/**
 * Calls that go to v2 by now, at an address that the environment may still say to be v1's: where an earlier run moved
 * some of a program, nobody has told whether its deployment followed.
 */
export const movedBefore = (
  sites: readonly Site[],
  files: readonly ts.SourceFile[],
  root: string,
): MovedBefore => {
  const isMigrating = files.some(({ fileName, text }) => isMapperModule(fileName) || MARKED.test(text))
  const found = new Map<string, Note>()
  for (const site of isMigrating ? sites.filter(isV2) : [])
    for (const name of site.located.flatMap(({ text }) => text.env))
      if (!found.has(name)) found.set(name, overrideNote(name, positionOf(site.top, root)))
  return { notes: [...found.values()], variables: [...found.keys()].filter(isVariable) }
}

/** What a run leaves in the code where something stays. */
const MARKED = /^[ \t]*\/\/ upshift: /m

const isV2 = ({ located }: Site): boolean =>
  located.length > 0 && located.every(({ family }) => family === 'v2')
