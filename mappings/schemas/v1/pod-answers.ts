import { z } from 'zod'
import { beyondSpec } from '../marks.ts'
import { NetworkVolume } from './network-volumes.ts'
import { DesiredStatus } from './pods.ts'
import { Template } from './templates.ts'
import { ShownEnv } from './values.ts'

/** USD per hour. */
const price = z.number().optional()

/** A GPU type with its list prices. */
export const GpuType = z.object({
  id: z.string().optional(),
  count: z.int().optional(),
  displayName: z.string().optional(),
  securePrice: price,
  communityPrice: price,
  oneMonthPrice: price,
  threeMonthPrice: price,
  sixMonthPrice: price,
  oneWeekPrice: price,
  communitySpotPrice: price,
  secureSpotPrice: price,
})
export type GpuType = z.infer<typeof GpuType>

const CpuType = z.object({
  id: z.string().optional(),
  displayName: z.string().optional(),
  cores: z.number().optional(),
  threadsPerCore: z.number().optional(),
  groupId: z.string().optional(),
})

/** The host a pod runs on; only with `includeMachine`. */
export const Machine = z.object({
  minPodGpuCount: z.int().optional(),
  gpuTypeId: z.string().optional(),
  gpuType: GpuType.optional(),
  cpuCount: z.int().optional(),
  cpuTypeId: z.string().optional(),
  cpuType: CpuType.optional(),
  location: z.string().optional(),
  dataCenterId: z.string().optional(),
  diskThroughputMBps: z.int().optional(),
  maxDownloadSpeedMbps: z.int().optional(),
  maxUploadSpeedMbps: z.int().optional(),
  supportPublicIp: z.boolean().optional(),
  secureCloud: z.boolean().optional(),
  maintenanceStart: z.string().optional(),
  maintenanceEnd: z.string().optional(),
  maintenanceNote: z.string().optional(),
  note: z.string().optional(),
  costPerHr: price,
  currentPricePerGpu: price,
  gpuAvailable: z.int().optional(),
  gpuDisplayName: z.string().optional(),
})
export type Machine = z.infer<typeof Machine>

/** A prepaid discount on a pod; only with `includeSavingsPlans`. */
export const SavingsPlan = z.object({
  costPerHr: price,
  endTime: z.string().optional(),
  gpuTypeId: z.string().optional(),
  id: z.string().optional(),
  podId: z.string().optional(),
  startTime: z.string().optional(),
})
export type SavingsPlan = z.infer<typeof SavingsPlan>

const RECORDED = 'recorded answers carry it and clients read it'

/** A pod as v1 answered it. */
export const Pod = z.object({
  adjustedCostPerHr: price,
  /** The older name of endpointId. */
  aiApiId: z.string().optional(),
  consumerUserId: z.string().optional(),
  containerDiskInGb: z.int().optional(),
  containerRegistryAuthId: z.string().optional(),
  costPerHr: price,
  cpuFlavorId: z.string().optional(),
  createdAt: beyondSpec(z.string(), RECORDED).optional(),
  desiredStatus: DesiredStatus.optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  endpointId: z.string().optional(),
  env: ShownEnv.optional(),
  globalNetworking: beyondSpec(z.boolean(), 'what a create sets can be read back').optional(),
  gpu: GpuType.optional(),
  gpuCount: beyondSpec(z.int(), RECORDED).optional(),
  id: z.string().optional(),
  image: z.string().optional(),
  imageName: beyondSpec(z.string(), RECORDED).optional(),
  interruptible: z.boolean().optional(),
  lastStartedAt: z.string().optional(),
  lastStatusChange: z.string().optional(),
  locked: z.boolean().optional(),
  machine: Machine.optional(),
  machineId: z.string().optional(),
  memoryInGb: z.number().optional(),
  name: z.string().max(191).optional(),
  networkVolume: NetworkVolume.optional(),
  networkVolumeId: beyondSpec(z.string(), RECORDED).optional(),
  /** Container port to public port; null while it does not run. */
  portMappings: z.record(z.string(), z.int()).nullable().optional(),
  ports: z.array(z.string()).optional(),
  publicIp: z.ipv4().nullable().optional(),
  savingsPlans: z.array(SavingsPlan).optional(),
  /** Version of the endpoint a worker belongs to. */
  slsVersion: z.int().optional(),
  template: beyondSpec(Template, 'includeTemplate asks for it').optional(),
  templateId: z.string().optional(),
  vcpuCount: z.number().optional(),
  volumeEncrypted: z.boolean().optional(),
  volumeInGb: z.int().optional(),
  volumeMountPath: z.string().optional(),
})
export type Pod = z.infer<typeof Pod>

/** Answer of GET /v1/pods: a bare array. */
export const PodList = z.array(Pod)
export type PodList = z.infer<typeof PodList>
