import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { type Plan, ruleOf } from '../../../../mappings/dsl/plan.ts'

/** The fields that keep their names and yet mean something else in v2 (`templateId`), each with what that is. */
export const keptOtherwise = (plan: Plan): Finding[] =>
  flatRows(plan.rows).flatMap((row): Finding[] => {
    const isKept = row.kind === 'field' && row.old === row.v2 && !row.via && row.or === undefined && !row.only
    if (!isKept || !row.why) return []
    return [{ code: 'TOLERATED', rule: ruleOf(plan, row.old), at: row.old, why: row.why }]
  })
