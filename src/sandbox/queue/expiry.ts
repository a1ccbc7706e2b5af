import type { Clock, Timer } from '../clock.ts'
import { deadlineOf, type JobRecord } from './job.ts'

/** Forgets jobs on time. */
export interface Expiry {
  /** Sets, or sets anew, when the job is forgotten. */
  schedule(job: JobRecord): void
  cancel(id: string): void
  /** Stops every timer. */
  clear(): void
}

/** @param expire called with a job whose lifespan or retention has ended */
export const createExpiry = (clock: Clock, expire: (job: JobRecord) => void): Expiry => {
  const timers = new Map<string, Timer>()
  const cancel = (id: string): void => {
    timers.get(id)?.cancel()
    timers.delete(id)
  }
  const schedule = (job: JobRecord): void => {
    cancel(job.id)
    const fire = (): void => {
      timers.delete(job.id)
      expire(job)
    }
    timers.set(job.id, clock.after(deadlineOf(job) - clock.now(), fire))
  }
  const clear = (): void => {
    for (const timer of timers.values()) timer.cancel()
    timers.clear()
  }
  return { schedule, cancel, clear }
}
