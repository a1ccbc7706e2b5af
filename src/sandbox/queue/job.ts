/** What a job can be. The first two move on by themselves; the others are final, and only retry leaves them. */
export type JobStatus = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TIMED_OUT'

/** Whether a job with this status has ended. */
export const isFinal = (status: JobStatus): boolean => status !== 'IN_QUEUE' && status !== 'IN_PROGRESS'

/** Whether retry may put a job with this status back in the queue. */
export const isRetryable = (status: JobStatus): boolean => status === 'FAILED' || status === 'TIMED_OUT'

/** A job as it is kept. Instants are epoch milliseconds, spans are milliseconds. Input and output are kept apart from it. */
export interface JobRecord {
  readonly id: string
  readonly endpointId: string
  status: JobStatus
  readonly webhook?: string
  /** A job of low priority waits behind the others and makes no worker start. */
  readonly lowPriority: boolean
  /** The job's own limit on running, over the endpoint's. */
  readonly executionTimeout?: number
  /** Lifespan from submission, whatever happens to the job. */
  ttl: number
  /** How long the result is kept after the end. */
  readonly retention: number
  readonly submittedAt: number
  /** When it last entered the queue: submission, retry, or the loss of its worker. */
  queuedAt: number
  startedAt?: number
  finishedAt?: number
  /** How often a worker has begun it since it was submitted or retried by hand. */
  tries: number
  error?: string
}

/** A job as clients see it. `delayTime` and `executionTime` are milliseconds. */
export interface JobView {
  id: string
  status: JobStatus
  delayTime?: number
  executionTime?: number
  output?: unknown
  /** Why the job failed or was timed out. */
  error?: string
}

/** The instant at which the job is forgotten: its lifespan or its retention ends, whichever is first. */
export const deadlineOf = (job: JobRecord): number => {
  const endOfLife = job.submittedAt + job.ttl
  return job.finishedAt === undefined ? endOfLife : Math.min(endOfLife, job.finishedAt + job.retention)
}

const delayOf = (job: JobRecord): number | undefined => {
  const until = job.startedAt ?? job.finishedAt
  return until === undefined ? undefined : until - job.queuedAt
}

const executionOf = (job: JobRecord): number | undefined => {
  if (job.finishedAt === undefined) return undefined
  return job.startedAt === undefined ? 0 : job.finishedAt - job.startedAt
}

/** What status, runsync and webhooks say about a job. `output` is left out while it is undefined. */
export const viewOf = (job: JobRecord, output?: unknown): JobView => {
  const delayTime = delayOf(job)
  const executionTime = executionOf(job)
  return {
    id: job.id,
    status: job.status,
    ...(delayTime !== undefined && { delayTime }),
    ...(executionTime !== undefined && { executionTime }),
    ...(output !== undefined && { output }),
    ...(job.error !== undefined && { error: job.error }),
  }
}
