import { relative } from 'node:path'
import type { Note } from '../../project/note.ts'
import { aliasFrom } from '../../project/packages/alias.ts'
import { chainFrom } from '../../project/sight/chain.ts'
import { placeOf, survey } from '../../project/sight/imports.ts'
import { codeOutside, isBelow } from '../../project/sight/outside.ts'
import { readText } from '../../project/tree/look.ts'
import type { MemberLost } from '../../rewrite/answer/lost/lost-reads.ts'

/** What files outside of the paths given are looked for with. */
export interface CallersOutsideOptions {
  readonly paths: readonly string[]
  readonly root: string
  /** The files of code below the paths. */
  readonly sources: readonly string[]
  readonly answering: ReadonlySet<string>
  readonly lost: readonly MemberLost[]
}

const MOST_NAMED = 3

/**
 * Files outside of the paths given, in the same repository, that have something of a call which moved: nobody looked at what
 * they read of its answer. Said once, where v2 does not say all of it.
 */
export const callersOutside = ({ paths, root, sources, answering, lost }: CallersOutsideOptions): Note[] => {
  const [first] = [...answering].sort()
  if (first === undefined || lost.length === 0) return []
  const isInside = (file: string): boolean => isBelow(paths, file)
  const outside = codeOutside(paths, root)
  if (outside.length === 0) return []
  const alias = aliasFrom()
  const chain = chainFrom([...answering].filter(isInside), survey(sources, [], alias))
  const { importing } = survey(outside, [], alias)
  const found = importing(new Set([...chain].filter(isInside).map(placeOf)))
  if (found.length === 0) return []
  const names = new RegExp(`\\b(${[...new Set(lost.map(({ name }) => name))].join('|')})\\b`)
  const reading = found.filter((file) => names.test(readText(file) ?? ''))
  const told = reading.length > 0 ? reading : found
  const named = told.slice(0, MOST_NAMED).map((file) => relative(root, file))
  const more = told.length > named.length ? ` and ${told.length - named.length} more` : ''
  const says =
    reading.length > 0
      ? `, of which ${named.join(', ')}${more} may read what v2 does not say`
      : ` (${named.join(', ')}${more})`
  return [
    {
      rule: 'codemod.outside',
      file: relative(root, first),
      line: 1,
      column: 1,
      class: 'follow-up',
      fix: 'name their directories on the command line, too',
      confidence: 'medium',
      why: `${found.length} ${found.length > 1 ? 'files' : 'file'} outside of the paths given ${found.length > 1 ? 'use' : 'uses'} what calls that moved give, and nobody looked at what they read of it${says}`,
    },
  ]
}
