import { catalogPaths } from '../catalog.ts'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'

const { same, field, drop, hide, serve } = between<V1.Pod, V2.Worker>()

/** What v1 showed of a pod and v2 does not say of a worker. */
const UNSAID = [
  'adjustedCostPerHr',
  'aiApiId',
  'consumerUserId',
  'containerDiskInGb',
  'containerRegistryAuthId',
  'costPerHr',
  'cpuFlavorId',
  'createdAt',
  'dockerEntrypoint',
  'dockerStartCmd',
  'env',
  'globalNetworking',
  'interruptible',
  'lastStatusChange',
  'locked',
  'machineId',
  'memoryInGb',
  'name',
  'networkVolume',
  'networkVolumeId',
  'portMappings',
  'ports',
  'publicIp',
  'savingsPlans',
  'template',
  'templateId',
  'vcpuCount',
  'volumeEncrypted',
  'volumeInGb',
  'volumeMountPath',
] as const

const IN_CATALOG = `the names of GPU types are in v2's catalog (GET ${catalogPaths.gpus})`

/** Where the workers of an endpoint are. */
export const workerList = {
  path: '/v2/serverless/{id}/workers',
  list: 'workers',
  version: 'endpointVersion',
} as const

/** A serverless worker, which v1 showed as a pod. */
export const workers = mapping('v1.workers', {
  facets: { read: [V1.Pod, V2.Worker] },
  rows: [
    same('id'),
    same('image'),
    field('imageName', 'image'),
    field('gpu.id', 'gpuTypeId'),
    field('gpu.count', 'gpuCount'),
    same('gpuCount'),
    field('machine.gpuTypeId', 'gpuTypeId'),
    field('machine.dataCenterId', 'dataCenterId'),
    field('lastStartedAt', 'startedAt'),
    field('slsVersion', 'version'),
    serve('endpointId', 'expandWorkers', 'the endpoint is the one whose workers were asked for'),
    drop('desiredStatus', 'a worker is there to run', { neutral: 'RUNNING' }),
    drop('gpu.displayName', IN_CATALOG),
    drop('machine.gpuDisplayName', IN_CATALOG),
    drop('gpu', 'prices of GPU types are in the catalog'),
    drop('machine', 'of the machine, v2 says only where it is and what GPU it has'),
    ...UNSAID.map((name) => drop(name, 'v2 does not say this of a worker')),
    hide('status', 'the states of a worker have no v1 name'),
    hide('isStale', 'v1 did not say it'),
    hide('uptimeSeconds', 'v1 did not say it of workers'),
  ],
})
