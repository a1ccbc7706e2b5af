import { catalogPaths } from '../catalog.ts'
import { firstOf } from '../codecs/first-of.ts'
import { portMappings, publicIp } from '../codecs/runtime-ports.ts'
import { desiredStatus, networkingOn, secureCloud } from '../codecs/states.ts'
import { wholeNumber } from '../codecs/whole-number.ts'
import { absent, either, present } from '../dsl/facts.ts'
import { mapping } from '../dsl/mapping.ts'
import { between, type Row } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'
import { container } from './container.ts'
import { podStorage } from './storage.ts'

type Old = V1.PodCreate | V1.PodUpdate | V1.Pod | V1.PodListQuery
type New = V2.PodCreate | V2.PodCreateWithMinimums | V2.PodUpdate | V2.Pod
const { same, field, drop, refuse, hide, serve, cases, when, otherwise } = between<Old, New>()

const NO_MINIMUM = 'v2 places by GPU type alone; choose a type whose machines have enough'

const CPU_PODS_ONLY = 'v2 says it of CPU pods alone, and nothing of what comes with the GPUs of others'

/** What a pod runs on. v1 inferred it from nothing: without computeType it is a GPU pod. */
const compute = cases(
  when({ computeType: either('GPU', absent) }, { gpu: present, cpu: absent }, [
    field('gpuTypeIds', 'gpu.id', { via: firstOf, by: 'gpuFallback' }),
    field('gpuTypeId', 'gpu.id', {
      only: 'up',
      why: "GraphQL's name for a single type; v1 callers send it too",
    }),
    field('gpuCount', 'gpu.count', {
      via: wholeNumber,
      or: 1,
      always: true,
      on: ['create'],
      why: 'v1 gave one GPU to a caller who said nothing; v2 wants the count said',
    }),
    field('allowedCudaVersions', 'gpu.allowedCudaVersions'),
    field('minCudaVersion', 'gpu.minCudaVersion'),
    serve('gpuTypePriority', 'gpuFallback', 'v2 takes one GPU type; this orders the tries', {
      allow: ['availability'],
    }),
    refuse('minRAMPerGPU', { allow: { atMost: 8 }, until: 'min-resources' }, NO_MINIMUM),
    refuse('minVCPUPerGPU', { allow: { atMost: 2 }, until: 'min-resources' }, NO_MINIMUM),
    field('minRAMPerGPU', 'gpu.minMemoryPerGpu', { via: wholeNumber, since: 'min-resources' }), // GB
    field('minVCPUPerGPU', 'gpu.minVcpuCountPerGpu', { via: wholeNumber, since: 'min-resources' }),
    field('gpuCount', 'gpu.count', { on: ['read'] }),
    field('gpu.id', 'gpu.id', { on: ['read'] }),
    field('gpu.count', 'gpu.count', { on: ['read'] }),
    field('machine.gpuTypeId', 'gpu.id', { on: ['read'] }),
    drop('vcpuCount', CPU_PODS_ONLY, { on: ['read'] }),
    drop('memoryInGb', CPU_PODS_ONLY, { on: ['read'] }),
  ]),
  when({ computeType: 'CPU' }, { cpu: present, gpu: absent }, [
    field('cpuFlavorIds', 'cpu.id', { via: firstOf, by: 'cpuFallback' }),
    field('vcpuCount', 'cpu.vcpuCount', {
      via: wholeNumber,
      or: 2,
      always: true,
      why: 'v1 gave two vCPUs to a caller who said nothing; v2 wants the count said',
    }),
    serve('cpuFlavorPriority', 'cpuFallback', 'v2 takes one CPU flavor; this orders the tries', {
      allow: ['availability'],
    }),
    field('cpuFlavorId', 'cpu.id', { on: ['read'] }),
    field('memoryInGb', 'cpu.memory'),
  ]),
)

/** Where a pod runs. */
const placement: readonly Row[] = [
  field('cloudType', 'cloud', {
    or: 'SECURE',
    why: 'v1 placed a caller who said nothing in the secure cloud',
  }),
  same('dataCenterIds'),
  serve('countryCodes', 'countryPlacement', 'v2 places by data center'),
  drop('dataCenterPriority', 'v2 tries data centers in the order given', {
    allow: ['availability', 'custom'],
  }),
  drop('region', 'v1 knew no regions either; say dataCenterIds or countryCodes'),
  same('globalNetworking', { on: ['create', 'update'] }),
  refuse(
    'interruptible',
    { allow: [false], neutral: false },
    'v2 has no spot pods; leave it out to get one that stays',
  ),
  cases(
    when(
      { cloudType: 'COMMUNITY' },
      {},
      [
        refuse(
          'supportPublicIp',
          { allow: [false] },
          'v2 cannot be asked for a public address; pods of the secure cloud have one where a TCP port is exposed',
        ),
      ],
      { on: ['create'] },
    ),
    otherwise([
      drop('supportPublicIp', 'pods of the secure cloud have a public address where a TCP port is exposed', {
        allow: [false],
      }),
    ]),
  ),
  refuse('minDownloadMbps', { allow: [0] }, 'v2 cannot be asked for a network speed'),
  refuse('minUploadMbps', { allow: [0] }, 'v2 cannot be asked for a network speed'),
  refuse('minDiskBandwidthMBps', { allow: [0] }, 'v2 cannot be asked for a disk speed'),
]

