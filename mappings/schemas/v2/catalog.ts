import { z } from 'zod'
import { VolumeType } from './network-volumes.ts'

/** How likely a create is to find capacity. */
export const AvailabilityLevel = z.enum(['NONE', 'LOW', 'MEDIUM', 'HIGH'])
export type AvailabilityLevel = z.infer<typeof AvailabilityLevel>

const Availability = z.object({ id: z.string(), name: z.string(), availability: AvailabilityLevel })

/** Parts of an answer that come only with `include=AVAILABILITY`. */
const availability = {
  availability: AvailabilityLevel.optional(),
  /** Left out when there is nothing anywhere. */
  dataCenters: z.array(Availability).optional(),
} as const

/** A GPU type: `id` is what pods ask for, `pool` what serverless endpoints ask for (null: not to be had there). */
export const GpuType = z.object({
  id: z.string(),
  name: z.string(),
  pool: z.string().nullable(),
  manufacturer: z.enum(['NVIDIA', 'AMD', 'UNKNOWN']),
  /** GB. */
  memory: z.int(),
  secure: z.boolean(),
  community: z.boolean(),
  /** USD per GPU and hour. */
  price: z.object({ secure: z.number(), community: z.number(), serverless: z.number().optional() }),
  /** GPUs on one pod at most. */
  maxCount: z.object({ secure: z.int(), community: z.int() }),
  ...availability,
  cudaVersions: z
    .array(z.object({ version: z.string().regex(/^\d+\.\d+$/), available: z.boolean() }))
    .optional(),
})
export type GpuType = z.infer<typeof GpuType>

/** Answer of GET /v2/catalog/gpus. */
export const GpuTypeList = z.object({ gpus: z.array(GpuType) })
export type GpuTypeList = z.infer<typeof GpuTypeList>

/** A CPU flavor. */
export const CpuType = z.object({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  vcpu: z.object({ min: z.int(), max: z.int() }),
  ramGbPerVcpu: z.number(),
  /** USD per vCPU and hour. */
  price: z.object({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  ...availability,
})
export type CpuType = z.infer<typeof CpuType>

/** Answer of GET /v2/catalog/cpus. */
export const CpuTypeList = z.object({ cpus: z.array(CpuType) })
export type CpuTypeList = z.infer<typeof CpuTypeList>

export const DataCenterRegion = z.enum([
  'NORTH_AMERICA',
  'SOUTH_AMERICA',
  'EUROPE',
  'ASIA',
  'MIDDLE_EAST',
  'AFRICA',
  'OCEANIA',
  'ANTARCTICA',
  'UNKNOWN',
])
export type DataCenterRegion = z.infer<typeof DataCenterRegion>

/** Certifications a data center holds. */
export const Compliance = z.enum([
  'GDPR',
  'ISO_IEC_27001',
  'ISO_14001',
  'PCI_DSS',
  'HITRUST',
  'SOC_1_TYPE_2',
  'SOC_2_TYPE_2',
  'SOC_3_TYPE_2',
  'ITAR',
  'FISMA_HIGH',
  'HIPAA',
  'RENEWABLE',
])
export type Compliance = z.infer<typeof Compliance>

/** A data center. The availabilities come only when asked for, and only where it offers any. */
export const DataCenter = z.object({
  id: z.string(),
  name: z.string(),
  region: DataCenterRegion,
  globalNetwork: z.boolean(),
  networkVolumeTypes: z.array(VolumeType),
  compliance: z.array(Compliance),
  gpuAvailability: z.array(Availability).optional(),
  cpuAvailability: z.array(Availability).optional(),
})
export type DataCenter = z.infer<typeof DataCenter>

/** Answer of GET /v2/catalog/datacenters. */
export const DataCenterList = z.object({ dataCenters: z.array(DataCenter) })
export type DataCenterList = z.infer<typeof DataCenterList>
