import type { Clock } from '../clock.ts'
import type { Worker } from './fleet.ts'
import type { Handler } from './handler.ts'
import type { JobRecord } from './job.ts'
import type { JobInput, JobStore } from './job-store.ts'
import { type Run, startRun } from './run.ts'
import type { Outcome } from './run-handler.ts'

/** The tries of an endpoint's jobs: which run, and on which worker. */
export interface Tries {
  /** Begins a try of a job. */
  begin(job: JobRecord, worker: Worker): void
  /** The try of a job, while it runs. */
  of(job: JobRecord): Run | undefined
  /** Ends the try of a job, if there is one: nothing is heard of it any more. */
  stop(job: JobRecord, reason: string): Run | undefined
  count(): number
}

interface TriesOptions {
  readonly clock: Clock
  readonly store: JobStore
  readonly handlerFor: (input: JobInput['input']) => Handler
  /** Milliseconds a try of a job may take. */
  readonly limitFor: (job: JobRecord) => number
  readonly onChange: (job: JobRecord) => void
  readonly onTimeout: (job: JobRecord) => void
  /** The try has ended by itself. */
  readonly onEnd: (job: JobRecord, run: Run, outcome: Outcome) => void
}

/** Makes the tries of one endpoint's jobs. */
export const createTries = ({ clock, store, onChange, ...options }: TriesOptions): Tries => {
  const runs = new Map<string, Run>()

  const begin = (job: JobRecord, worker: Worker): void => {
    const input = store.inputOf(job) ?? { input: {} }
    job.status = 'IN_PROGRESS'
    job.startedAt = clock.now()
    job.tries += 1
    store.save(job)
    const run: Run = startRun({
      clock,
      handler: options.handlerFor(input.input),
      job,
      input,
      worker,
      timeout: options.limitFor(job),
      onTimeout: () => options.onTimeout(job),
      onChange: () => onChange(job),
      onEnd: (outcome) => {
        runs.delete(job.id)
        options.onEnd(job, run, outcome)
      },
    })
    runs.set(job.id, run)
    onChange(job)
  }

  const stop = (job: JobRecord, reason: string): Run | undefined => {
    const run = runs.get(job.id)
    runs.delete(job.id)
    run?.stop(reason)
    return run
  }

  return { begin, of: (job) => runs.get(job.id), stop, count: () => runs.size }
}
