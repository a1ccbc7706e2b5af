import type { Clock } from '../clock.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import { createExpiry } from './expiry.ts'
import type { Worker, WorkerCounts } from './fleet.ts'
import type { Handler } from './handler.ts'
import { deadlineOf, isFinal, isRetryable, type JobRecord, type JobStatus } from './job.ts'
import { JobError } from './job-error.ts'
import type { JobInput, JobStore } from './job-store.ts'
import { keepEnd } from './keep-end.ts'
import { AUTOMATIC_RETRIES, EXECUTION_TIMEOUT_MS } from './limits.ts'
import type { Run } from './run.ts'
import type { Outcome } from './run-handler.ts'
import type { StreamChunk } from './stream-chunk.ts'
import { createTries } from './tries.ts'
import { createWorkforce } from './workforce.ts'

interface EndpointQueueOptions {
  readonly clock: Clock
  readonly store: JobStore
  readonly coldStart: number
  readonly settings: () => EndpointSettings | undefined
  readonly handlerFor: (input: JobInput['input']) => Handler
  /** The job has changed, or is gone. */
  readonly onChange: (job: JobRecord) => void
  /** The job has ended; what this stores is stored together with the end. */
  readonly onEnd: (job: JobRecord) => void
}

/** The state table: the jobs of one endpoint and every move between their states. */
export interface EndpointQueue {
  find(id: string): JobRecord | undefined
  /** Newest first. */
  list(): JobRecord[]
  submit(job: JobRecord, input: JobInput): void
  /** Takes over a job from an earlier process. */
  restore(job: JobRecord): void
  /** A job that has ended already stays as it is. */
  cancel(job: JobRecord): void
  /** @throws {JobError} NOT_RETRYABLE unless the job is FAILED or TIMED_OUT */
  retry(job: JobRecord): void
  /** Removes the jobs that wait, and says how many. */
  purge(): number
  setTtl(job: JobRecord, ttl: number): void
  progressOf(job: JobRecord): unknown
  takeChunks(job: JobRecord): StreamChunk[]
  counts(): { inQueue: number; inProgress: number; workers: WorkerCounts }
  workers(): readonly Worker[]
  /** Looks again at what waits and at the endpoint's settings. */
  pump(): void
  /** Removes every job, waiting, running or ended. */
  removeAll(): void
  /** Stops timers and handlers, and leaves what is stored as it is. */
  close(): void
}

