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

/** The parameters that a call's query does not say any more, as it said them: `grouping=podId`. */
export const droppedParameters = ({ edits }: Plan): readonly string[] =>
  edits
    .filter(({ text }) => text === '')
    .map(({ file, start, end }) => file.text.slice(start, end))
    .flatMap((text) => (/^[?&]|&$/.test(text) ? (text.match(/[\w-]+=[\w-]+/g) ?? []) : []))

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
