import { catalogPaths } from '../../../mappings/catalog.ts'
import { factBehind } from '../../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { flatRows } from '../body/flat-rows.ts'
import { isUnsaid } from './read-paths.ts'

/**
 * What a mapped answer is without where it goes on as a whole to readers who are out of sight: v2 says it in words
 * that only its catalog explains, and a mapper asks nobody.
 */
export const unsaidOnTheWhole = ({ mapping }: Route): Finding[] => {
  const { plan } = (mapping as unknown as Readonly<Record<'read', CompiledFacet>>).read
  return flatRows(plan.rows).flatMap((row): Finding[] => {
    if (row.kind !== 'field' || row.only === 'up' || !row.by || !isUnsaid(row)) return []
    const why = `${factBehind(row.by)}; what goes on from here as a whole does not say it`
    const fix = `where somebody reads ${row.old} of that, look up which types ${row.v2} are (GET ${catalogPaths.gpus})`
    return [{ code: 'LOSSY', rule: ruleOf(plan, row.old), at: row.old, why, fix }]
  })
}
