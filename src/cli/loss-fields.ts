import { definedMappings } from '../../mappings/dsl/mapping.ts'
import type { Row } from '../../mappings/dsl/row.ts'

const lastWord = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

const oldNames = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => oldNames(one.rows))
    return 'old' in row ? [lastWord(row.old)] : []
  })

/** What stands for fields that no row names. */
const ANY = '*'

/** Of the fields and rules that `--on-loss` named, those no mapping has: a misspelt one would decide nothing, in silence. */
export const unknownLosses = (named: Readonly<Record<string, unknown>>): readonly string[] => {
  const known = new Set(definedMappings().flatMap(({ definition }) => oldNames(definition.rows)))
  return Object.keys(named).filter((name) => lastWord(name) !== ANY && !known.has(lastWord(name)))
}
