import type { Operation } from '../operation.ts'
import { billingOperations } from './operations/billing.ts'
import { documentOperations } from './operations/documents.ts'
import { endpointOperations } from './operations/endpoints.ts'
import { podOperations } from './operations/pods.ts'
import { storageOperations } from './operations/storage.ts'
import { templateOperations } from './operations/templates.ts'

/** The 37 calls of REST v1, by id. */
export const v1Operations = {
  ...podOperations,
  ...endpointOperations,
  ...templateOperations,
  ...storageOperations,
  ...billingOperations,
  ...documentOperations,
} as const satisfies Record<string, Operation>
