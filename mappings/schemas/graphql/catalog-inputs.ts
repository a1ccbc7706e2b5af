import { z } from 'zod'
import { Compliance } from './enums.ts'
import { nullable } from './shape.ts'

export const GpuTypeFilter = nullable({ id: z.string(), ids: z.array(z.string()), cluster: z.boolean() })
export const CpuFlavorInput = nullable({ id: z.string() })
export const SpecificsInput = nullable({ dataCenterId: z.string(), instanceId: z.string() })

export const GpuLowestPriceInput = nullable({
  gpuCount: z.int(),
  secureCloud: z.boolean(),
  dataCenterId: z.string(),
  countryCode: z.string(),
  includeAiApi: z.boolean(),
  minVcpuCount: z.int(),
  minMemoryInGb: z.int(),
  minDisk: z.int(),
  minDownload: z.int(),
  minUpload: z.int(),
  totalDisk: z.int(),
  supportPublicIp: z.boolean(),
  cudaVersion: z.string(),
  minCudaVersion: z.string(),
  allowedCudaVersions: z.array(z.string()),
  compliance: z.array(Compliance),
})

export const GpuAvailabilityInput = nullable({
  gpuCount: z.int(),
  secureCloud: z.boolean(),
  minDisk: z.int(),
  minMemoryInGb: z.int(),
  minVcpuCount: z.int(),
  allowedCudaVersions: z.array(z.string()),
  includeAiApi: z.boolean(),
})
