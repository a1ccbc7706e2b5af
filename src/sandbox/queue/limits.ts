const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** The largest request bodies, bytes. The service counts in MiB: its own client refuses runs from 10 MiB up. */
export const PAYLOAD_BYTES = { run: 10 * 1024 * 1024, runsync: 20 * 1024 * 1024 } as const

/** The largest stream chunk on the wire, bytes: 1 MB in the stricter reading of the word. */
export const CHUNK_BYTES = 1_000_000

/** How long runsync waits, milliseconds. */
export const WAIT_MS = { min: SECOND, max: 300 * SECOND, default: 90 * SECOND } as const

/** How long a job may run, milliseconds. */
export const EXECUTION_TIMEOUT_MS = { min: 5 * SECOND, max: 7 * DAY, default: 10 * MINUTE } as const

/** How long a job may exist, milliseconds from submission. */
export const TTL_MS = { min: 10 * SECOND, max: 7 * DAY, default: DAY } as const

/** How long the result of run is kept after the end of the job, milliseconds. */
export const RUN_RETENTION_MS = 30 * MINUTE

/**
 * How long the result of runsync is kept, milliseconds: one minute, or as long as the call was ready to wait where it
 * asked for longer than the default wait (five minutes at most, the longest wait there is). A short or default wait
 * never changes it: the parameter controls the waiting, not the keeping.
 */
export const syncRetention = (wait: number): number =>
  wait > WAIT_MS.default ? Math.min(wait, WAIT_MS.max) : MINUTE

/**
 * How long a stream call is held while there is nothing new, milliseconds. Clients ask again at once and one of them
 * gives up after ten seconds, so silence is worth waiting for, but not that long.
 */
export const STREAM_WAIT_MS = 5 * SECOND

/** How often a job whose worker died is begun again by itself, before it has failed. */
export const AUTOMATIC_RETRIES = 2

/** Window of every rate limit, milliseconds. */
export const RATE_WINDOW_MS = 10 * SECOND

/** Requests per window, and requests at the same time. */
export interface RateLimit {
  readonly rate: number
  readonly concurrent: number
}

/** Operations with a published limit. Retry and health have none. */
export type LimitedOperation =
  | 'runsync'
  | 'run'
  | 'status'
  | 'stream'
  | 'cancel'
  | 'purge-queue'
  | 'openai'
  | 'requests'

export type RateLimits = Readonly<Record<LimitedOperation, RateLimit>>

/** The published limits, per endpoint and user. */
export const RATE_LIMITS: RateLimits = {
  runsync: { rate: 2000, concurrent: 400 },
  run: { rate: 1000, concurrent: 200 },
  status: { rate: 2000, concurrent: 400 },
  stream: { rate: 2000, concurrent: 400 },
  cancel: { rate: 100, concurrent: 20 },
  'purge-queue': { rate: 2, concurrent: Number.POSITIVE_INFINITY },
  openai: { rate: 2000, concurrent: 400 },
  requests: { rate: 10, concurrent: 2 },
}

/**
 * What each running worker adds to the dynamic limit. The service does not publish its value; one keeps the published
 * table in force on anything a laptop runs. Raise it to play a large endpoint.
 */
export const REQUESTS_PER_WORKER = 1
