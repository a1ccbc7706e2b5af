import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'

/**
 * What v2 refuses whatever the value is, of a body that says it each time the program runs: moved, the call would never
 * come through.
 */
export const refusedAlways = (
  { plan }: CompiledFacet,
  doc: Readonly<Record<string, unknown>>,
): readonly Finding[] =>
  flatRows(plan.rows).flatMap((row): Finding[] => {
    if (!isRefused(row) || !isAlwaysThere(doc[row.old])) return []
    const fix = `leave ${row.old} out, and see to it otherwise`
    return [{ code: 'REFUSED', rule: ruleOf(plan, row.old), at: row.old, why: row.why, fix }]
  })

const isRefused = (row: Row): row is Extract<Row, { kind: 'drop' | 'refuse' }> =>
  (row.kind === 'refuse' && Array.isArray(row.allow) && row.allow.length === 0) ||
  (row.kind === 'drop' && row.guards === true)

const isAlwaysThere = (value: unknown): boolean =>
  isHole(value) && !value.known && !value.mayBeAbsent && value.mayBeBlank === undefined
