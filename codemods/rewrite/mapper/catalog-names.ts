import type { ServeRow } from '../../../mappings/dsl/row.ts'
import { graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import { flatRows } from '../body/flat-rows.ts'

/** The row of the names of GPU types, which answers of pods do not hold and the call around looks up. */
export const gpuNamesRow = flatRows(graphqlPods.read.plan.rows).find(
  (row): row is ServeRow => row.kind === 'serve' && row.by === 'gpuNames',
) as ServeRow
