import type { JobRecord } from './job.ts'
import type { JobStore } from './job-store.ts'
import type { StreamChunk } from './stream-chunk.ts'

/** Stores that a job has ended; with an output that is no JSON, as failed. */
export const keepEnd = (
  store: JobStore,
  job: JobRecord,
  output: unknown,
  unread: readonly StreamChunk[],
): void => {
  try {
    store.finish(job, output, unread)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    job.status = 'FAILED'
    job.error = `the handler's output is not JSON: ${error.message}`
    store.finish(job, undefined, unread)
  }
}
