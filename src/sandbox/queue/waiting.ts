import type { Clock } from '../clock.ts'
import type { EndpointQueue } from './endpoint-queue.ts'
import { isFinal, type JobRecord, type JobStatus, type JobView } from './job.ts'
import { JobError } from './job-error.ts'
import type { Signals } from './signals.ts'
import type { StreamChunk } from './stream-chunk.ts'

/** What the stream operation returns: the chunks nobody has read yet. */
export interface StreamView {
  status: JobStatus
  stream: StreamChunk[]
}

/** How long a caller waits, and how to notice that it has gone. */
export interface Patience {
  /** Milliseconds. */
  readonly ms: number
  readonly gone?: AbortSignal
}

interface WaitingOptions {
  readonly clock: Clock
  readonly signals: Signals
  /** @throws {JobError} when the job is gone */
  readonly find: (endpointId: string, jobId: string) => [EndpointQueue, JobRecord]
  readonly view: (queue: EndpointQueue, job: JobRecord) => JobView
}

/** The two operations that wait for something to happen to a job. Once the queue is closed they refuse to. */
export interface Waiting {
  wait(endpointId: string, jobId: string, patience: Patience): Promise<JobView>
  stream(endpointId: string, jobId: string, patience: Patience): Promise<StreamView>
}

/** Calls that wait for a job, woken by signals. */
export const createWaiting = ({ clock, signals, find, view }: WaitingOptions): Waiting => {
  const refuseWhenClosed = (): void => {
    if (signals.closed()) throw new JobError('INTERNAL', 'the sandbox is shutting down')
  }

  const wait = async (endpointId: string, jobId: string, { ms, gone }: Patience): Promise<JobView> => {
    refuseWhenClosed()
    const until = clock.now() + ms
    for (;;) {
      const [queue, job] = find(endpointId, jobId)
      const left = until - clock.now()
      if (isFinal(job.status) || left <= 0 || gone?.aborted || signals.closed()) return view(queue, job)
      await signals.next(jobId, left, gone)
    }
  }

  const stream = async (endpointId: string, jobId: string, { ms, gone }: Patience): Promise<StreamView> => {
    refuseWhenClosed()
    const until = clock.now() + ms
    for (;;) {
      const [queue, job] = find(endpointId, jobId)
      const left = until - clock.now()
      // A reader that has gone must not take chunks with it
      const chunks = gone?.aborted ? [] : queue.takeChunks(job)
      const over = isFinal(job.status) || left <= 0 || gone?.aborted || signals.closed()
      if (chunks.length > 0 || over) return { status: job.status, stream: chunks }
      await signals.next(jobId, left, gone)
    }
  }

  return { wait, stream }
}
