import { z } from 'zod'
import { GpuCreateFields } from './compute.ts'
import { PodCreateFields } from './pods.ts'
import { imageUnlessTemplate, oneCompute, oneCudaConstraint } from './rules.ts'

/**
 * Body of POST /v2/pods under the capability `min-resources` (mappings/hosts.ts). `minVcpuCountPerGpu` is announced; its
 * like for memory is named after it and the catalog's `memory`, until a published document says its name.
 */
export const PodCreateWithMinimums = z
  .strictObject({
    ...PodCreateFields.shape,
    gpu: z
      .strictObject({
        ...GpuCreateFields.shape,
        minVcpuCountPerGpu: z.int().min(1).optional(),
        /** GB. */
        minMemoryPerGpu: z.int().min(1).optional(),
      })
      .check(oneCudaConstraint)
      .optional(),
  })
  .check(imageUnlessTemplate, oneCompute)
export type PodCreateWithMinimums = z.infer<typeof PodCreateWithMinimums>
