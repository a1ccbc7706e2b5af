import { flatRows } from '../../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { bodyFacet, type Route } from '../../../mappings/dsl/route.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { wordsOf } from '../../sites/texts/route.ts'

/** Words that the calls of a program no longer say or hear since they moved. */
export interface OldWords {
  /** Of paths: `stop`, `networkvolumes`. */
  readonly paths: ReadonlySet<string>
  /** What paths begin with, whether v2 says it as well or not: `pods`. */
  readonly collections: ReadonlySet<string>
  /** Of bodies that are sent: `imageName`. */
  readonly sent: ReadonlySet<string>
  /** Of answers: `desiredStatus`. */
  readonly answers: ReadonlySet<string>
}

/** The old words of some routes. */
export const oldWordsOf = (routes: readonly Route[]): OldWords => ({
  paths: new Set(routes.flatMap(pathWords)),
  collections: new Set(routes.flatMap(({ old }) => wordsOf(old.path)[0] ?? [])),
  sent: new Set(routes.flatMap((route) => namesOf(bodyFacet(route)))),
  answers: new Set(routes.flatMap(({ answer, mapping }) => (answer === 'none' ? [] : namesOf(mapping.read)))),
})

/** The parameters that a call's query does not say any more, or says by another name: `grouping`, `endpointId`. */
export const droppedParameters = ({ route, edits }: Plan): readonly string[] => {
  const known = flatRows(route?.mapping.query?.plan.rows ?? []).flatMap((row) =>
    'old' in row && !('v2' in row && row.v2 === row.old) ? [row.old] : [],
  )
  return edits.flatMap(({ file, start, end, text }) => {
    const was = file.text.slice(start, end)
    if (text === '' && /^[?&]|&$/.test(was))
      return [...was.matchAll(/([\w-]+)=/g)].map(([, name = '']) => name)
    // `query.set('grouping', 'podId')`, `, grouping: 'podId'`, and before a shorthand its new name
    const said = start === end ? file.text.slice(start, start + MOST_LETTERS) : was
    return known.filter((name) => new RegExp(`(^|[?&,{(]\\s*['"]?)${name}\\b`).test(said))
  })
}

const MOST_LETTERS = 40

const pathWords = ({ old, v2 }: Route): string[] => {
  const next = wordsOf(v2.path)
  return wordsOf(old.path).filter((word): word is string => word !== undefined && !next.includes(word))
}

/** The old body's own names: those that v2's has not, and that nobody else is likely to use. */
const namesOf = (found: CompiledFacet | undefined): string[] => {
  if (!found) return []
  const kept = new Set(found.plan.v2.map((path) => path.split('.')[0]))
  const names = found.plan.old.map((path) => path.split('.')[0] as string)
  return names.filter((name) => !kept.has(name) && /[a-z][A-Z]/.test(name))
}
