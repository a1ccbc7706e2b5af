import type { ts } from 'ts-morph'
import type { Note } from '../project/note.ts'
import type { Site } from '../sites/sites.ts'
import { isMapperModule } from './mapper/module/module-form.ts'
import { isVariable, overrideNote, positionOf } from './notes.ts'
import { overrideFor } from './override-for.ts'

/** What an earlier run left to be done outside of the code. */
export interface MovedBefore {
  readonly notes: readonly Note[]
  /** Environment variables that override a base address which moved then, with what they have to say. */
  readonly variables: ReadonlyMap<string, string>
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
  const notes: Note[] = []
  const found = new Map<string, string>()
  for (const site of isMigrating ? sites.filter(isV2) : [])
    for (const name of site.located.flatMap(({ text }) => text.env)) {
      const to = overrideFor(site.located, name)
      if (!found.has(name)) notes.push(overrideNote(name, positionOf(site.top, root), to))
      found.set(name, to)
    }
  return { notes, variables: new Map([...found].filter(([name]) => isVariable(name))) }
}

/** What a run leaves in the code where something stays. */
const MARKED = /^[ \t]*\/\/ upshift: /m

const isV2 = ({ located }: Site): boolean =>
  located.length > 0 && located.every(({ family }) => family === 'v2')
