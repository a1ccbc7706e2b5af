/** A job as its handler gets it: what the caller sent, a fresh copy on every try. */
export interface HandlerJob {
  readonly id: string
  readonly input: Record<string, unknown>
  readonly s3Config?: Record<string, unknown>
  readonly webhook?: string
}

/** What a handler can know and do beyond its job. */
export interface HandlerContext {
  /** Fires when the job is cancelled, times out or expires: the handler should stop; its result is no longer wanted. */
  readonly signal: AbortSignal
  /** 1 on the first try, 2 after the worker was lost once. */
  readonly attempt: number
  /** Epoch milliseconds on the sandbox's clock. */
  now(): number
  /** Resolves after `ms` milliseconds on the sandbox's clock; rejects when the signal fires. */
  sleep(ms: number): Promise<void>
  /** Shows `output` in status while the job runs. */
  progress(output: unknown): void
  /** Ends the worker after this job, as a handler does that has leaked memory. */
  refreshWorker(): void
  /** Plays the death of the worker: the job goes back to the queue, twice at most, and then fails. */
  crash(reason?: string): never
}

/**
 * What a worker does with a job. Returns the output, plainly or as a promise; a generator, plain or async, streams.
 * What it throws fails the job.
 */
export type Handler = (job: HandlerJob, context: HandlerContext) => unknown

/** Thrown by `context.crash`. */
export class WorkerCrash extends Error {
  override readonly name = 'WorkerCrash'
}
