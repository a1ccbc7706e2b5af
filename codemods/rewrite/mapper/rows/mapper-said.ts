import { constantOf, type Facts, satisfies } from '../../../../mappings/dsl/facts.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { Case, CasesRow, FieldRow, Row } from '../../../../mappings/dsl/row.ts'

/** The old fields that callers can say, by their outermost names. */
type Said = ReadonlySet<string>

const topOf = (path: string): string => path.split('.')[0] as string

/**
 * The rows that have something to do where callers can say only some of the old fields: what answers to the others
 * alone is gone, what v1 gave in their place stays.
 */
export const rowsSaid = (plan: Plan, says: readonly string[]): Row[] => rowsOf(plan, plan.rows, new Set(says))

const rowsOf = (plan: Plan, rows: readonly Row[], said: Said): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.kind === 'cases') return casesOf(plan, row, said)
    if (!('old' in row) || said.has(topOf(row.old))) return [row]
    return row.kind === 'field' ? unsaidField(plan, row, said) : []
  })

/** A field that nobody says: its default, or the demand that it is said. */
const unsaidField = (plan: Plan, row: FieldRow, said: Said): Row[] => {
  if (row.by && row.fills) return [row]
  if (row.or === undefined || plan.facet !== 'create' || row.only) return []
  const off = [row.always ? {} : plan.defaultsUnless, row.unless ?? {}]
  if (row.each || off.some((facts) => Object.keys(facts).some((path) => said.has(topOf(path))))) return [row]
  const isOff = off.some((facts) => Object.keys(facts).length > 0 && isCertain(facts, said))
  const value = row.via ? row.via.decode(row.or) : row.or
  return isOff ? [] : [{ kind: 'fill', v2: row.v2, value, why: '' }]
}

/** Facts of fields that nobody says are settled now. */
const isPossible = (facts: Facts, said: Said): boolean =>
  Object.entries(facts).every(([path, fact]) => said.has(topOf(path)) || satisfies(undefined, fact))

const isCertain = (facts: Facts, said: Said): boolean =>
  isPossible(facts, said) && Object.keys(facts).every((path) => !said.has(topOf(path)))

const casesOf = (plan: Plan, row: CasesRow, said: Said): Row[] => {
  const open = row.cases.filter(({ old }) => isPossible(old, said))
  const asked = open.filter(({ old }) => Object.keys(old).length > 0)
  const certain = asked.find(({ old }) => isCertain(old, said)) ?? (asked.length === 0 ? open[0] : undefined)
  if (certain) return [...constantsOf(certain), ...rowsOf(plan, certain.rows, said)]
  const cases = open.map((one) => ({
    ...one,
    old: askedOf(one.old, said),
    rows: rowsOf(plan, one.rows, said),
  }))
  return cases.length === 0 ? [] : [{ kind: 'cases', cases }]
}

const askedOf = (facts: Facts, said: Said): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([path]) => said.has(topOf(path))))

const constantsOf = ({ v2 }: Case): Row[] =>
  Object.entries(v2).flatMap(([path, fact]): Row[] => {
    const value = constantOf(fact)
    return value === undefined ? [] : [{ kind: 'fill', v2: path, value, why: '' }]
  })
