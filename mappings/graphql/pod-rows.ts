import type { z } from 'zod'
import { environmentPairs } from '../codecs/environment.ts'
import { portList } from '../codecs/ports.ts'
import { registryId } from '../codecs/registry-id.ts'
import { desiredStatus, secureCloud } from '../codecs/states.ts'
import { absent, either, present } from '../dsl/facts.ts'
import { mapping } from '../dsl/mapping.ts'
import { between, type Row } from '../dsl/row.ts'
import {
  deployCpuPodInput,
  PodEditJobInput,
  PodFindAndDeployOnDemandInput,
} from '../schemas/graphql/pod-inputs.ts'
import { Pod } from '../schemas/graphql/pods.ts'
import * as V2 from '../schemas/v2/index.ts'
import { commaList, environmentLines, gpuLoads, instanceId, onlyOne, runtimePortList } from './codecs.ts'

const onGpu = PodFindAndDeployOnDemandInput
const onCpu = deployCpuPodInput
const edit = PodEditJobInput.omit({ podId: true })

type Old = z.infer<typeof onGpu> | z.infer<typeof onCpu> | z.infer<typeof edit> | z.infer<typeof Pod>
type New = V2.PodCreate | V2.PodUpdate | V2.Pod
const { same, field, drop, refuse, serve, hide, cases, when, otherwise } = between<Old, New>()

const UNSUPPORTED = 'v2 cannot be asked for it'
const GUARD = 'v2 cannot stop or end a pod by itself: without this guard it would go on costing money'

/** The container, and where it may run. */
const common: readonly Row[] = [
  field('name', 'name', { or: 'my pod', always: true, why: 'v2 wants every pod to have a name' }),
  field('imageName', 'image'),
  field('dockerArgs', 'args'),
  field('containerDiskInGb', 'disk'),
  field('env', 'env', { via: environmentPairs, on: ['create', 'update'] }),
  field('ports', 'ports', { via: portList }),
  field('containerRegistryAuthId', 'registry', { via: registryId, on: ['create', 'update'] }),
  same('templateId', {
    on: ['create'],
    why: 'v2 applies a template once: a later change of it does not reach this pod',
  }),
  same('startSsh'),
  same('startJupyter'),
  field('cloudType', 'cloud'),
  field('dataCenterId', 'dataCenterIds', { via: commaList }),
  serve('countryCode', 'countryPlacement', 'v2 places by data center'),
  drop(
    'supportPublicIp',
    `${UNSUPPORTED}; pods of the secure cloud have a public address where a TCP port is exposed`,
    {
      allow: [false],
    },
  ),
  drop('deployCost', 'v2 takes no price ceiling; compare the price in the catalog first', { guards: true }),
  drop('minVcpuCount', 'v2 places by GPU type alone; choose a type whose machines have enough', {
    allow: { atMost: 1 },
  }),
  drop('minMemoryInGb', 'v2 places by GPU type alone; choose a type whose machines have enough', {
    allow: { atMost: 1 },
  }),
]

/** Storage is flat here and a mount in v2. A network volume wins over host-local disk. */
const storage: Row = cases(
  when(
    { networkVolumeId: present },
    { 'mounts.network': present },
    [
      field('networkVolumeId', 'mounts.network.0.volumeId'),
      field('volumeMountPath', 'mounts.network.0.path', {
        or: '/workspace',
        always: true,
        why: 'the legacy API mounted the volume there for a caller who said nothing; v2 wants the path said',
      }),
      drop('volumeInGb', 'the legacy API ignored it beside a network volume', { allow: [0], neutral: 0 }),
    ],
    { on: ['create', 'read'] },
  ),
  {
    ...otherwise([
      cases(
        when({ volumeInGb: either(0, absent) }, { 'mounts.persistent': absent }, [
          drop('volumeMountPath', 'without a volume there is nothing to mount', {
            allow: ['', '/workspace', '/runpod-volume'],
          }),
        ]),
        otherwise([
          field('volumeInGb', 'mounts.persistent.size'),
          field('volumeMountPath', 'mounts.persistent.path', {
            or: '/workspace',
            always: true,
            why: 'the legacy API mounted the volume there for a caller who said nothing; v2 wants the path said',
          }),
        ]),
      ),
    ]),
    on: ['create', 'read'],
  },
)

/** What v2 does without, of a deploy on either kind. */
const guarded: readonly Row[] = [
  refuse('terminateAfter', {}, GUARD),
  drop('volumeKey', 'v2 does not encrypt volumes with a key of the caller', {
    allow: [''],
    on: ['create'],
  }),
]

