import { z } from 'zod'
import { CudaVersion } from './container.ts'
import { oneCudaConstraint } from './rules.ts'

/** Where pods and their prices come from. */
export const Cloud = z.enum(['SECURE', 'COMMUNITY'])
export type Cloud = z.infer<typeof Cloud>

/** GPUs of a pod; `id` is a GPU type's id from the catalog, not a pool. */
export const Gpu = z.object({ id: z.string(), count: z.int().min(1).optional() })
export type Gpu = z.infer<typeof Gpu>

/** {@link GpuCreate} before its rule. */
export const GpuCreateFields = z.strictObject({
  ...Gpu.shape,
  allowedCudaVersions: z.array(CudaVersion).optional(),
  minCudaVersion: CudaVersion.optional(),
})

/** GPUs asked for by a new pod, with what CUDA their host must have. */
export const GpuCreate = GpuCreateFields.check(oneCudaConstraint)
export type GpuCreate = z.infer<typeof GpuCreate>

/** CPUs asked for; `id` is a flavor of the catalog, `vcpuCount` a power of two it offers. Memory follows from both. */
export const CpuCreate = z.strictObject({ id: z.string().min(1), vcpuCount: z.int().min(2) })
export type CpuCreate = z.infer<typeof CpuCreate>

/** CPUs as an answer shows them. */
export const Cpu = z.object({
  ...CpuCreate.shape,
  /** GB. */
  memory: z.int().min(1),
})
export type Cpu = z.infer<typeof Cpu>
