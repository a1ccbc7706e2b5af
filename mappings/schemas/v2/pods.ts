import { z } from 'zod'
import { Cloud, Cpu, CpuCreate, Gpu, GpuCreate } from './compute.ts'
import { containerFields, DataCenterId, shownContainerFields } from './container.ts'
import { Mounts } from './mounts.ts'
import { imageUnlessTemplate, oneCompute, rule } from './rules.ts'
import { DateTime } from './times.ts'

/** A pod's life: PROVISIONING -> STARTING -> RUNNING, then EXITED when stopped. */
export const PodStatus = z.enum(['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED'])
export type PodStatus = z.infer<typeof PodStatus>

/** What may be done to a pod; a pod lists those its status allows. */
export const PodAction = z.enum(['start', 'stop', 'restart', 'terminate'])
export type PodAction = z.infer<typeof PodAction>

/** {@link PodCreate} before its rules. */
export const PodCreateFields = z.strictObject({
  ...containerFields,
  name: z.string().min(1),
  cloud: Cloud.optional(),
  cpu: CpuCreate.optional(),
  /** In order of preference; empty or absent: any. */
  dataCenterIds: z.array(DataCenterId).optional(),
  globalNetworking: z.boolean().optional(),
  gpu: GpuCreate.optional(),
  mounts: Mounts.optional(),
  startJupyter: z.boolean().optional(),
  startSsh: z.boolean().optional(),
  templateId: z.string().min(1).optional(),
})

/** Body of POST /v2/pods: a GPU or a CPU, an image or a template. */
export const PodCreate = PodCreateFields.check(
  imageUnlessTemplate,
  oneCompute,
  rule({
    status: 400,
    message: 'a persistent mount is not available on CPU pods',
    at: ['mounts'],
    broken: ({ cpu, mounts }) => cpu !== undefined && mounts?.persistent !== undefined,
  }),
)
export type PodCreate = z.infer<typeof PodCreate>

/** {@link PodUpdate} before its rule. */
export const PodUpdateFields = z.strictObject({
  ...containerFields,
  globalNetworking: z.boolean().optional(),
  locked: z.boolean().optional(),
  mounts: Mounts.optional(),
  name: z.string().min(1).optional(),
  /** Its container settings are applied once; the body's win. */
  templateId: z.string().optional(),
})

/** Body of PATCH /v2/pods/{id}: what is left out stays as it is. Mounts can be changed, never cleared. */
export const PodUpdate = PodUpdateFields.check(
  rule({
    status: 400,
    message: 'mounts cannot be cleared',
    at: ['mounts', 'network'],
    broken: ({ mounts }) => mounts?.network?.length === 0,
  }),
)
export type PodUpdate = z.infer<typeof PodUpdate>

/** Body of POST /v2/pods/{id}/action. */
export const PodActionRequest = z.strictObject({ action: PodAction })
export type PodActionRequest = z.infer<typeof PodActionRequest>

/** Load in percent. */
const Utilization = z.object({ util: z.int().optional() })

const PodGpuUtilization = z.object({ util: z.int().optional(), memoryUtil: z.int().optional() })

/** A port of the running container and where it can be reached. */
export const PodRuntimePort = z.object({
  private: z.int().optional(),
  public: z.int().nullable().optional(),
  type: z.string().optional(),
  ip: z.string().nullable().optional(),
})
export type PodRuntimePort = z.infer<typeof PodRuntimePort>

/** Live figures of a running pod. */
export const PodRuntime = z.object({
  /** Seconds since the container started. */
  uptime: z.int().optional(),
  gpus: z.array(PodGpuUtilization).optional(),
  cpu: Utilization.optional(),
  memory: Utilization.optional(),
  ports: z.array(PodRuntimePort).optional(),
})
export type PodRuntime = z.infer<typeof PodRuntime>

const PodSshEndpoint = z.object({
  host: z.string(),
  port: z.int(),
  username: z.string(),
  command: z.string(),
})

/** How to reach a pod by SSH: through the service's proxy (a shell only), or straight to its port 22. */
export const PodSsh = z.object({ proxy: PodSshEndpoint.nullable(), direct: PodSshEndpoint.nullable() })
export type PodSsh = z.infer<typeof PodSsh>

/** A pod's private address across data centers; `ip` and `internalDns` only when enabled. */
export const PodGlobalNetworking = z.object({
  enabled: z.boolean(),
  ip: z.string().optional(),
  internalDns: z.string().optional(),
})
export type PodGlobalNetworking = z.infer<typeof PodGlobalNetworking>

/** A pod's place in its cluster. */
export const PodCluster = z.strictObject({
  id: z.string(),
  rank: z.int().nullable(),
  role: z.enum(['SLURM_CONTROLLER', 'SLURM_COMPUTE', 'RAY_HEAD', 'RAY_WORKER']).optional(),
  ip: z.string().optional(),
})
export type PodCluster = z.infer<typeof PodCluster>

/** A pod as v2 answers it. */
export const Pod = z.object({
  ...shownContainerFields,
  id: z.string(),
  name: z.string(),
  status: PodStatus,
  actions: z.array(PodAction),
  mounts: Mounts,
  gpu: Gpu.optional(),
  cpu: Cpu.optional(),
  cloud: Cloud,
  dataCenterId: z.string().nullable(),
  cudaVersion: z.string().nullable(),
  ssh: PodSsh,
  cluster: PodCluster.optional(),
  /** Id of the template it was created from. */
  template: z.string().nullable(),
  /** USD per hour. */
  cost: z.number(),
  locked: z.boolean(),
  globalNetworking: PodGlobalNetworking,
  /** Null while it does not run. */
  runtime: PodRuntime.nullable(),
  createdAt: DateTime,
  startedAt: DateTime.nullable(),
})
export type Pod = z.infer<typeof Pod>

/** Answer of GET /v2/pods and GET /v2/clusters/{id}/pods. */
export const PodList = z.object({ pods: z.array(Pod) })
export type PodList = z.infer<typeof PodList>

/** Query of GET /v2/pods. */
export const PodListQuery = z.object({ includeClusterPods: z.boolean().optional() })
export type PodListQuery = z.infer<typeof PodListQuery>
