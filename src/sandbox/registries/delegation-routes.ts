import { type Delegation, DelegationCreate } from '../../../mappings/schemas/v2/registries.ts'
import type { Clock } from '../clock.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import { isoTime } from '../state/iso-time.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'

export interface DelegationWorld {
  readonly table: Table<Delegation>
  readonly sequences: Sequences
  readonly clock: Clock
  /** Id of the account's user. */
  readonly userId: string
}

/** arn:partition:ecr:region:account:repository/name[:tag] */
const ECR_ARN = /^arn:aws[\w-]*:ecr:([a-z0-9-]+):(\d{12}):repository\/([^\s:]+)(?::([\w.-]+))?$/

const create = (world: DelegationWorld, { resource, name }: DelegationCreate): Delegation => {
  const match = ECR_ARN.exec(resource)
  if (!match) throw badRequest('resource must be the ARN of an ECR repository')
  const [, awsRegion = '', awsUser = '', repository = '', tag = 'latest'] = match
  const id = world.sequences.next('delegation')
  return world.table.put(id, {
    id,
    name: name ?? null,
    delegatorUserId: world.userId,
    awsUser,
    repository,
    tag,
    awsRegion,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.amazonaws.com/${repository}:${tag}`,
    createdAt: isoTime(world.clock.now()),
  })
}

/** The operations of /v2/registries/delegations. They stand before `/v2/registries/:id`. */
export const delegationRoutes = (world: DelegationWorld): Route[] => [
  {
    method: 'GET',
    path: '/v2/registries/delegations',
    handle: () => ok({ delegations: world.table.values() }),
  },
  {
    method: 'POST',
    path: '/v2/registries/delegations',
    handle: (call) => created(create(world, validate(DelegationCreate, call.body))),
  },
  {
    method: 'DELETE',
    path: '/v2/registries/delegations/:id',
    handle: (call) => {
      if (!world.table.delete(idOf(call))) throw notFound('delegation')
      return noContent
    },
  },
]
