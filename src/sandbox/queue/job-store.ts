import { collection } from '../storage/collection.ts'
import type { Storage } from '../storage/storage.ts'
import { type JobRecord, type JobView, viewOf } from './job.ts'
import type { StreamChunk } from './stream-chunk.ts'

/** What the caller sent for the handler. Written once, so that every try begins with the original. */
export interface JobInput {
  readonly input: Record<string, unknown>
  readonly s3Config?: Record<string, unknown>
}

/** Ends of jobs since the endpoint was made. */
export interface Tally {
  completed: number
  /** Failed and timed out. */
  failed: number
  /** Put back in the queue, by hand or by the loss of a worker. */
  retried: number
}

/** Jobs and what belongs to them, by id. Input, output and unread chunks are kept apart: they can be large. */
export interface JobStore {
  /** Every job kept, oldest first. */
  all(): JobRecord[]
  create(job: JobRecord, input: JobInput): void
  save(job: JobRecord): void
  inputOf(job: JobRecord): JobInput | undefined
  /** The job as clients see it. */
  view(job: JobRecord): JobView
  /** Keeps the end of a job and counts it. @throws {TypeError} when the output is not JSON; nothing is kept then. */
  finish(job: JobRecord, output: unknown, unread: readonly StreamChunk[]): void
  /** Back to the queue: its output and chunks are removed, and the retry counted. */
  requeue(job: JobRecord): void
  /** Stores all of it or nothing. */
  together(change: () => void): void
  /** Hands over the chunks nobody has read, once. */
  takeChunks(job: JobRecord): StreamChunk[]
  remove(job: JobRecord): void
  tally(endpointId: string): Tally
  forgetEndpoint(endpointId: string): void
  /** Forgets everything. */
  clear(): void
}

const NOTHING: Tally = { completed: 0, failed: 0, retried: 0 }

const tallyKeyOf = ({ status }: JobRecord): 'completed' | 'failed' | undefined => {
  if (status === 'COMPLETED') return 'completed'
  return status === 'CANCELLED' ? undefined : 'failed'
}

/** Jobs in a storage: what was kept there is there again. */
export const createJobStore = (storage: Storage): JobStore => {
  const jobs = collection<JobRecord>(storage, 'queue.jobs')
  const inputs = collection<JobInput>(storage, 'queue.inputs')
  const outputs = collection<unknown>(storage, 'queue.outputs')
  const chunks = collection<readonly StreamChunk[]>(storage, 'queue.chunks')
  const tallies = collection<Tally>(storage, 'queue.tallies')

  const tally = (endpointId: string): Tally => tallies.get(endpointId) ?? { ...NOTHING }

  const count = (job: JobRecord, key: keyof Tally | undefined): void => {
    if (!key) return
    const counted = tally(job.endpointId)
    tallies.put(job.endpointId, { ...counted, [key]: counted[key] + 1 })
  }

  const removeResult = (id: string): void => {
    outputs.delete(id)
    chunks.delete(id)
  }

  const finish = (job: JobRecord, output: unknown, unread: readonly StreamChunk[]): void =>
    storage.transaction(() => {
      if (output !== undefined) outputs.put(job.id, output)
      if (unread.length > 0) chunks.put(job.id, unread)
      jobs.put(job.id, job)
      count(job, tallyKeyOf(job))
    })

  const takeChunks = (job: JobRecord): StreamChunk[] => {
    const unread = chunks.get(job.id)
    if (unread) chunks.delete(job.id)
    return [...(unread ?? [])]
  }

  return {
    all: () => jobs.entries().map(([, job]) => job),
    create: (job, input) =>
      storage.transaction(() => {
        inputs.put(job.id, input)
        jobs.put(job.id, job)
      }),
    save: (job) => jobs.put(job.id, job),
    inputOf: (job) => inputs.get(job.id),
    view: (job) => viewOf(job, outputs.get(job.id)),
    finish,
    requeue: (job) =>
      storage.transaction(() => {
        removeResult(job.id)
        jobs.put(job.id, job)
        count(job, 'retried')
      }),
    together: (change) => storage.transaction(change),
    takeChunks,
    remove: (job) =>
      storage.transaction(() => {
        removeResult(job.id)
        inputs.delete(job.id)
        jobs.delete(job.id)
      }),
    tally,
    forgetEndpoint: (endpointId) => void tallies.delete(endpointId),
    clear: () => {
      for (const each of [jobs, inputs, outputs, chunks, tallies]) each.clear()
    },
  }
}
