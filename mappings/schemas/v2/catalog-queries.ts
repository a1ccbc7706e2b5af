import { z } from 'zod'
import { Compliance, DataCenterRegion } from './catalog.ts'
import { Cloud } from './compute.ts'
import { CudaVersion } from './container.ts'
import { VolumeType } from './network-volumes.ts'
import { rule } from './rules.ts'

const CatalogInclude = z.array(z.enum(['AVAILABILITY'])).max(1)

interface Availability {
  include?: readonly string[] | undefined
  product?: readonly string[] | undefined
}

const asked = ({ include = [] }: Availability): boolean => include.length > 0

/** Stock differs by product, so it must be named where stock is asked for, and only there. */
const productWithAvailability = rule<Availability>({
  status: 400,
  message: 'product is required with include=AVAILABILITY, and valid only with it',
  at: ['product'],
  broken: (query) => asked(query) !== (query.product !== undefined && query.product.length > 0),
})

/** Filters that narrow availability say nothing without it. */
const onlyWithAvailability = <Key extends string>(key: Key) =>
  rule<Availability & { readonly [field in Key]?: unknown }>({
    status: 400,
    message: `${key} is valid only with include=AVAILABILITY`,
    at: [key],
    broken: (query) => query[key] !== undefined && !asked(query),
  })

/** {@link GpuTypeQuery} before its rules. */
export const GpuTypeQueryFields = z.object({
  include: CatalogInclude.optional(),
  product: z.array(z.enum(['POD', 'CLUSTER', 'SERVERLESS'])).optional(),
  count: z.int().min(1).optional(),
  cloud: Cloud.optional(),
  /** ISO 3166-1 alpha-2; any of them. */
  countryCodes: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Exactly these. */
  cudaVersions: z.array(CudaVersion).optional(),
  /** At least this; a bare major is taken. */
  minCudaVersion: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
})

/** Query of GET /v2/catalog/gpus and GET /v2/catalog/gpus/{id}. Lists are comma-separated. */
export const GpuTypeQuery = GpuTypeQueryFields.check(
  productWithAvailability,
  onlyWithAvailability('count'),
  onlyWithAvailability('cloud'),
  onlyWithAvailability('countryCodes'),
  onlyWithAvailability('cudaVersions'),
  onlyWithAvailability('minCudaVersion'),
  rule({
    status: 400,
    message: 'cudaVersions and minCudaVersion are mutually exclusive',
    broken: ({ cudaVersions, minCudaVersion }) => cudaVersions !== undefined && minCudaVersion !== undefined,
  }),
)
export type GpuTypeQuery = z.infer<typeof GpuTypeQuery>

/** {@link CpuTypeQuery} before its rules. */
export const CpuTypeQueryFields = z.object({
  include: CatalogInclude.optional(),
  product: z.array(z.enum(['POD', 'SERVERLESS'])).optional(),
  vcpuCount: z.int().min(2).optional(),
})

/** Query of GET /v2/catalog/cpus and GET /v2/catalog/cpus/{id}. */
export const CpuTypeQuery = CpuTypeQueryFields.check(productWithAvailability)
export type CpuTypeQuery = z.infer<typeof CpuTypeQuery>

const DataCenterInclude = z.array(z.enum(['GPU_AVAILABILITY', 'CPU_AVAILABILITY']))

/** Query of GET /v2/catalog/datacenters: regions are alternatives, volume types and certifications must all be met. */
export const DataCenterListQuery = z.object({
  include: DataCenterInclude.optional(),
  regions: z.array(DataCenterRegion).optional(),
  networkVolumeTypes: z.array(VolumeType).optional(),
  compliance: z.array(Compliance).optional(),
  globalNetwork: z.boolean().optional(),
})
export type DataCenterListQuery = z.infer<typeof DataCenterListQuery>

/** Query of GET /v2/catalog/datacenters/{id}. */
export const DataCenterQuery = z.object({ include: DataCenterInclude.optional() })
export type DataCenterQuery = z.infer<typeof DataCenterQuery>

/** Query of GET /v2/catalog/templates: who answers for them. Absent: official. */
export const PublicTemplateQuery = z.object({
  source: z.enum(['official', 'verified', 'community']).optional(),
})
export type PublicTemplateQuery = z.infer<typeof PublicTemplateQuery>
