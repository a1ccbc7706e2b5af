import type { Operation } from '../operation.ts'
import { accountOperations } from './operations/account.ts'
import { billingOperations } from './operations/billing.ts'
import { catalogOperations } from './operations/catalog.ts'
import { clusterOperations } from './operations/clusters.ts'
import { networkVolumeOperations } from './operations/network-volumes.ts'
import { podOperations } from './operations/pods.ts'
import { registryOperations } from './operations/registries.ts'
import { serverlessOperations } from './operations/serverless.ts'
import { templateOperations } from './operations/templates.ts'

/** Every call of REST v2, by id. */
export const v2Operations = {
  ...podOperations,
  ...serverlessOperations,
  ...templateOperations,
  ...networkVolumeOperations,
  ...registryOperations,
  ...clusterOperations,
  ...catalogOperations,
  ...billingOperations,
  ...accountOperations,
} as const satisfies Record<string, Operation>
