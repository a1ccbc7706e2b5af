import { type RestCall, restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlEndpoints, graphqlInlineTemplate } from '../../../mappings/graphql/endpoint-rows.ts'
import { graphqlPods } from '../../../mappings/graphql/pod-rows.ts'
import { completed } from '../../../mappings/graphql/together.ts'
import type { Context } from '../context.ts'
import type { Json } from '../json.ts'
import type { Selection } from '../selected.ts'
import { pathOf } from './calls.ts'
import { listOf } from './lift.ts'
import { readVolumes } from './volumes.ts'

const ONE = restCallFor('saveEndpoint').whenId as RestCall

/** v2 endpoints as GraphQL answers them; workers and releases only where they are asked for. @throws {Fault} */
export const showEndpoints = async (endpoints: readonly Json[], selection: Selection, context: Context) => {
  const asks = (name: string) => selection.of(name).length > 0
  const volumes = asks('networkVolume') || asks('networkVolumeIds') ? await readVolumes(context) : []
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const below = pathOf(ONE, String(endpoint.id))
      const [workers, releases] = await Promise.all([
        asks('pods') ? context.read(`${below}/workers`, `${ONE.path}/workers`) : undefined,
        asks('version') ? context.read(`${below}/releases`, `${ONE.path}/releases`) : undefined,
      ])
      return {
        ...showEndpoint(endpoint, volumes),
        ...(workers && { pods: listOf(workers, 'workers').map((worker) => workerAsPod(worker, endpoint)) }),
        ...(releases && {
          version: releases.endpointVersion ?? listOf(releases, 'releases')[0]?.version ?? null,
        }),
      }
    }),
  )
}

const showEndpoint = (endpoint: Json, volumes: readonly Json[]) => {
  const shown = completed('graphql.endpoints', graphqlEndpoints.read.down(endpoint), endpoint)
  const volumeOf = (id: unknown) => volumes.find((volume) => volume.id === id)
  const ids = (shown.networkVolumeIds as Json[] | undefined) ?? []
  return {
    ...shown,
    networkVolume: volumeOf(shown.networkVolumeId) ?? null,
    networkVolumeIds: ids.map((one) => ({
      ...one,
      dataCenterId: volumeOf(one.networkVolumeId)?.dataCenterId ?? null,
    })),
    // Shown as the template they came from; its id is not kept.
    template: graphqlInlineTemplate.read.down(endpoint),
  }
}

/** A worker as the pod it was: what v2 does not say of it is neutral. */
const workerAsPod = (worker: Json, endpoint: Json) =>
  graphqlPods.read.down({
    id: worker.id,
    name: worker.id,
    image: worker.image ?? endpoint.image ?? '',
    disk: endpoint.disk ?? 0,
    status: 'RUNNING',
    ...(worker.gpuTypeId ? { gpu: { id: worker.gpuTypeId, count: worker.gpuCount } } : {}),
    dataCenterId: worker.dataCenterId,
    createdAt: worker.startedAt ?? endpoint.createdAt,
    startedAt: worker.startedAt ?? endpoint.createdAt,
    mounts: {},
  })
