import { z } from 'zod'
import { longestJobWait } from '../../hosts.ts'

const SECOND = 1000 // milliseconds
const WEEK = 7 * 24 * 60 * 60 * SECOND

/** How one job is run; all times in milliseconds. */
export const JobPolicy = z.object({
  /** How long a worker may run it; the endpoint's own setting where absent. */
  executionTimeout: z
    .int()
    .min(5 * SECOND)
    .max(WEEK)
    .optional(),
  /** Starts no new worker for it. */
  lowPriority: z.boolean().optional(),
  /** Waiting and running together; after it the job is gone. */
  ttl: z
    .int()
    .min(10 * SECOND)
    .max(WEEK)
    .optional(),
})
export type JobPolicy = z.infer<typeof JobPolicy>

/** The caller's own storage, for handlers that write there. Never logged. */
export const S3Config = z.object({
  accessId: z.string().optional(),
  accessSecret: z.string().optional(),
  bucketName: z.string().optional(),
  endpointUrl: z.string().optional(),
})
export type S3Config = z.infer<typeof S3Config>

/** Body of POST …/run and …/runsync. `input` is the handler's business; members nobody knows are passed on. */
export const JobRequest = z.looseObject({
  input: z.record(z.string(), z.unknown()),
  /** Called when the job is done. */
  webhook: z.url({ protocol: /^https?$/ }).optional(),
  policy: JobPolicy.optional(),
  s3Config: S3Config.optional(),
})
export type JobRequest = z.infer<typeof JobRequest>

/** Query of POST …/runsync: how long the answer may wait, in milliseconds. */
export const RunSyncQuery = z.object({ wait: z.int().min(1000).max(longestJobWait.is).optional() })
export type RunSyncQuery = z.infer<typeof RunSyncQuery>

/** Query of GET …/status/{jobId}: sets the job's time to live, in milliseconds. */
export const JobStatusQuery = z.object({
  ttl: z
    .int()
    .min(10 * SECOND)
    .max(WEEK)
    .optional(),
})
export type JobStatusQuery = z.infer<typeof JobStatusQuery>
