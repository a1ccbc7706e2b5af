import { type Cluster, ClusterCreate, ClusterUpdate } from '../../../mappings/schemas/v2/clusters.ts'
import type { PodCluster, PodStatus } from '../../../mappings/schemas/v2/pods.ts'
import { notFound } from '../http/problem.ts'
import { type Call, created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import { removePod } from '../pods/act-on-pod.ts'
import { createPod } from '../pods/create-pod.ts'
import { place } from '../pods/placement.ts'
import { statusAt } from '../pods/pod-life.ts'
import { podRates } from '../pods/pod-rates.ts'
import type { PodRecord } from '../pods/pod-record.ts'
import { podView } from '../pods/pod-view.ts'
import type { PodWorld } from '../pods/pod-world.ts'
import { isoTime } from '../state/iso-time.ts'
import type { Table } from '../state/table.ts'

/** A cluster as it is kept; its pods know which one they belong to. */
export interface ClusterRecord {
  readonly id: string
  readonly name: string
  readonly type: Cluster['type']
  readonly compute: Cluster['compute']
  readonly dataCenterId: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface ClusterWorld {
  readonly table: Table<ClusterRecord>
  readonly pods: PodWorld
}

const ROLES: Partial<
  Record<Cluster['type'], readonly [NonNullable<PodCluster['role']>, NonNullable<PodCluster['role']>]>
> = {
  SLURM: ['SLURM_CONTROLLER', 'SLURM_COMPUTE'],
  RAY: ['RAY_HEAD', 'RAY_WORKER'],
}

const memberAt = (id: string, type: Cluster['type'], rank: number): PodCluster => {
  const role = ROLES[type]?.[rank === 0 ? 0 : 1]
  return { id, rank, ...(role && { role }), ip: `10.65.0.${rank + 1}` }
}

const membersOf = ({ pods }: ClusterWorld, id: string): PodRecord[] =>
  pods.table.values().filter(({ cluster }) => cluster?.id === id)

/** @throws {Problem} 400 where no data center has room for all of it */
const create = (world: ClusterWorld, { compute, type, ...body }: ClusterCreate): ClusterRecord => {
  const { pods } = world
  const gpu = { id: compute.gpuTypeId, count: compute.gpuCountPerPod }
  const { dataCenterId } = place(pods.stock, {
    gpu,
    cloud: 'SECURE',
    dataCenterIds: body.dataCenterIds ?? [],
    globalNetworking: false,
    cuda: {},
    pods: compute.podCount,
  })
  pods.requireFunds()
  const id = pods.sequences.next('cluster')
  for (let rank = 0; rank < compute.podCount; rank += 1) {
    const name = `${body.name}-${rank}`
    createPod(pods, { ...body, name, gpu, dataCenterIds: [dataCenterId] }, memberAt(id, type, rank))
  }
  const now = pods.clock.now()
  return bill(
    world,
    world.table.put(id, { id, name: body.name, type, compute, dataCenterId, createdAt: now }),
  )
}

/** A cluster pays for its members' GPUs and disks as one. */
const bill = (world: ClusterWorld, cluster: ClusterRecord): ClusterRecord => {
  const rates = membersOf(world, cluster.id).map(podRates)
  const sum = (component: 'gpu' | 'disk'): number =>
    rates.reduce((all, rate) => all + (rate[component] ?? 0), 0)
  world.pods.ledger.meter('cluster', cluster.id, { gpu: sum('gpu'), disk: sum('disk') })
  return cluster
}

const primaryOf = (pods: PodWorld, members: readonly PodRecord[]): Pick<Cluster, 'primary'> => {
  const first = members.find(({ cluster }) => cluster?.rank === 0)
  if (!first) return {}
  const { status, ssh } = podView(first, pods.clock.now(), pods.boot)
  const sshEndpoint = ssh.direct ? `${ssh.direct.host}:${ssh.direct.port}` : undefined
  return { primary: { podId: first.id, status, ...(sshEndpoint && { sshEndpoint }) } }
}

const view = (world: ClusterWorld, record: ClusterRecord): Cluster => {
  const { pods } = world
  const members = membersOf(world, record.id)
  const byStatus: Partial<Record<PodStatus, number>> = {}
  for (const member of members) {
    const status = statusAt(member, pods.clock.now(), pods.boot)
    byStatus[status] = (byStatus[status] ?? 0) + 1
  }
  return {
    ...record,
    createdAt: isoTime(record.createdAt),
    pods: { total: members.length, byStatus },
    network: { cidr: '10.65.0.0/16' },
    ...primaryOf(pods, members),
  }
}

const remove = (world: ClusterWorld, { id }: ClusterRecord): void => {
  for (const member of membersOf(world, id)) removePod(world.pods, member)
  world.pods.ledger.meter('cluster', id, {})
  world.table.delete(id)
}

/** The operations of /v2/clusters. */
export const clusterRoutes = (world: ClusterWorld): Route[] => {
  const find = (call: Call): ClusterRecord => {
    const record = world.table.get(idOf(call))
    if (!record) throw notFound('cluster')
    return record
  }
  const shown = (pod: PodRecord) => podView(pod, world.pods.clock.now(), world.pods.boot)
  return [
    {
      method: 'GET',
      path: '/v2/clusters',
      handle: () => ok({ clusters: world.table.values().map((record) => view(world, record)) }),
    },
    {
      method: 'POST',
      path: '/v2/clusters',
      handle: (call) => created(view(world, create(world, validate(ClusterCreate, call.body)))),
    },
    { method: 'GET', path: '/v2/clusters/:id', handle: (call) => ok(view(world, find(call))) },
    {
      method: 'PATCH',
      path: '/v2/clusters/:id',
      handle: (call) => {
        const { name } = validate(ClusterUpdate, call.body)
        const record = find(call)
        return ok(view(world, world.table.put(record.id, { ...record, name: name ?? record.name })))
      },
    },
    {
      method: 'DELETE',
      path: '/v2/clusters/:id',
      handle: (call) => {
        remove(world, find(call))
        return noContent
      },
    },
    {
      method: 'GET',
      path: '/v2/clusters/:id/pods',
      handle: (call) => ok({ pods: membersOf(world, find(call).id).map(shown) }),
    },
  ]
}
