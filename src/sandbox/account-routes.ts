import { secretRoutes } from './account/secret-routes.ts'
import { sshKeyRoutes } from './account/ssh-key-routes.ts'
import { type Account, USER } from './account.ts'
import { billingRoutes } from './billing/billing-routes.ts'
import { catalogRoutes } from './catalog/catalog-routes.ts'
import { clusterRoutes } from './clusters/cluster-routes.ts'
import type { OpenStreams } from './http/log-stream.ts'
import { paginate } from './http/paginate.ts'
import type { Route } from './http/route.ts'
import { podRoutes } from './pods/pod-routes.ts'
import { delegationRoutes } from './registries/delegation-routes.ts'
import { registryRoutes } from './registries/registry-routes.ts'
import { endpointRoutes } from './serverless/endpoint-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { volumeRoutes } from './volumes/volume-routes.ts'

/** Newer v2, switched on one by one. `args-json` needs no switch: the sandbox stores `args` as sent. */
export type SandboxCapability = 'secrets' | 'cursors' | 'min-resources'

/** Every operation of REST v2. */
export const accountRoutes = (
  account: Account,
  streams: OpenStreams,
  capabilities: ReadonlySet<string>,
): Route[] => {
  const { clock, sequences, requireFunds } = account.pods
  const routes = [
    ...templateRoutes(account.templates),
    ...podRoutes(account.pods, streams, { minimums: capabilities.has('min-resources') }),
    ...endpointRoutes(account.endpoints, streams),
    ...volumeRoutes({
      table: account.volumes,
      sequences,
      ledger: account.ledger,
      userOf: account.volumeUser,
      requireFunds,
    }),
    // Before /v2/registries/:id, which would take "delegations" for an id
    ...delegationRoutes({ table: account.delegations, sequences, clock, userId: USER.userId }),
    ...registryRoutes({
      table: account.registries,
      sequences,
      isUsed: account.isRegistryUsed,
      forget: account.templates.dropRegistry,
    }),
    ...clusterRoutes({ table: account.clusters, pods: account.pods }),
    ...catalogRoutes(account.stock),
    ...billingRoutes(account.ledger, clock),
    ...sshKeyRoutes(account.sshKeys),
    ...(capabilities.has('secrets') ? secretRoutes(account.secrets) : []),
  ]
  return capabilities.has('cursors') ? paginate(routes) : routes
}
