import type { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { CpuFlavor, DataCenter, GpuType, LowestPrice } from '../schemas/graphql/catalog.ts'
import { GpuAvailabilityInput, GpuLowestPriceInput } from '../schemas/graphql/catalog-inputs.ts'
import * as V2 from '../schemas/v2/index.ts'

const gpu = between<z.infer<typeof GpuType> | z.infer<typeof GpuLowestPriceInput>, V2.GpuType>()
const UNASKED = 'v2 cannot be asked for it, so the answer is not narrowed by it'
const UNSAID = 'v2 does not say it'
const UNKNOWN = `${UNSAID}; null means unknown, never "as on demand"`

/** GPU types. Prices are dollars per GPU and hour on both sides. What `lowestPrice` may be asked for is the query. */
export const graphqlGpuTypes = mapping('graphql.gpuTypes', {
  facets: { read: [GpuType, V2.GpuType], query: [GpuLowestPriceInput, undefined] },
  rows: [
    gpu.same('id'),
    gpu.field('displayName', 'name'),
    gpu.same('manufacturer'),
    gpu.field('memoryInGb', 'memory'),
    gpu.field('secureCloud', 'secure'),
    gpu.field('communityCloud', 'community'),
    gpu.field('securePrice', 'price.secure'),
    gpu.field('communityPrice', 'price.community'),
    gpu.field('maxGpuCountSecureCloud', 'maxCount.secure'),
    gpu.field('maxGpuCountCommunityCloud', 'maxCount.community'),
    gpu.drop('cudaCores', UNSAID),
    gpu.drop('oneMonthPrice', UNKNOWN),
    gpu.drop('threeMonthPrice', UNKNOWN),
    gpu.drop('sixMonthPrice', UNKNOWN),
    gpu.drop('oneWeekPrice', UNKNOWN),
    gpu.drop('communitySpotPrice', UNKNOWN),
    gpu.drop('secureSpotPrice', UNKNOWN),
    gpu.drop('clusterPrice', UNKNOWN),
    gpu.drop('throttled', UNSAID),
    gpu.drop('minPodGpuCount', UNSAID),
    gpu.serve('maxGpuCount', 'catalogPrices', 'the larger of what both clouds offer'),
    gpu.serve('lowestPrice', 'catalogPrices', 'v2 says prices for one GPU, availability for a count'),
    gpu.serve('gpuTypeCudaVersions', 'catalogAvailability', 'v2 says it only together with availability'),
    gpu.serve('nodeGroupDatacenters', 'catalogAvailability', 'v2 says it only together with availability'),
    gpu.hide('pool', 'serverlessGpuPools shows it'),
    gpu.hide('price.serverless', 'the legacy API said prices of pods'),
    gpu.hide('availability', 'lowestPrice.stockStatus shows it'),
    gpu.hide('dataCenters', 'nodeGroupDatacenters and gpuAvailability show it'),
    gpu.hide('cudaVersions', 'gpuTypeCudaVersions shows it'),
    gpu.serve('gpuCount', 'catalogPrices', 'a count of the availability; the price is that of all of them'),
    gpu.serve('secureCloud', 'catalogPrices', 'the cloud of the availability'),
    gpu.serve('dataCenterId', 'catalogPrices', 'one of the data centers of the availability'),
    gpu.serve('countryCode', 'catalogPrices', 'countries of the availability'),
    gpu.serve('includeAiApi', 'catalogPrices', 'the product of the availability'),
    gpu.serve('allowedCudaVersions', 'catalogPrices', 'versions of the availability'),
    gpu.serve('cudaVersion', 'catalogPrices', 'versions of the availability'),
    gpu.serve('minCudaVersion', 'catalogPrices', 'versions of the availability'),
    gpu.drop('minVcpuCount', UNASKED, { allow: { atMost: 1 } }),
    gpu.drop('minMemoryInGb', UNASKED, { allow: { atMost: 1 } }),
    gpu.drop('minDisk', UNASKED, { allow: { atMost: 0 } }),
    gpu.drop('minDownload', UNASKED, { allow: { atMost: 0 } }),
    gpu.drop('minUpload', UNASKED, { allow: { atMost: 0 } }),
    gpu.drop('totalDisk', UNASKED, { allow: { atMost: 0 } }),
    gpu.drop('supportPublicIp', UNASKED, { allow: [false] }),
    gpu.drop('compliance', UNASKED, { allow: [[]] }),
  ],
})

const center = between<z.infer<typeof DataCenter> | z.infer<typeof GpuAvailabilityInput>, V2.DataCenter>()

/** Data centers. What `gpuAvailability` may be asked for is the query. */
export const graphqlDataCenters = mapping('graphql.dataCenters', {
  facets: { read: [DataCenter, V2.DataCenter], query: [GpuAvailabilityInput, undefined] },
  rows: [
    center.same('id'),
    center.same('name'),
    center.field('location', 'region', { only: 'down', why: 'v2 names the continent, not the place' }),
    center.same('globalNetwork'),
    center.same('compliance'),
    center.drop('listed', 'v2 lists only what is open', { neutral: true }),
    center.drop('s3apiEnabled', 'v2 does not say it'),
    center.serve('storageSupport', 'catalogAvailability', 'v2 lists the kinds of volumes instead'),
    center.serve(
      'gpuAvailability',
      'catalogAvailability',
      'v2 has no count and no cloud to ask a data center for',
    ),
    center.hide('networkVolumeTypes', 'storageSupport says whether there are any'),
    center.hide('gpuAvailability', 'the question names a count and a cloud; this answer does not'),
    center.hide('cpuAvailability', 'the legacy API did not say it by data center'),
    center.serve('gpuCount', 'catalogAvailability', 'a count of the availability'),
    center.serve('secureCloud', 'catalogAvailability', 'the cloud of the availability'),
    center.serve('includeAiApi', 'catalogAvailability', 'the product of the availability'),
    center.drop('minDisk', UNASKED, { allow: { atMost: 0 } }),
    center.drop('minMemoryInGb', UNASKED, { allow: { atMost: 1 } }),
    center.drop('minVcpuCount', UNASKED, { allow: { atMost: 1 } }),
    center.drop('allowedCudaVersions', UNASKED, { allow: [[]] }),
  ],
})

const cpu = between<z.infer<typeof CpuFlavor>, V2.CpuType>()

/** CPU flavors. */
export const graphqlCpuFlavors = mapping('graphql.cpuFlavors', {
  facets: { read: [CpuFlavor, V2.CpuType] },
  rows: [
    cpu.same('id'),
    cpu.field('displayName', 'name'),
    cpu.field('groupId', 'group'),
    cpu.field('groupName', 'group'),
    cpu.field('minVcpu', 'vcpu.min'),
    cpu.field('maxVcpu', 'vcpu.max'),
    cpu.field('ramMultiplier', 'ramGbPerVcpu'),
    cpu.drop('diskLimitPerVcpu', 'v2 does not say it'),
    cpu.drop('vcpuBurstable', 'v2 does not say it'),
    cpu.serve(
      'specifics',
      'catalogPrices',
      'v2 says prices for one vCPU; clients scale up from the smallest size',
    ),
    cpu.hide('price', 'specifics shows it'),
    cpu.hide('availability', 'specifics.stockStatus shows it'),
    cpu.hide('dataCenters', 'specifics shows it for the data center asked for'),
  ],
})

/** What v2's catalog can say of a lowest price; every other field of it has no twin. */
const PRICE_SAID: ReadonlySet<string> = new Set([
  'gpuName',
  'gpuTypeId',
  'uninterruptablePrice',
  'stockStatus',
  'maxGpuCount',
])

/** The fields of `lowestPrice` that v2 does not say, as paths from the GPU type. */
export const unsaidOfPrice: ReadonlySet<string> = new Set(
  Object.keys(LowestPrice.shape)
    .filter((field) => !PRICE_SAID.has(field))
    .map((field) => `lowestPrice.${field}`),
)

/** What reads a field of `lowestPrice` takes null for, where it asks nothing: a number, perhaps a price, or neither. */
export const kindOfPrice = (path: string): 'price' | 'number' | 'neither' => {
  const name = path.split('.').at(-1) ?? ''
  const shape: Readonly<Record<string, z.ZodType>> = LowestPrice.shape
  if (!shape[name]?.safeParse(1).success) return 'neither'
  return name.endsWith('Price') ? 'price' : 'number'
}

/** The fields of a GPU type, and of its lowest price, that v2 does not say, by their own names. */
export const namesOfUnsaid: ReadonlySet<string> = new Set([
  ...[...unsaidOfPrice].flatMap((path) => path.split('.').slice(-1)),
  ...graphqlGpuTypes.read.plan.rows.flatMap((row) => (row.kind === 'drop' ? [row.old] : [])),
])
