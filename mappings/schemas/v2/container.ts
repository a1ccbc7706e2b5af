import { z } from 'zod'
import { openSet } from '../marks.ts'

/** Environment of a container: names to values. */
export const Env = z.record(z.string(), z.string())
export type Env = z.infer<typeof Env>

/** A CUDA version as `major.minor`. */
export const CudaVersion = z.string().regex(/^\d+\.\d+$/)

/** Data centers come and go without a new API version, so their ids are plain strings. */
export const DataCenterId = openSet('data centers open and close; GET /v2/catalog/datacenters lists them')

/** What every containerised resource takes; all optional here, each resource says what it requires. */
export const baseContainerFields = {
  /** Arguments for the image's entrypoint, split as a shell would. */
  args: z.string().optional(),
  /** Container disk in GB; lost on restart. */
  disk: z.int().min(1).optional(),
  env: Env.optional(),
  /** Image reference. */
  image: z.string().optional(),
  /** Each `port/protocol`, e.g. `8888/http`. */
  ports: z.array(z.string()).optional(),
} as const

/** {@link baseContainerFields} plus the credential for private images (clusters have none). */
export const containerFields = {
  ...baseContainerFields,
  /** Id of a saved registry credential; null for none. */
  registry: z.string().nullable().optional(),
} as const

/** The same fields as an answer shows them where all of them are always there (pods, templates). */
export const shownContainerFields = {
  args: z.string(),
  disk: z.int().min(1),
  env: Env,
  image: z.string(),
  ports: z.array(z.string()),
  registry: z.string().nullable(),
} as const