/** Makes the queue of one endpoint. */
export const createEndpointQueue = (options: EndpointQueueOptions): EndpointQueue => {
  const { clock, store, onChange, settings } = options
  const jobs = new Map<string, JobRecord>()

  const limitFor = (job: JobRecord): number =>
    job.executionTimeout ?? (settings()?.executionTimeout || EXECUTION_TIMEOUT_MS.default)

  const finish = (
    job: JobRecord,
    status: JobStatus,
    result: { output?: unknown; error?: string },
    run?: Run,
  ) => {
    job.status = status
    job.finishedAt = clock.now()
    if (result.error !== undefined) job.error = result.error
    store.together(() => {
      keepEnd(store, job, result.output, run?.unread ?? [])
      options.onEnd(job)
    })
    expiry.schedule(job)
    onChange(job)
  }

  const enqueue = (job: JobRecord): void => {
    job.status = 'IN_QUEUE'
    job.queuedAt = clock.now()
    delete job.startedAt
    delete job.finishedAt
    delete job.error
    store.requeue(job)
    force.lanes.add(job)
    expiry.schedule(job)
    onChange(job)
  }

  /** Ends the try of a job, and its worker with it: what runs cannot be stopped otherwise. */
  const stop = (job: JobRecord, reason: string): Run | undefined => {
    const run = tries.stop(job, reason)
    if (run) force.fleet.discard(run.worker)
    return run
  }

  const loseWorker = (job: JobRecord, message: string, run?: Run): void => {
    if (job.tries <= AUTOMATIC_RETRIES) enqueue(job)
    else finish(job, 'FAILED', { error: message }, run)
  }

  const settle = (job: JobRecord, run: Run, outcome: Outcome): void => {
    if (outcome.kind === 'crash' || run.refresh) force.fleet.discard(run.worker)
    else force.fleet.release(run.worker)
    if (outcome.kind === 'output') finish(job, 'COMPLETED', { output: outcome.output }, run)
    else if (outcome.kind === 'error') finish(job, 'FAILED', { error: outcome.message }, run)
    else loseWorker(job, outcome.message, run)
    force.pump()
  }

  const timeOut = (job: JobRecord): void => {
    const run = stop(job, 'the job exceeded its execution timeout')
    finish(
      job,
      'TIMED_OUT',
      { error: `the job ran longer than its execution timeout of ${limitFor(job)} ms` },
      run,
    )
    force.pump()
  }

  const { handlerFor } = options
  const tries = createTries({
    clock,
    store,
    handlerFor,
    limitFor,
    onChange,
    onTimeout: timeOut,
    onEnd: settle,
  })
  const force = createWorkforce({ clock, coldStart: options.coldStart, settings, begin: tries.begin })

  const remove = (job: JobRecord): void => {
    jobs.delete(job.id)
    force.lanes.remove(job.id)
    stop(job, 'the job was removed')
    expiry.cancel(job.id)
    store.remove(job)
    onChange(job)
  }

  const expiry = createExpiry(clock, (job) => {
    remove(job)
    force.pump()
  })

  const add = (job: JobRecord): void => {
    jobs.set(job.id, job)
    expiry.schedule(job)
  }

  const submit = (job: JobRecord, input: JobInput): void => {
    store.create(job, input)
    add(job)
    force.lanes.add(job)
    force.pump()
  }

  const restore = (job: JobRecord): void => {
    if (deadlineOf(job) <= clock.now()) {
      store.remove(job)
      return
    }
    add(job)
    if (job.status === 'IN_QUEUE') force.lanes.add(job)
    if (job.status === 'IN_PROGRESS') loseWorker(job, 'the sandbox stopped while the job was running')
  }

  const cancel = (job: JobRecord): void => {
    if (isFinal(job.status)) return
    force.lanes.remove(job.id)
    finish(job, 'CANCELLED', {}, stop(job, 'the job was cancelled'))
    force.pump()
  }

  const retry = (job: JobRecord): void => {
    if (!isRetryable(job.status)) {
      throw new JobError(
        'NOT_RETRYABLE',
        `the job is ${job.status}: only FAILED and TIMED_OUT jobs can be retried`,
      )
    }
    job.tries = 0
    enqueue(job)
    force.pump()
  }

  const purge = (): number => {
    const waiting = force.lanes.empty()
    for (const job of waiting) remove(job)
    return waiting.length
  }

  const setTtl = (job: JobRecord, ttl: number): void => {
    job.ttl = ttl
    if (deadlineOf(job) <= clock.now()) {
      remove(job)
      force.pump()
      return
    }
    store.save(job)
    expiry.schedule(job)
  }

  const takeChunks = (job: JobRecord): StreamChunk[] => {
    const run = tries.of(job)
    return run ? run.unread.splice(0) : store.takeChunks(job)
  }

  const close = (): void => {
    for (const job of jobs.values()) stop(job, 'the sandbox is shutting down')
    expiry.clear()
    force.close()
  }

  return {
    find: (id) => jobs.get(id),
    list: () => [...jobs.values()].reverse(),
    submit,
    restore,
    cancel,
    retry,
    purge,
    setTtl,
    progressOf: (job) => tries.of(job)?.progress,
    takeChunks,
    counts: () => ({ inQueue: force.lanes.size(), inProgress: tries.count(), workers: force.fleet.counts() }),
    workers: () => force.fleet.list(),
    pump: force.pump,
    removeAll: () => {
      for (const job of [...jobs.values()]) remove(job)
      force.pump()
    },
    close,
  }
}
