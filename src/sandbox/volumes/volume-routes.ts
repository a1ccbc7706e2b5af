import {
  type NetworkVolume,
  NetworkVolumeCreate,
  NetworkVolumeUpdate,
} from '../../../mappings/schemas/v2/network-volumes.ts'
import type { Rates } from '../billing/charge.ts'
import type { Ledger } from '../billing/ledger.ts'
import { findDataCenter } from '../catalog/data-centers.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'

/** What network volumes need of the rest of the sandbox. */
export interface VolumeWorld {
  readonly table: Table<NetworkVolume>
  readonly sequences: Sequences
  readonly ledger: Ledger
  /** Names what mounts the volume, or undefined. */
  readonly userOf: (volumeId: string) => string | undefined
  /** @throws {Problem} 402 */
  readonly requireFunds: () => void
}

const HOURS_PER_MONTH = 730
/** USD per GB and hour; the catalog has no prices of storage, these are ours. */
const PRICES = { STANDARD: 0.07 / HOURS_PER_MONTH, HIGH_PERFORMANCE: 0.14 / HOURS_PER_MONTH } as const

const ratesOf = ({ size, type }: NetworkVolume): Rates => ({
  [type === 'STANDARD' ? 'standard' : 'highPerformance']: size * PRICES[type],
})

/** The tier asked for, or the data center's first. @throws {Problem} 400 where it has none of that kind */
const tierOf = ({ dataCenter, type }: NetworkVolumeCreate): NetworkVolume['type'] => {
  const tiers = findDataCenter(dataCenter)?.dataCenter.networkVolumeTypes
  if (!tiers) throw badRequest(`unknown data center '${dataCenter}'`)
  const tier = type ?? tiers[0]
  if (tier === undefined) throw badRequest(`data center '${dataCenter}' does not offer network volumes`)
  if (!tiers.includes(tier))
    throw badRequest(`data center '${dataCenter}' does not offer ${tier} network volumes`)
  return tier
}

const create = (world: VolumeWorld, body: NetworkVolumeCreate): NetworkVolume => {
  const type = tierOf(body)
  world.requireFunds()
  return save(world, { id: world.sequences.next('volume'), ...body, type })
}

const save = (world: VolumeWorld, volume: NetworkVolume): NetworkVolume => {
  world.ledger.meter('volume', volume.id, ratesOf(volume))
  return world.table.put(volume.id, volume)
}

const find = (world: VolumeWorld, id: string): NetworkVolume => {
  const volume = world.table.get(id)
  if (!volume) throw notFound('network volume')
  return volume
}

const update = (world: VolumeWorld, id: string, body: NetworkVolumeUpdate): NetworkVolume => {
  const volume = find(world, id)
  if (body.size !== undefined && body.size < volume.size) {
    throw badRequest(`size may only increase: the volume has ${volume.size} GB`)
  }
  return save(world, { ...volume, name: body.name ?? volume.name, size: body.size ?? volume.size })
}

const remove = (world: VolumeWorld, id: string): void => {
  const { id: found } = find(world, id)
  const user = world.userOf(found)
  if (user !== undefined) throw badRequest(`network volume is in use by ${user} and cannot be deleted`)
  world.ledger.meter('volume', found, {})
  world.table.delete(found)
}

/** The operations of /v2/network-volumes. */
export const volumeRoutes = (world: VolumeWorld): Route[] => [
  {
    method: 'GET',
    path: '/v2/network-volumes',
    handle: () => ok({ networkVolumes: world.table.values() }),
  },
  {
    method: 'POST',
    path: '/v2/network-volumes',
    handle: (call) => created(create(world, validate(NetworkVolumeCreate, call.body))),
  },
  { method: 'GET', path: '/v2/network-volumes/:id', handle: (call) => ok(find(world, idOf(call))) },
  {
    method: 'PATCH',
    path: '/v2/network-volumes/:id',
    handle: (call) => ok(update(world, idOf(call), validate(NetworkVolumeUpdate, call.body))),
  },
  {
    method: 'DELETE',
    path: '/v2/network-volumes/:id',
    handle: (call) => {
      remove(world, idOf(call))
      return noContent
    },
  },
]
