import type { Resource } from '../dsl/mapping.ts'
import type { Route } from '../dsl/route.ts'
import { billingRoutes, endpointBilling, networkVolumeBilling, podBilling } from './billing.ts'
import { endpointRoutes, endpoints } from './endpoints.ts'
import { networkVolumeRoutes, networkVolumes } from './network-volumes.ts'
import { podRoutes } from './pod-routes.ts'
import { pods } from './pods.ts'
import { registries, registryRoutes } from './registries.ts'
import { templateRoutes, templates } from './templates.ts'
import { workers } from './workers.ts'

/** Every REST v1 resource. */
export const resources: readonly Resource[] = [
  pods,
  endpoints,
  templates,
  networkVolumes,
  registries,
  workers,
  podBilling,
  endpointBilling,
  networkVolumeBilling,
]

/** Every REST v1 operation that v2 takes part in. */
export const routes: readonly Route[] = [
  ...podRoutes,
  ...endpointRoutes,
  ...templateRoutes,
  ...networkVolumeRoutes,
  ...registryRoutes,
  ...billingRoutes,
]
