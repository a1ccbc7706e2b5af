import { z } from 'zod'
import { BucketSize } from './billing.ts'
import { DateTime } from './times.ts'

/** From, and up to but not including. */
const range = { startTime: DateTime, endTime: DateTime } as const

/** The query as the service understood it. */
const resolvedQuery = { ...range, bucketSize: BucketSize } as const

/** USD of a bucket, or of all of them. */
const amount = z.number()

const podAmounts = {
  totalAmount: amount,
  gpuAmount: amount,
  cpuAmount: amount,
  diskAmount: amount,
} as const

const serverlessAmounts = { ...podAmounts, feeAmount: amount } as const

const volumeAmounts = { totalAmount: amount, standardAmount: amount, highPerformanceAmount: amount } as const

const clusterAmounts = {
  totalAmount: amount,
  gpuAmount: amount,
  diskAmount: amount,
  networkingAmount: amount,
} as const

/** The whole account: every product's share. */
const accountAmounts = {
  totalAmount: amount,
  podGpuAmount: amount,
  podCpuAmount: amount,
  podDiskAmount: amount,
  serverlessGpuAmount: amount,
  serverlessCpuAmount: amount,
  serverlessDiskAmount: amount,
  serverlessFeeAmount: amount,
  storageStandardAmount: amount,
  storageHighPerformanceAmount: amount,
  endpointAmount: amount,
  clusterGpuAmount: amount,
  clusterDiskAmount: amount,
  clusterNetworkingAmount: amount,
} as const

/** Answer of GET /v2/billing. */
export const BillingList = z.object({
  records: z.array(z.object({ ...range, ...accountAmounts })),
  metadata: z.object({
    query: z.object(resolvedQuery),
    recordCount: z.int(),
    totals: z.object(accountAmounts),
  }),
})
export type BillingList = z.infer<typeof BillingList>

/** Answer of GET /v2/billing/endpoints: calls of public endpoints, not the caller's serverless ones. */
export const PublicEndpointBillingList = z.object({
  records: z.array(z.object({ ...range, totalAmount: amount })),
  metadata: z.object({
    query: z.object(resolvedQuery),
    recordCount: z.int(),
    totals: z.object({ totalAmount: amount }),
  }),
})
export type PublicEndpointBillingList = z.infer<typeof PublicEndpointBillingList>

/** One bucket of one resource in GET /v2/billing/pods. */
export const PodBillingRecord = z.object({ ...range, ...podAmounts, podId: z.string() })
export type PodBillingRecord = z.infer<typeof PodBillingRecord>

/** Answer of GET /v2/billing/pods. */
export const PodBillingList = z.object({
  records: z.array(PodBillingRecord),
  metadata: z.object({
    query: z.object({ ...resolvedQuery, podId: z.string().nullable().optional() }),
    recordCount: z.int(),
    uniquePodCount: z.int(),
    totals: z.object(podAmounts),
  }),
})
export type PodBillingList = z.infer<typeof PodBillingList>

/** One bucket of one resource in GET /v2/billing/serverless. */
export const ServerlessBillingRecord = z.object({ ...range, ...serverlessAmounts, serverlessId: z.string() })
export type ServerlessBillingRecord = z.infer<typeof ServerlessBillingRecord>

/** Answer of GET /v2/billing/serverless. */
export const ServerlessBillingList = z.object({
  records: z.array(ServerlessBillingRecord),
  metadata: z.object({
    query: z.object({ ...resolvedQuery, serverlessId: z.string().nullable().optional() }),
    recordCount: z.int(),
    uniqueServerlessCount: z.int(),
    totals: z.object(serverlessAmounts),
  }),
})
export type ServerlessBillingList = z.infer<typeof ServerlessBillingList>

/** One bucket of one resource in GET /v2/billing/network-volumes. */
export const NetworkVolumeBillingRecord = z.object({
  ...range,
  ...volumeAmounts,
  networkVolumeId: z.string(),
})
export type NetworkVolumeBillingRecord = z.infer<typeof NetworkVolumeBillingRecord>

/** Answer of GET /v2/billing/network-volumes. */
export const NetworkVolumeBillingList = z.object({
  records: z.array(NetworkVolumeBillingRecord),
  metadata: z.object({
    query: z.object({ ...resolvedQuery, networkVolumeId: z.string().nullable().optional() }),
    recordCount: z.int(),
    uniqueNetworkVolumeCount: z.int(),
    totals: z.object(volumeAmounts),
  }),
})
export type NetworkVolumeBillingList = z.infer<typeof NetworkVolumeBillingList>

/** One bucket of one resource in GET /v2/billing/clusters. */
export const ClusterBillingRecord = z.object({ ...range, ...clusterAmounts, clusterId: z.string() })
export type ClusterBillingRecord = z.infer<typeof ClusterBillingRecord>

/** Answer of GET /v2/billing/clusters. */
export const ClusterBillingList = z.object({
  records: z.array(ClusterBillingRecord),
  metadata: z.object({
    query: z.object({ ...resolvedQuery, clusterId: z.string().nullable().optional() }),
    recordCount: z.int(),
    uniqueClusterCount: z.int(),
    totals: z.object(clusterAmounts),
  }),
})
export type ClusterBillingList = z.infer<typeof ClusterBillingList>
