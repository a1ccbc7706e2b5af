import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import { graphqlPods } from '../../../../mappings/graphql/pod-rows.ts'

const rowBy = (by: BehaviourName): ServeRow =>
  flatRows(graphqlPods.read.plan.rows).find(
    (row): row is ServeRow => row.kind === 'serve' && row.by === by,
  ) as ServeRow

/** The row of the names of GPU types, which answers of pods do not hold and the call around looks up. */
export const gpuNamesRow = rowBy('gpuNames')

/** The row of a pod's network volume, of which its answer says the id. */
export const volumeRow = rowBy('expandNetworkVolume')