const gpuOnly: readonly Row[] = [
  field('gpuTypeId', 'gpu.id', { on: ['create'] }),
  serve('gpuTypeIdList', 'gpuFallback', 'v2 takes one GPU type'),
  field('gpuCount', 'gpu.count', {
    on: ['create'],
    or: 1,
    always: true,
    why: 'the legacy API gave one GPU to a caller who said nothing; v2 wants the count said',
  }),
  field('allowedCudaVersions', 'gpu.allowedCudaVersions'),
  field('cudaVersion', 'gpu.allowedCudaVersions', { via: onlyOne, only: 'up', on: ['create'] }),
  field('minCudaVersion', 'gpu.minCudaVersion'),
  field('globalNetwork', 'globalNetworking'),
  refuse('stopAfter', {}, GUARD),
  ...guarded,
  refuse('savingsPlan.planLength', {}, 'v2 has no savings plans'),
  refuse('savingsPlan.upfrontCost', {}, 'v2 has no savings plans'),
  refuse('compliance', { allow: [[]] }, 'v2 cannot place a pod by certification'),
  drop('port', 'v2 has no primary port; list it in ports'),
  drop('minDisk', UNSUPPORTED, { allow: [0] }),
  drop('minDownload', UNSUPPORTED, { allow: [0] }),
  drop('minUpload', UNSUPPORTED, { allow: [0] }),
  drop('aiApiId', 'v2 keeps serverless workers apart from pods', { allow: [''] }),
]

const NO_GPUS = 'v2 does not name single GPUs'

/** What the items of a list said that are answered in other words, and v2's do not: null. */
export const unsaidOfItems: ReadonlyMap<string, string> = new Map([['runtime.gpus.id', NO_GPUS]])

/** What an answer says. Clients decode the non-null fields blindly, so those v2 lacks get a neutral value. */
const answers: readonly Row[] = [
  same('id', { on: ['read'] }),
  field('env', 'env', { via: environmentLines, on: ['read'] }),
  field('containerRegistryAuthId', 'registry', { on: ['read'] }),
  field('desiredStatus', 'status', { via: desiredStatus }),
  field('costPerHr', 'cost', { neutral: 0 }),
  field('adjustedCostPerHr', 'cost', { neutral: 0 }),
  field('gpuCount', 'gpu.count', { on: ['read'], neutral: 0 }),
  field('memoryInGb', 'cpu.memory', { neutral: 0 }),
  field('vcpuCount', 'cpu.vcpuCount', { neutral: 0, on: ['read'] }),
  field('cpuFlavorId', 'cpu.id', { on: ['read'] }),
  field('templateId', 'template', { on: ['read'] }),
  same('locked', { on: ['read'] }),
  same('createdAt'),
  field('lastStartedAt', 'startedAt'),
  field('uptimeSeconds', 'runtime.uptime', { neutral: 0 }),
  field('clusterId', 'cluster.id'),
  field('clusterIp', 'cluster.ip'),
  field('runtime.uptimeInSeconds', 'runtime.uptime'),
  field('runtime.ports', 'runtime.ports', { via: runtimePortList }),
  field('runtime.gpus', 'runtime.gpus', { via: gpuLoads }),
  field('runtime.container.cpuPercent', 'runtime.cpu.util'),
  field('runtime.container.memoryPercent', 'runtime.memory.util'),
  field('machine.podHostId', 'ssh.proxy.username'),
  field('machine.gpuTypeId', 'gpu.id', { neutral: '' }),
  field('machine.secureCloud', 'cloud', { via: secureCloud }),
  field('machine.dataCenterId', 'dataCenterId'),
  field('machine.location', 'dataCenterId', {
    neutral: '',
    only: 'down',
    why: 'v2 does not say the country; the data center tells it',
  }),
  field('machine.machineSystem.cudaVersion', 'cudaVersion', { neutral: '' }),
  drop('machine.machineSystem.kernelVersion', 'v2 does not name machines', { neutral: '' }),
  drop('machine.id', 'v2 does not name machines', { neutral: '' }),
  drop('machineId', 'v2 does not name machines', { neutral: '' }),
  drop('gpus', NO_GPUS, { neutral: [] }),
  drop('gpuPowerLimitPercent', 'v2 does not say it', { neutral: 100 }),
  drop('volumeEncrypted', 'v2 does not say it', { neutral: false }),
  drop('podType', 'v2 has only pods that stay', { neutral: 'RESERVED' }),
  serve('machine.gpuDisplayName', 'gpuNames', 'v2 says the id; the name is in the catalog', {
    reads: 'gpu.id',
  }),
  serve('networkVolume', 'expandNetworkVolume', 'v2 says the id; the rest is read', {
    reads: 'mounts.network.0.volumeId',
  }),
]

