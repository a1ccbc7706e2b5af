import { oldLine, oldWord, type Words } from '../shared/words.ts'
import type { Plan } from './plan.ts'
import type { Row } from './row.ts'

/** v2's field paths said in the caller's words. */
export interface Wording {
  readonly words: Words
  /** `disk` -> `containerDiskInGb`; a path no row knows stays as it is. */
  readonly field: (v2Path: string) => string
  /** `$.disk: must be >= 1` -> `containerDiskInGb: must be >= 1`. */
  readonly message: (text: string) => string
}

const pairs = (rows: readonly Row[]): [v2: string, old: string][] =>
  rows.flatMap((row): [string, string][] => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => [...factPairs(one), ...pairs(one.rows)])
    if (row.kind === 'hide') return row.of === undefined ? [] : [[row.v2, row.of]]
    return row.kind === 'field' && row.only === undefined ? [[row.v2, row.old]] : []
  })

/** A case chosen by one field on either side is that field's own doing (`scaling.type` is `scalerType`). */
const factPairs = (one: { old: object; v2: object }): [string, string][] => {
  const [old, v2] = [Object.keys(one.old), Object.keys(one.v2)]
  return old.length === 1 && v2.length === 1 ? [[v2[0] as string, old[0] as string]] : []
}

/** Builds a facet's dictionary. v2's paths look like JSON paths: `$.mounts.persistent.size`. */
export const wordingOf = (plan: Plan): Wording => {
  const words = pairs(plan.rows)
  return { words, field: (path) => oldWord(words, path), message: (line) => oldLine(words, line) }
}
