import type { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { CpuFlavor, DataCenter, GpuType } from '../schemas/graphql/catalog.ts'
import * as V2 from '../schemas/v2/index.ts'

const gpu = between<z.infer<typeof GpuType>, V2.GpuType>()
const UNKNOWN = 'v2 does not say it; null means unknown, never "as on demand"'

/** GPU types. Prices are dollars per GPU and hour on both sides. */
export const graphqlGpuTypes = mapping('graphql.gpuTypes', {
  facets: { read: [GpuType, V2.GpuType] },
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
    gpu.drop('cudaCores', UNKNOWN),
    gpu.drop('oneMonthPrice', UNKNOWN),
    gpu.drop('threeMonthPrice', UNKNOWN),
    gpu.drop('sixMonthPrice', UNKNOWN),
    gpu.drop('oneWeekPrice', UNKNOWN),
    gpu.drop('communitySpotPrice', UNKNOWN),
    gpu.drop('secureSpotPrice', UNKNOWN),
    gpu.drop('clusterPrice', UNKNOWN),
    gpu.drop('throttled', UNKNOWN),
    gpu.drop('minPodGpuCount', UNKNOWN),
  ],
})

const center = between<z.infer<typeof DataCenter>, V2.DataCenter>()

/** Data centers. */
export const graphqlDataCenters = mapping('graphql.dataCenters', {
  facets: { read: [DataCenter, V2.DataCenter] },
  rows: [
    center.same('id'),
    center.same('name'),
    center.field('location', 'region', { why: 'v2 names the continent, not the place' }),
    center.same('globalNetwork'),
    center.same('compliance'),
    center.drop('listed', 'v2 lists only what is open', { neutral: true }),
    center.drop('s3apiEnabled', 'v2 does not say it'),
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
  ],
})
