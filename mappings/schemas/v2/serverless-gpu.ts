import { z } from 'zod'
import { CudaVersion } from './container.ts'
import { oneCudaConstraint, rule, unique } from './rules.ts'

const Pools = z.array(z.string()).min(1)

/** GPU type ids taken out of the chosen pools; not blank, and not already written as a subtraction. */
const ExcludedTypes = z
  .array(z.string().regex(/^\s*[^-\s]/))
  .check(unique)
  .meta({ uniqueItems: true })

const selection = {
  excludedTypes: ExcludedTypes.optional(),
  /** GPUs a worker. */
  count: z.int().min(1).optional(),
} as const

/** {@link EndpointGpuCreate} before its rule. */
export const EndpointGpuCreateFields = z.strictObject({
  ...selection,
  pools: Pools,
  allowedCudaVersions: z.array(CudaVersion).optional(),
  minCudaVersion: CudaVersion.optional(),
})

/** GPUs of a new endpoint: pools of the catalog, less some types. */
export const EndpointGpuCreate = EndpointGpuCreateFields.check(oneCudaConstraint)
export type EndpointGpuCreate = z.infer<typeof EndpointGpuCreate>

/** {@link EndpointGpuUpdate} before its rules. */
export const EndpointGpuUpdateFields = z.strictObject({
  ...selection,
  pools: Pools.optional(),
  /** `[]` clears it. */
  allowedCudaVersions: z.array(CudaVersion).optional(),
  /** `""` clears it. */
  minCudaVersion: z
    .string()
    .regex(/^$|^\d+\.\d+$/)
    .optional(),
})

/** A change of an endpoint's GPUs. Pools and excluded types are one selection: pools without exclusions clears them. */
export const EndpointGpuUpdate = EndpointGpuUpdateFields.check(
  oneCudaConstraint,
  rule({
    status: 422,
    message: "'excludedTypes' requires 'pools'",
    broken: ({ excludedTypes, pools }) => excludedTypes !== undefined && pools === undefined,
  }),
)
export type EndpointGpuUpdate = z.infer<typeof EndpointGpuUpdate>

/** An endpoint's GPUs as an answer shows them. */
export const EndpointGpu = z.object({
  ...selection,
  pools: Pools,
  allowedCudaVersions: z.array(z.string()),
  minCudaVersion: z.string().nullable(),
})
export type EndpointGpu = z.infer<typeof EndpointGpu>
