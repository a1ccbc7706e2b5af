import { z } from 'zod'
import { rule } from './rules.ts'
import { DateTime } from './times.ts'

/** The length of one record. */
export const BucketSize = z.enum(['hour', 'day', 'week', 'month', 'year'])
export type BucketSize = z.infer<typeof BucketSize>

/** {@link BillingQuery} before its rule. */
export const BillingQueryFields = z.object({
  startTime: DateTime.optional(),
  endTime: DateTime.optional(),
  bucketSize: BucketSize.optional(),
  /** The last so many buckets, the running one included. */
  lastN: z.int().min(1).optional(),
})

const windowOrLastN = rule<{
  startTime?: string | undefined
  endTime?: string | undefined
  lastN?: number | undefined
}>({
  status: 400,
  message: 'lastN and startTime/endTime are mutually exclusive',
  at: ['lastN'],
  broken: ({ startTime, endTime, lastN }) =>
    lastN !== undefined && (startTime !== undefined || endTime !== undefined),
})

/** Query of GET /v2/billing and GET /v2/billing/endpoints. */
export const BillingQuery = BillingQueryFields.check(windowOrLastN)
export type BillingQuery = z.infer<typeof BillingQuery>

/** Query of GET /v2/billing/pods. */
export const PodBillingQuery = z
  .object({ ...BillingQueryFields.shape, podId: z.string().optional() })
  .check(windowOrLastN)
export type PodBillingQuery = z.infer<typeof PodBillingQuery>

/** Query of GET /v2/billing/serverless. */
export const ServerlessBillingQuery = z
  .object({ ...BillingQueryFields.shape, serverlessId: z.string().optional() })
  .check(windowOrLastN)
export type ServerlessBillingQuery = z.infer<typeof ServerlessBillingQuery>

/** Query of GET /v2/billing/network-volumes. */
export const NetworkVolumeBillingQuery = z
  .object({ ...BillingQueryFields.shape, networkVolumeId: z.string().optional() })
  .check(windowOrLastN)
export type NetworkVolumeBillingQuery = z.infer<typeof NetworkVolumeBillingQuery>

/** Query of GET /v2/billing/clusters. */
export const ClusterBillingQuery = z
  .object({ ...BillingQueryFields.shape, clusterId: z.string().optional() })
  .check(windowOrLastN)
export type ClusterBillingQuery = z.infer<typeof ClusterBillingQuery>
