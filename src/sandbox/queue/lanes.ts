import type { JobRecord } from './job.ts'

/** Jobs waiting for a worker: first come, first served, those of low priority behind all others. */
export interface Lanes {
  add(job: JobRecord): void
  /** Takes a job out, wherever it stands; false when it was not waiting. */
  remove(id: string): boolean
  /** Takes out the job that is next. */
  next(): JobRecord | undefined
  /** Takes out every job. */
  empty(): JobRecord[]
  size(): number
  /** How many waiting jobs make workers start. */
  demand(): number
  /** Since when the first `count` of them wait, oldest first. */
  waitingSince(count: number): number[]
}

/** Empty lanes: one in order, one for jobs of low priority behind it. */
export const createLanes = (): Lanes => {
  const normal = new Map<string, JobRecord>()
  const low = new Map<string, JobRecord>()
  const remove = (id: string): boolean => normal.delete(id) || low.delete(id)
  const next = (): JobRecord | undefined => {
    const job = normal.values().next().value ?? low.values().next().value
    if (job) remove(job.id)
    return job
  }
  const empty = (): JobRecord[] => {
    const jobs = [...normal.values(), ...low.values()]
    normal.clear()
    low.clear()
    return jobs
  }
  const waitingSince = (count: number): number[] => {
    const instants: number[] = []
    for (const job of normal.values()) {
      if (instants.length >= count) break
      instants.push(job.queuedAt)
    }
    return instants
  }
  return {
    add: (job) => void (job.lowPriority ? low : normal).set(job.id, job),
    remove,
    next,
    empty,
    size: () => normal.size + low.size,
    demand: () => normal.size,
    waitingSince,
  }
}
