import { z } from 'zod'
import { Compliance } from './enums.ts'
import { nullable } from './shape.ts'

export const GpuAvailability = nullable({
  displayName: z.string(),
  gpuTypeDisplayName: z.string(),
  stockStatus: z.string(),
  available: z.boolean(),
  id: z.string(),
}).extend({ gpuTypeId: z.string() })

export const DataCenter = nullable({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  listed: z.boolean(),
  globalNetwork: z.boolean(),
  storageSupport: z.boolean(),
  s3apiEnabled: z.boolean(),
  compliance: z.array(Compliance),
  gpuAvailability: z.array(GpuAvailability),
})

/** The rate of a whole shape (`gpuCount` GPUs), unlike `GpuType.securePrice`, which is for one GPU. */
export const LowestPrice = nullable({
  gpuName: z.string(),
  gpuTypeId: z.string(),
  minimumBidPrice: z.number(),
  uninterruptablePrice: z.number(),
  stockStatus: z.string(),
  minVcpu: z.int(),
  minMemory: z.int(),
  minDisk: z.int(),
  minDownload: z.int(),
  minUpload: z.int(),
  countryCode: z.string(),
  supportPublicIp: z.boolean(),
  compliance: z.array(Compliance),
  availableGpuCounts: z.array(z.int()),
  maxUnreservedGpuCount: z.int(),
  maxGpuCount: z.int(),
  rentedCount: z.int(),
  totalCount: z.int(),
  rentalPercentage: z.number(),
})

export const GpuTypeCudaVersion = nullable({ cudaVersion: z.string(), availability: z.string() })

/** US dollars per hour and GPU. */
export const GpuType = nullable({
  displayName: z.string(),
  manufacturer: z.string(),
  memoryInGb: z.int(),
  cudaCores: z.int(),
  secureCloud: z.boolean(),
  communityCloud: z.boolean(),
  securePrice: z.number(),
  communityPrice: z.number(),
  oneMonthPrice: z.number(),
  threeMonthPrice: z.number(),
  sixMonthPrice: z.number(),
  oneWeekPrice: z.number(),
  communitySpotPrice: z.number(),
  secureSpotPrice: z.number(),
  clusterPrice: z.number(),
  maxGpuCount: z.int(),
  minPodGpuCount: z.int(),
  maxGpuCountSecureCloud: z.int(),
  maxGpuCountCommunityCloud: z.int(),
  throttled: z.boolean(),
  lowestPrice: LowestPrice,
  gpuTypeCudaVersions: z.array(GpuTypeCudaVersion),
  nodeGroupDatacenters: z.array(DataCenter),
}).extend({ id: z.string() })

export const CpuType = nullable({
  id: z.string(),
  displayName: z.string(),
  manufacturer: z.string(),
  cores: z.int(),
  threadsPerCore: z.int(),
  groupId: z.string(),
})

export const Specifics = nullable({ stockStatus: z.string(), securePrice: z.number(), slsPrice: z.number() })

export const CpuFlavor = nullable({
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  displayName: z.string(),
  minVcpu: z.number(),
  maxVcpu: z.int(),
  vcpuBurstable: z.boolean(),
  ramMultiplier: z.number(),
  diskLimitPerVcpu: z.int(),
  specifics: Specifics,
})

export const ServerlessGpuPool = nullable({ id: z.string(), gpuTypeIds: z.array(z.string()) })
