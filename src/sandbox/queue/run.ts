import type { Clock } from '../clock.ts'
import type { Worker } from './fleet.ts'
import type { Handler } from './handler.ts'
import type { JobRecord } from './job.ts'
import type { JobInput } from './job-store.ts'
import { type Outcome, runHandler } from './run-handler.ts'
import { type StreamChunk, splitOutput } from './stream-chunk.ts'

/** One try of a job on a worker. */
export interface Run {
  readonly worker: Worker
  /** Chunks nobody has read yet. */
  unread: StreamChunk[]
  /** What the handler last showed of its work. */
  readonly progress: unknown
  /** The handler asked for its worker to be replaced. */
  readonly refresh: boolean
  /** Fires the handler's signal and forgets the try: nothing is heard of it any more. */
  stop(reason: string): void
}

interface RunOptions {
  readonly clock: Clock
  readonly handler: Handler
  readonly job: JobRecord
  readonly input: JobInput
  readonly worker: Worker
  /** Milliseconds the try may take. */
  readonly timeout: number
  readonly onTimeout: () => void
  /** There is something new to read. */
  readonly onChange: () => void
  readonly onEnd: (outcome: Outcome) => void
}

const chunkMaker = (startedAt: number, now: () => number) => {
  let index = 0
  return (output: unknown): StreamChunk[] =>
    splitOutput(output).map((part) => {
      const metrics = { scenario: 'stream' as const, stream_index: index, elapsed: now() - startedAt }
      index += 1
      return { output: part, metrics }
    })
}

/** Begins a try. `onTimeout` and `onEnd` come at most once together, never before this returns, and never after stop. */
export const startRun = (options: RunOptions): Run => {
  const { clock, handler, job, input, worker, timeout } = options
  const stopping = new AbortController()
  const toChunks = chunkMaker(clock.now(), () => clock.now())
  const state = { worker, unread: [] as StreamChunk[], progress: undefined as unknown, refresh: false }
  const unlessStopped = (act: () => void): void => {
    if (!stopping.signal.aborted) act()
  }
  const listener = {
    onChunk: (output: unknown) =>
      unlessStopped(() => {
        state.unread.push(...toChunks(output))
        options.onChange()
      }),
    onProgress: (output: unknown) =>
      unlessStopped(() => {
        state.progress = output
      }),
    onRefreshWorker: () => {
      state.refresh = true
    },
  }
  const timer = clock.after(timeout, options.onTimeout)
  const stop = (reason: string): void => {
    timer.cancel()
    stopping.abort(new Error(reason))
  }
  const given = { id: job.id, ...input, ...(job.webhook !== undefined && { webhook: job.webhook }) }
  const begin = async (): Promise<void> => {
    await null // the caller first notes the run: a handler may end at once
    const outcome = await runHandler(handler, given, {
      clock,
      signal: stopping.signal,
      attempt: job.tries,
      listener,
    })
    timer.cancel()
    unlessStopped(() => options.onEnd(outcome))
  }
  void begin()
  return Object.assign(state, { stop })
}
