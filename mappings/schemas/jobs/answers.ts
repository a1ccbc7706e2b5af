import { z } from 'zod'

/** IN_QUEUE -> IN_PROGRESS -> one of the rest. */
export const JobStatus = z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'])
export type JobStatus = z.infer<typeof JobStatus>

/** Answer of …/run, …/cancel and …/retry. */
export const JobReceipt = z.object({ id: z.string(), status: JobStatus })
export type JobReceipt = z.infer<typeof JobReceipt>

/** Answer of …/status and …/runsync. Ids of synchronous jobs begin with `sync-`. */
export const Job = z.object({
  ...JobReceipt.shape,
  /** The handler's, once there is any. */
  output: z.unknown().optional(),
  /** Milliseconds in the queue. */
  delayTime: z.int().optional(),
  /** Milliseconds on a worker. */
  executionTime: z.int().optional(),
})
export type Job = z.infer<typeof Job>

/** One piece of a handler's output while it works; at most 1 MB. */
export const StreamChunk = z.object({
  output: z.unknown(),
  metrics: z.record(z.string(), z.unknown()).optional(),
})
export type StreamChunk = z.infer<typeof StreamChunk>

/** Answer of …/stream/{jobId} as the service's text has it. Clients read {@link JobStream}. */
export const StreamChunks = z.array(StreamChunk)
export type StreamChunks = z.infer<typeof StreamChunks>

/** What clients of …/stream/{jobId} were seen to read: the job's status with the chunks since the last call. */
export const JobStream = z.object({ status: JobStatus, stream: StreamChunks })
export type JobStream = z.infer<typeof JobStream>

/** Answer of GET …/health. */
export const EndpointHealth = z.object({
  jobs: z.object({
    completed: z.int(),
    failed: z.int(),
    inProgress: z.int(),
    inQueue: z.int(),
    retried: z.int(),
  }),
  workers: z.object({ idle: z.int(), running: z.int() }),
})
export type EndpointHealth = z.infer<typeof EndpointHealth>

/** Answer of POST …/purge-queue: how many waiting jobs were removed. */
export const PurgeResult = z.object({ removed: z.int(), status: z.string() })
export type PurgeResult = z.infer<typeof PurgeResult>
