import { mapping } from '../dsl/mapping.ts'
import { routesOf } from '../dsl/route.ts'
import { between, type Row } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'

const SAYS_LESS = 'v2 bills by resource and does not say it'
const CANNOT_SELECT = 'v2 bills by endpoint and its records do not say it; select by endpointId instead'

const p = between<V1.BillingRecord | V1.PodBillingQuery, V2.PodBillingRecord | V2.PodBillingQuery>()
const e = between<
  V1.BillingRecord | V1.EndpointBillingQuery,
  V2.ServerlessBillingRecord | V2.ServerlessBillingQuery
>()
const n = between<
  V1.NetworkVolumeBillingRecord | V1.NetworkVolumeBillingQuery,
  V2.NetworkVolumeBillingRecord | V2.NetworkVolumeBillingQuery
>()

type Shared = V1.NetworkVolumeBillingRecord | V1.NetworkVolumeBillingQuery
const s = between<Shared, V2.NetworkVolumeBillingRecord | V2.NetworkVolumeBillingQuery>()

/** What the three histories have in common: one amount a bucket, the bucket named by its start. */
const shared: readonly Row[] = [
  s.field('amount', 'totalAmount'),
  s.field('time', 'startTime'),
  s.drop('diskSpaceBilledGb', SAYS_LESS),
  s.hide('endTime', 'v1 named a bucket by its start', { on: ['read'] }),
  s.same('bucketSize'),
  s.same('startTime'),
  s.same('endTime'),
  s.hide('lastN', 'v1 took a window only'),
]
const parts = 'v1 gave the total only'

/** What pods cost. */
export const podBilling = mapping('v1.billing.pods', {
  facets: {
    read: [V1.BillingRecord, V2.PodBillingRecord],
    query: [V1.PodBillingQuery, V2.PodBillingQuery],
  },
  rows: [
    ...shared,
    p.same('podId'),
    p.serve('gpuTypeId', 'billingGroups', 'v2 bills by pod; the pods say their GPU type', {
      with: ['gpuTypeId'],
    }),
    p.serve('grouping', 'billingGroups', 'v2 bills by pod', { with: ['gpuTypeId', 'podId'] }),
    p.drop('endpointId', SAYS_LESS),
    p.drop('timeBilledMs', SAYS_LESS),
    p.hide('gpuAmount', parts),
    p.hide('cpuAmount', parts),
    p.hide('diskAmount', parts),
  ],
})

/** What serverless endpoints cost; v2's billing of `endpoints` is another product. */
export const endpointBilling = mapping('v1.billing.endpoints', {
  facets: {
    read: [V1.BillingRecord, V2.ServerlessBillingRecord],
    query: [V1.EndpointBillingQuery, V2.ServerlessBillingQuery],
  },
  rows: [
    ...shared,
    e.field('endpointId', 'serverlessId'),
    e.refuse(
      'grouping',
      { allow: ['endpointId'], on: ['query'] },
      'v2 bills serverless by endpoint; leave it out or say endpointId',
    ),
    e.drop('podId', SAYS_LESS),
    e.drop('gpuTypeId', SAYS_LESS, { on: ['read'] }),
    e.drop('timeBilledMs', SAYS_LESS),
    e.refuse('gpuTypeId', { on: ['query'] }, CANNOT_SELECT),
    e.refuse('dataCenterId', { on: ['query'] }, CANNOT_SELECT),
    e.refuse('imageName', { on: ['query'] }, CANNOT_SELECT),
    e.refuse('templateId', { on: ['query'] }, CANNOT_SELECT),
    e.hide('gpuAmount', parts),
    e.hide('cpuAmount', parts),
    e.hide('diskAmount', parts),
    e.hide('feeAmount', parts),
  ],
})

/** What network volumes cost, all of them together. */
export const networkVolumeBilling = mapping('v1.billing.networkvolumes', {
  facets: {
    read: [V1.NetworkVolumeBillingRecord, V2.NetworkVolumeBillingRecord],
    query: [V1.NetworkVolumeBillingQuery, V2.NetworkVolumeBillingQuery],
  },
  rows: [
    ...shared,
    n.field('highPerformanceStorageAmount', 'highPerformanceAmount'),
    n.drop('highPerformanceStorageDiskSpaceBilledGb', SAYS_LESS),
    n.hide('standardAmount', parts),
    n.hide('networkVolumeId', 'v1 summed all volumes'),
  ],
})

/** The three histories. */
export const billingRoutes = [
  routesOf(podBilling)('list', 'GET /v1/billing/pods', 'GET /v2/billing/pods', {
    list: 'records',
    does: ['billingGroups'],
  }),
  routesOf(endpointBilling)('list', 'GET /v1/billing/endpoints', 'GET /v2/billing/serverless', {
    list: 'records',
  }),
  routesOf(networkVolumeBilling)(
    'list',
    'GET /v1/billing/networkvolumes',
    'GET /v2/billing/network-volumes',
    {
      list: 'records',
      does: ['sumBuckets'],
    },
  ),
]
