import { z } from 'zod'
import { beyondSpec } from '../marks.ts'
import { anyOf, DockerArgs, decimal, Env, integer, Ports } from './tolerant.ts'
import { ComputeType, CpuFlavorId, CudaVersion, DataCenterId, GpuTypeId, Priority } from './values.ts'

const Name = z.string().max(191)

/** What a pod may be updated with; a create takes these and more. */
const updatable = {
  /** GB; null: the default. */
  containerDiskInGb: integer().nullable().optional(),
  containerRegistryAuthId: z.string().optional(),
  dockerArgs: DockerArgs.optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  env: Env.optional(),
  globalNetworking: z.boolean().optional(),
  imageName: z.string().optional(),
  locked: z.boolean().optional(),
  name: Name.optional(),
  ports: Ports.optional(),
  /** GB; null: the default, 0: none. */
  volumeInGb: integer().nullable().optional(),
  volumeMountPath: z.string().optional(),
} as const

/** Body of PATCH /v1/pods/{podId} and POST /v1/pods/{podId}/update. */
export const PodUpdate = z.strictObject(updatable)
export type PodUpdate = z.infer<typeof PodUpdate>

/** Where a new pod may be placed and on what; lists are choices. */
const placement = {
  allowedCudaVersions: z.array(CudaVersion).optional(),
  cloudType: z.enum(['SECURE', 'COMMUNITY']).optional(),
  computeType: ComputeType.optional(),
  /** ISO 3166-1 alpha-2. */
  countryCodes: z.array(z.string()).optional(),
  cpuFlavorIds: z.array(CpuFlavorId).optional(),
  cpuFlavorPriority: Priority.optional(),
  dataCenterIds: z.array(DataCenterId).optional(),
  dataCenterPriority: Priority.optional(),
  gpuCount: integer({ minimum: 1 }).optional(),
  gpuTypeId: beyondSpec(GpuTypeId, 'clients moved over from GraphQL send the single id').optional(),
  gpuTypeIds: z.array(GpuTypeId).optional(),
  gpuTypePriority: Priority.optional(),
  /** Spot: cheaper, and may be taken away. */
  interruptible: z.boolean().optional(),
  minCudaVersion: beyondSpec(CudaVersion, 'a command-line client sends it on pod create').optional(),
  /** MB a second. */
  minDiskBandwidthMBps: decimal().optional(),
  /** Mbit a second. */
  minDownloadMbps: decimal().optional(),
  /** GB. */
  minRAMPerGPU: integer().optional(),
  /** Mbit a second. */
  minUploadMbps: decimal().optional(),
  minVCPUPerGPU: integer().optional(),
  region: beyondSpec(z.string(), 'a training platform sends it on pod create').optional(),
  supportPublicIp: z.boolean().optional(),
  vcpuCount: integer().optional(),
} as const

/** Body of POST /v1/pods. Nothing is required. */
export const PodCreate = z.strictObject({
  ...updatable,
  ...placement,
  networkVolumeId: z.string().optional(),
  templateId: z.string().optional(),
})
export type PodCreate = z.infer<typeof PodCreate>

/** What a pod was told to be. */
export const DesiredStatus = z.enum(['RUNNING', 'EXITED', 'TERMINATED'])
export type DesiredStatus = z.infer<typeof DesiredStatus>

/** Query of GET /v1/pods/{podId}: parts that are left out of the answer unless asked for. */
export const PodQuery = z.object({
  includeMachine: z.boolean().optional(),
  includeNetworkVolume: z.boolean().optional(),
  includeSavingsPlans: z.boolean().optional(),
  includeTemplate: z.boolean().optional(),
  /** On a list: serverless workers too. */
  includeWorkers: z.boolean().optional(),
})
export type PodQuery = z.infer<typeof PodQuery>

/** Query of GET /v1/pods: every filter must be met, by any of a filter's values. Parsed, each filter is a list. */
export const PodListQuery = z.object({
  ...PodQuery.shape,
  computeType: anyOf(ComputeType).optional(),
  cpuFlavorId: z.array(z.string()).optional(),
  dataCenterId: z.array(z.string()).optional(),
  desiredStatus: anyOf(DesiredStatus).optional(),
  endpointId: anyOf(z.string().max(191)).optional(),
  gpuTypeId: z.array(z.string()).optional(),
  id: anyOf(z.string()).optional(),
  imageName: anyOf(z.string()).optional(),
  name: anyOf(Name).optional(),
  networkVolumeId: anyOf(z.string()).optional(),
  templateId: anyOf(z.string()).optional(),
})
export type PodListQuery = z.infer<typeof PodListQuery>
