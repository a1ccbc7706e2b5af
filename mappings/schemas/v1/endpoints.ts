import { z } from 'zod'
import { beyondSpec } from '../marks.ts'
import { Pod } from './pod-answers.ts'
import { Template } from './templates.ts'
import { integer, ONE_BODY } from './tolerant.ts'
import { ComputeType, CpuFlavorId, CudaVersion, DataCenterId, GpuTypeId, ShownEnv } from './values.ts'

/** When workers are added: by how long jobs wait, or by how many there are. */
export const ScalerType = z.enum(['QUEUE_DELAY', 'REQUEST_COUNT'])
export type ScalerType = z.infer<typeof ScalerType>

/** What a create and an update share. */
const settings = {
  allowedCudaVersions: z.array(CudaVersion).optional(),
  cpuFlavorIds: z.array(CpuFlavorId).optional(),
  dataCenterIds: z.array(DataCenterId).optional(),
  /** Milliseconds a job may run. */
  executionTimeoutMs: integer().optional(),
  flashboot: z.boolean().optional(),
  /** GPUs a worker. */
  gpuCount: integer({ minimum: 1 }).optional(),
  gpuTypeId: beyondSpec(GpuTypeId, 'clients moved over from GraphQL send the single id').optional(),
  gpuTypeIds: z.array(GpuTypeId).optional(),
  /** Seconds an idle worker stays. */
  idleTimeout: integer({ minimum: 1, maximum: 3600 }).optional(),
  minCudaVersion: CudaVersion.optional(),
  name: z.string().max(191).optional(),
  networkVolumeId: z.string().optional(),
  networkVolumeIds: z.array(z.string()).optional(),
  scalerType: ScalerType.optional(),
  /** Seconds of QUEUE_DELAY, requests of REQUEST_COUNT. */
  scalerValue: integer({ minimum: 1 }).optional(),
  /** vCPUs a CPU worker. */
  vcpuCount: integer().optional(),
  workersMax: integer({ minimum: 0 }).optional(),
  workersMin: integer({ minimum: 0 }).optional(),
} as const

/** Body of POST /v1/endpoints. */
export const EndpointCreate = z.strictObject({
  ...settings,
  computeType: ComputeType.optional(),
  templateId: z.string(),
})
export type EndpointCreate = z.infer<typeof EndpointCreate>

/** Body of PATCH /v1/endpoints/{endpointId} and POST /v1/endpoints/{endpointId}/update. */
export const EndpointUpdate = z.strictObject({
  ...settings,
  computeType: beyondSpec(ComputeType, ONE_BODY).optional(),
  templateId: z.string().optional(),
})
export type EndpointUpdate = z.infer<typeof EndpointUpdate>

/** An endpoint as v1 answered it. `template` and `workers` only where asked for. */
export const Endpoint = z.object({
  allowedCudaVersions: z.array(CudaVersion).optional(),
  computeType: ComputeType.optional(),
  createdAt: z.string().optional(),
  dataCenterIds: z.array(DataCenterId).optional(),
  env: ShownEnv.optional(),
  executionTimeoutMs: z.int().optional(),
  flashboot: beyondSpec(z.boolean(), 'a command-line client reads it').optional(),
  gpuCount: z.int().optional(),
  gpuTypeIds: z.array(GpuTypeId).optional(),
  id: z.string().optional(),
  idleTimeout: z.int().optional(),
  /** CPU configurations, flavor and size in one word. */
  instanceIds: z.array(z.string()).optional(),
  minCudaVersion: CudaVersion.optional(),
  name: z.string().optional(),
  networkVolumeId: z.string().optional(),
  networkVolumeIds: z.array(z.string()).optional(),
  scalerType: ScalerType.optional(),
  scalerValue: z.int().optional(),
  template: Template.optional(),
  templateId: z.string().optional(),
  userId: z.string().optional(),
  version: z.int().optional(),
  workers: z.array(Pod).optional(),
  workersMax: z.int().optional(),
  workersMin: z.int().optional(),
})
export type Endpoint = z.infer<typeof Endpoint>

/** Answer of GET /v1/endpoints: a bare array. */
export const EndpointList = z.array(Endpoint)
export type EndpointList = z.infer<typeof EndpointList>

/** Query of GET /v1/endpoints and GET /v1/endpoints/{endpointId}. */
export const EndpointQuery = z.object({
  includeTemplate: z.boolean().optional(),
  includeWorkers: z.boolean().optional(),
})
export type EndpointQuery = z.infer<typeof EndpointQuery>