const NO_MACHINE = 'v2 does not describe machines'
const NO_SPOT = 'v2 has no spot pods'
const UNSAID = 'v2 does not say it'

/** What an answer no longer says: null, which clients read as unknown. */
const unsaid: readonly Row[] = [
  drop('lastStatusChange', UNSAID),
  drop('dockerId', UNSAID),
  drop('port', 'v2 has no primary port', { on: ['read'] }),
  drop('volumeKey', UNSAID, { on: ['read'] }),
  drop('aiApiId', 'v2 keeps serverless workers apart from pods', { on: ['read'] }),
  drop('latestTelemetry', 'v2 says the load of a running pod in runtime'),
  drop('apiKey', 'a credential is never read back'),
  drop('consumerUserId', 'v2 does not say who owns what: a key sees its own account'),
  drop('version', UNSAID),
  drop('lowestBidPriceToResume', NO_SPOT),
  drop('costMultiplier', UNSAID),
  drop('machineType', NO_MACHINE),
  drop('slsVersion', UNSAID),
  drop('registry', 'a credential is never read back; see containerRegistryAuthId'),
  drop('machine.costPerHr', NO_MACHINE),
  drop('machine.currentPricePerGpu', NO_MACHINE),
  drop('machine.runpodIp', NO_MACHINE),
  drop('machine.maxDownloadSpeedMbps', NO_MACHINE),
  drop('machine.maxUploadSpeedMbps', NO_MACHINE),
  drop('machine.diskMBps', NO_MACHINE),
  drop('machine.gpuAvailable', NO_MACHINE),
  drop('machine.machineType', NO_MACHINE),
  drop('machine.supportPublicIp', NO_MACHINE),
  drop('machine.gpuType', 'v2 says the id of the GPU type; ask gpuTypes for the rest'),
  drop('machine.cpuTypeId', NO_MACHINE),
  drop('machine.cpuType', NO_MACHINE),
  drop('machine.cpuCount', NO_MACHINE),
  drop('machine.vcpuTotal', NO_MACHINE),
  drop('machine.memoryTotal', NO_MACHINE),
  drop('machine.note', NO_MACHINE),
  drop('machine.maintenanceStart', NO_MACHINE),
  drop('machine.maintenanceEnd', NO_MACHINE),
  drop('machine.maintenanceNote', NO_MACHINE),
  drop('machine.machineSystem.os', NO_MACHINE),
  drop('machine.machineSystem.dockerVersion', NO_MACHINE),
  drop('machine.machineSystem.diskTotal', NO_MACHINE),
  drop('machine.machineSystem.diskFree', NO_MACHINE),
  hide('actions', 'what may be done follows from desiredStatus'),
  hide('ssh', 'clients build the command from machine.podHostId and the ports'),
  hide('cluster', "the legacy API said a pod's cluster id and address and no more"),
]

const MOUNT_KIND =
  'v2 takes a mount whole, as the kind that the pod has (its own volume or a network volume), which must be read first'
const ofMounts = {
  on: ['update'],
  fix: 'read the pod, and send mounts as it has them, with what is new (PATCH /v2/pods/{id})',
} as const

const editOnly: readonly Row[] = [
  serve('volumeInGb', 'wholeMount', MOUNT_KIND, ofMounts),
  serve('volumeMountPath', 'wholeMount', MOUNT_KIND, ofMounts),
]

/** GPU pods: deploy, edit, and what an answer says of any pod. */
export const graphqlPods = mapping('graphql.pods', {
  facets: { create: [onGpu, V2.PodCreate], update: [edit, V2.PodUpdate], read: [Pod, V2.Pod] },
  blankIsAbsent: ['create'],
  rows: [
    ...common,
    storage,
    ...gpuOnly,
    ...editOnly,
    ...answers,
    ...unsaid,
    serve('instanceIds', 'cpuFallback', 'a list of instances means a CPU pod', { on: ['create'] }),
    serve('computeType', 'cpuFallback', 'CPU makes a pod of another kind; leave it out for one with GPUs', {
      on: ['create'],
      allow: ['GPU'],
    }),
  ],
})

/** CPU pods: deploy. */
export const graphqlCpuPods = mapping('graphql.cpuPods', {
  facets: { create: [onCpu, V2.PodCreate], read: [Pod, V2.Pod] },
  blankIsAbsent: ['create'],
  rows: [
    ...common,
    storage,
    field('instanceId', 'cpu', {
      via: instanceId,
      why: 'the memory of an instance follows from its flavor',
    }),
    drop('gpuCount', 'a CPU pod has no GPU', { allow: [0], on: ['create'] }),
    ...guarded,
    ...answers,
    ...unsaid,
  ],
})
