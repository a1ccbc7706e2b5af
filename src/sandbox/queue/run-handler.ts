import type { Clock } from '../clock.ts'
import { type Handler, type HandlerContext, type HandlerJob, WorkerCrash } from './handler.ts'

/** How a try ended. */
export type Outcome =
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'crash'; readonly message: string }

/** What the queue hears while the handler works. */
export interface RunListener {
  onChunk(output: unknown): void
  onProgress(output: unknown): void
  onRefreshWorker(): void
}

interface RunOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly attempt: number
  readonly listener: RunListener
}

const sleepOn = (clock: Clock, signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = (): void => {
      timer.cancel()
      reject(signal.reason)
    }
    const timer = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })

const contextOf = ({ clock, signal, attempt, listener }: RunOptions): HandlerContext => ({
  signal,
  attempt,
  now: () => clock.now(),
  sleep: (ms) => sleepOn(clock, signal, ms),
  progress: (output) => listener.onProgress(output),
  refreshWorker: () => listener.onRefreshWorker(),
  crash: (reason = 'the worker crashed') => {
    throw new WorkerCrash(reason)
  },
})

type Parts = Iterable<unknown> | AsyncIterable<unknown>

/** A generator streams; a list or a text is an output like any other. */
const isGenerator = (value: unknown): value is Parts =>
  typeof value === 'object' &&
  value !== null &&
  (Symbol.asyncIterator in value || (Symbol.iterator in value && 'next' in value))

/** A generator that never waits would hold the whole process: let others in after this many parts. */
const PARTS_PER_TURN = 32

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const drain = async (parts: Parts, { signal, listener }: RunOptions): Promise<unknown[]> => {
  const outputs: unknown[] = []
  for await (const part of parts) {
    if (signal.aborted) break
    outputs.push(part)
    listener.onChunk(part)
    if (outputs.length % PARTS_PER_TURN === 0) await nextTurn()
  }
  return outputs
}

const messageOf = (error: unknown): string => {
  if (error instanceof Error) return error.message || error.name
  if (typeof error === 'string') return error
  try {
    return JSON.stringify(error) ?? String(error)
  } catch {
    return String(error)
  }
}

/** Runs a handler on a job to its end. Never rejects. A stream's output is the list of its parts. */
export const runHandler = async (
  handler: Handler,
  job: HandlerJob,
  options: RunOptions,
): Promise<Outcome> => {
  try {
    const result = await handler(job, contextOf(options))
    return { kind: 'output', output: isGenerator(result) ? await drain(result, options) : result }
  } catch (error) {
    return { kind: error instanceof WorkerCrash ? 'crash' : 'error', message: messageOf(error) }
  }
}
