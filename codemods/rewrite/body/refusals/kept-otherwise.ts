import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { type Plan, ruleOf } from '../../../../mappings/dsl/plan.ts'
import { rowsInForce } from '../loss.ts'

/**
 * The fields that keep their names and yet mean something else in v2 (`templateId`), each with what that is, and those
 * that v2 refuses of some things, which the body does not tell.
 */
export const keptOtherwise = (plan: Plan, doc: Readonly<Record<string, unknown>>): Finding[] => {
  const kept = flatRows(plan.rows).flatMap((row): Finding[] => {
    const isKept = row.kind === 'field' && row.old === row.v2 && !row.via && row.or === undefined && !row.only
    return isKept && row.why ? [told(plan, row.old, row.why)] : []
  })
  const refused = rowsInForce(plan, plan.rows, doc).flatMap((row): Finding[] =>
    row.kind === 'field' && row.mayRefuse
      ? [
          {
            ...told(plan, row.old, `${row.mayRefuse}, and refuses the change`),
            fix: 'leave it out of such a change',
          },
        ]
      : [],
  )
  return [...kept, ...refused]
}

const told = (plan: Plan, at: string, why: string): Finding => ({
  code: 'TOLERATED',
  rule: ruleOf(plan, at),
  at,
  why,
})
