import { z } from 'zod'
import { Cpu } from './compute.ts'
import { containerFields, DataCenterId } from './container.ts'
import { EndpointGpu } from './serverless-gpu.ts'
import { EndpointScaling, EndpointType, EndpointWorkers, FlashBoot } from './serverless-settings.ts'
import { DateTime } from './times.ts'

const Url = z.url()

/** Where jobs of a QUEUE endpoint are sent and watched. */
export const QueueUrls = z.strictObject({
  run: Url,
  runSync: Url,
  status: Url,
  stream: Url,
  cancel: Url,
  retry: Url,
  purgeQueue: Url,
  health: Url,
})

/** Where requests of a LOAD_BALANCER endpoint are sent. */
export const LoadBalancerUrls = z.strictObject({ base: Url, health: Url })

export const EndpointRequestUrls = z.union([QueueUrls, LoadBalancerUrls])
export type EndpointRequestUrls = z.infer<typeof EndpointRequestUrls>

/** A serverless endpoint as v2 answers it. */
export const Endpoint = z.object({
  ...containerFields,
  id: z.string(),
  name: z.string(),
  type: EndpointType.optional(),
  requestUrls: EndpointRequestUrls.optional(),
  gpu: EndpointGpu.nullable().optional(),
  cpu: z.array(Cpu).min(1).optional(),
  workers: z.strictObject({
    ...EndpointWorkers.shape,
    min: z.int().min(0),
    max: z.int().min(0),
  }),
  scaling: EndpointScaling,
  dataCenterIds: z.array(DataCenterId),
  networkVolumes: z.array(z.string()),
  /** Milliseconds. */
  timeout: z.int(),
  flashboot: FlashBoot,
  createdAt: DateTime,
})
export type Endpoint = z.infer<typeof Endpoint>

/** Answer of GET /v2/serverless. */
export const EndpointList = z.object({ endpoints: z.array(Endpoint) })
export type EndpointList = z.infer<typeof EndpointList>

/** What a worker is doing. */
export const WorkerStatus = z.enum(['RUNNING', 'IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY'])
export type WorkerStatus = z.infer<typeof WorkerStatus>

/** One worker of an endpoint. Nulls: not known, or not placed yet. */
export const Worker = z.object({
  id: z.string(),
  status: WorkerStatus,
  /** Runs an older version of the endpoint. */
  isStale: z.boolean(),
  version: z.int().nullable().optional(),
  gpuCount: z.int().min(0),
  image: z.string().nullable().optional(),
  uptimeSeconds: z.int().min(0).nullable().optional(),
  gpuTypeId: z.string().nullable().optional(),
  dataCenterId: z.string().nullable().optional(),
  startedAt: DateTime.nullable().optional(),
})
export type Worker = z.infer<typeof Worker>

const Count = z.int().min(0)

/** Answer of GET /v2/serverless/{id}/workers. */
export const WorkerList = z.object({
  workers: z.array(Worker),
  summary: z.object({
    running: Count,
    idle: Count,
    initializing: Count,
    throttled: Count,
    unhealthy: Count,
    total: Count,
  }),
  endpointVersion: z.int().nullable().optional(),
})
export type WorkerList = z.infer<typeof WorkerList>

/** One version of an endpoint's configuration and what it changed. */
export const Release = z.object({
  id: z.string(),
  version: z.int().nullable().optional(),
  source: z.enum(['GIT_BUILD', 'MANUAL']),
  buildId: z.string().nullable().optional(),
  createdByUserId: z.string().nullable().optional(),
  workerCount: Count,
  createdAt: DateTime,
  diff: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
})
export type Release = z.infer<typeof Release>

/** Answer of GET /v2/serverless/{id}/releases. */
export const ReleaseList = z.object({
  endpointVersion: z.int().nullable().optional(),
  rollout: z.object({
    inProgress: z.boolean(),
    workersOnLatest: Count,
    workersTotal: Count,
    percentOnLatest: z.int().min(0).max(100),
  }),
  releases: z.array(Release),
})
export type ReleaseList = z.infer<typeof ReleaseList>
