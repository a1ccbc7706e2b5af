import { z } from 'zod'
import { DataCenterId, GpuTypeId } from './values.ts'

/** The length of one record. */
export const BucketSize = z.enum(['hour', 'day', 'week', 'month', 'year'])
export type BucketSize = z.infer<typeof BucketSize>

const DateTime = z.iso.datetime({ offset: true })

/** Query of GET /v1/billing/networkvolumes. */
export const NetworkVolumeBillingQuery = z.object({
  bucketSize: BucketSize.optional(),
  endTime: DateTime.optional(),
  startTime: DateTime.optional(),
})
export type NetworkVolumeBillingQuery = z.infer<typeof NetworkVolumeBillingQuery>

/** Query of GET /v1/billing/pods. */
export const PodBillingQuery = z.object({
  ...NetworkVolumeBillingQuery.shape,
  gpuTypeId: GpuTypeId.optional(),
  grouping: z.enum(['podId', 'gpuTypeId']).optional(),
  podId: z.string().optional(),
})
export type PodBillingQuery = z.infer<typeof PodBillingQuery>

/** Query of GET /v1/billing/endpoints. */
export const EndpointBillingQuery = z.object({
  ...NetworkVolumeBillingQuery.shape,
  dataCenterId: z.array(DataCenterId).optional(),
  endpointId: z.string().optional(),
  gpuTypeId: z.array(GpuTypeId).optional(),
  grouping: z.enum(['endpointId', 'podId', 'gpuTypeId']).optional(),
  imageName: z.string().optional(),
  templateId: z.string().optional(),
})
export type EndpointBillingQuery = z.infer<typeof EndpointBillingQuery>

/** What one group cost in one bucket. */
export const BillingRecord = z.object({
  /** USD. */
  amount: z.number().optional(),
  /** GB. */
  diskSpaceBilledGb: z.int().optional(),
  endpointId: z.string().optional(),
  gpuTypeId: z.string().optional(),
  podId: z.string().optional(),
  /** The bucket's start. */
  time: DateTime.optional(),
  /** Milliseconds. */
  timeBilledMs: z.int().optional(),
})
export type BillingRecord = z.infer<typeof BillingRecord>

/** Answer of GET /v1/billing/pods and GET /v1/billing/endpoints: a bare array. */
export const BillingList = z.array(BillingRecord)
export type BillingList = z.infer<typeof BillingList>

/** What all network volumes cost in one bucket. */
export const NetworkVolumeBillingRecord = z.object({
  /** USD. */
  amount: z.number().optional(),
  /** GB. */
  diskSpaceBilledGb: z.int().optional(),
  /** USD. */
  highPerformanceStorageAmount: z.number().optional(),
  /** GB. */
  highPerformanceStorageDiskSpaceBilledGb: z.int().optional(),
  /** The bucket's start. */
  time: DateTime.optional(),
})
export type NetworkVolumeBillingRecord = z.infer<typeof NetworkVolumeBillingRecord>

/** Answer of GET /v1/billing/networkvolumes: a bare array. */
export const NetworkVolumeBillingList = z.array(NetworkVolumeBillingRecord)
export type NetworkVolumeBillingList = z.infer<typeof NetworkVolumeBillingList>