/** What only an answer says. */
const answers: readonly Row[] = [
  same('id'),
  field('image', 'image', { on: ['read'] }),
  field('desiredStatus', 'status', { via: desiredStatus, on: ['read'] }),
  field('costPerHr', 'cost'),
  field('adjustedCostPerHr', 'cost'),
  same('createdAt'),
  field('lastStartedAt', 'startedAt'),
  field('publicIp', 'runtime.ports', { via: publicIp, neutral: null }),
  field('portMappings', 'runtime.ports', { via: portMappings, neutral: null }),
  field('globalNetworking', 'globalNetworking', { via: networkingOn, on: ['read'] }),
  field('templateId', 'template', { on: ['read'] }),
  field('machine.dataCenterId', 'dataCenterId'),
  field('machine.secureCloud', 'cloud', { via: secureCloud }),
  serve('gpu.displayName', 'gpuNames', "the names of GPU types are in v2's catalog", { reads: 'gpu.id' }),
  serve('machine.gpuDisplayName', 'gpuNames', "the names of GPU types are in v2's catalog", {
    reads: 'machine.gpuTypeId',
  }),
  drop('machine', 'of the machine, v2 says only where it is and what GPU it has'),
  drop('gpu', `prices of GPU types are in the catalog (GET ${catalogPaths.gpus})`),
  drop('machineId', 'v2 does not name machines'),
  drop('consumerUserId', 'v2 does not say who owns what: a key sees its own account'),
  drop('aiApiId', 'serverless workers are listed by endpoint (GET /v2/serverless/{id}/workers)'),
  drop('endpointId', 'serverless workers are listed by endpoint (GET /v2/serverless/{id}/workers)', {
    on: ['read'],
  }),
  drop('slsVersion', 'serverless workers are listed by endpoint (GET /v2/serverless/{id}/workers)'),
  drop('lastStatusChange', 'v2 says when a pod was made and started, not when its state changed'),
  drop('volumeEncrypted', 'v2 does not say whether a volume is encrypted', { neutral: false }),
  serve('savingsPlans', 'expandSavingsPlans', 'v2 has no savings plans'),
  serve(
    'networkVolume',
    'expandNetworkVolume',
    'v2 says the id (networkVolumeId); the rest is one call away',
  ),
  serve('template', 'expandTemplate', 'v2 says the id (templateId); the rest is one call away'),
  hide('status', 'the finer states (PROVISIONING, STARTING, ERROR) have no v1 name', { on: ['read'] }),
  hide('actions', 'v1 did not say what may be done'),
  hide('cudaVersion', 'v1 did not say it'),
  hide('ssh', 'v1 callers build the address from publicIp and portMappings'),
  hide('cluster', 'v1 did not list the pods of clusters'),
  hide('runtime', 'of what runs, v1 told the ports'),
]

/** What GET /v1/pods could be asked. */
const queries: readonly Row[] = [
  serve('computeType', 'listFilters', 'v2 lists everything', {
    on: ['query'],
    reads: { GPU: { 'gpu.id': present }, CPU: { cpuFlavorId: present } },
  }),
  serve('cpuFlavorId', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'cpuFlavorId' }),
  serve('dataCenterId', 'listFilters', 'v2 lists everything', {
    on: ['query'],
    reads: 'machine.dataCenterId',
  }),
  serve('desiredStatus', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'desiredStatus' }),
  serve('endpointId', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'endpointId' }),
  serve('gpuTypeId', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'gpu.id' }),
  serve('id', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'id' }),
  serve('imageName', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'imageName' }),
  serve('name', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'name' }),
  serve('networkVolumeId', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'networkVolumeId' }),
  serve('templateId', 'listFilters', 'v2 lists everything', { on: ['query'], reads: 'templateId' }),
  serve(
    'includeMachine',
    'gpuNames',
    "what v2 says of the machine is always there; the GPU's name (gpuDisplayName) is in its catalog",
  ),
  serve(
    'includeNetworkVolume',
    'expandNetworkVolume',
    'v2 says the id (networkVolumeId); the rest is one call away',
    {
      with: ['networkVolume'],
      reads: 'networkVolumeId',
    },
  ),
  serve('includeSavingsPlans', 'expandSavingsPlans', 'v2 has no savings plans', { with: ['savingsPlans'] }),
  serve('includeTemplate', 'expandTemplate', 'v2 says the id (templateId); the rest is one call away', {
    with: ['template'],
    reads: 'templateId',
  }),
  serve('includeWorkers', 'workersAsPods', 'v2 lists workers by endpoint', { with: ['endpointId'] }),
]

/** Pods: the container, what it runs on, where, on what storage, and what an answer says of it. */
export const pods = mapping('v1.pods', {
  facets: {
    create: [V1.PodCreate, V2.PodCreate],
    update: [V1.PodUpdate, V2.PodUpdate],
    read: [V1.Pod, V2.Pod],
    query: [V1.PodListQuery, undefined],
  },
  since: { 'min-resources': { create: [V1.PodCreate, V2.PodCreateWithMinimums] } },
  defaultsUnless: { templateId: present },
  blankIsAbsent: ['create'],
  rows: [
    ...container,
    field('name', 'name', {
      or: 'my pod',
      always: true,
      on: ['create', 'update', 'read'],
      why: 'v1 named the pod of a caller who said nothing; v2 wants a name',
    }),
    same('templateId', {
      on: ['create'],
      why: 'v2 applies a template once: a later change of it does not reach this pod',
    }),
    same('locked', { on: ['update', 'read'] }),
    serve('locked', 'lockAfterCreate', 'v2 creates pods unlocked', { on: ['create'] }),
    compute,
    podStorage,
    ...placement,
    ...answers,
    ...queries,
    hide('startSsh', 'v1 had no such switch: v2 starts SSH where its own default says so'),
    hide('startJupyter', 'v1 had no such switch: v2 starts a notebook where its own default says so'),
  ],
})
