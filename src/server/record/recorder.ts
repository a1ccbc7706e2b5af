import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerError, ProxyError, upstreamFailure } from '../../proxy/errors.ts'
import type { Answer, Call } from '../../proxy/exchange.ts'
import { type Send, UpstreamError, type UpstreamRequest } from '../../upstream/contract.ts'
import type { Logger } from '../exchange.ts'
import type { Handle } from '../translate.ts'
import type { RecordFile } from './record-file.ts'
import type { RecordFormat } from './record-format.ts'
import {
  EXCHANGE,
  type RecordedExchange,
  type RecordedHop,
  type RecordedTarget,
} from './recorded-exchange.ts'
import { redactExchange } from './redact-exchange.ts'

/** What a recorder is made of. */
export interface RecorderOptions {
  readonly file: Pick<RecordFile, 'append' | 'close' | 'size'>
  readonly format: RecordFormat
  readonly logger: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Bytes after which the record is left as it is. */
  readonly mostBytes: number
  readonly limits?: QueueLimits
}

/** How much may wait for the disk; what comes beyond is counted, not kept. */
export interface QueueLimits {
  readonly exchanges: number
  readonly characters: number
}

/** How many exchanges became what. */
export interface RecordCounts {
  readonly written: number
  /** Not kept: too many waited, the disk refused, or the record is full. */
  readonly lost: number
}

/** Keeps exchanges of translated calls. Nothing of it is waited for by a caller. */
export interface Recorder {
  /** The same handler, its calls recorded. */
  readonly handle: (handle: Handle) => Handle
  /** The same sender, its calls part of the record of the call they are made for. */
  readonly send: (send: Send, to: RecordedTarget) => Send
  readonly counts: () => RecordCounts
  /** Writes what waits, then closes the file. */
  readonly close: () => Promise<void>
}

const DEFAULT_QUEUE: QueueLimits = { exchanges: 1_000, characters: 32 * 1024 * 1024 }
const BATCH = 32 // exchanges a write
const COMPLAIN_EVERY = 60_000 // milliseconds

/** Headers asked for by name: the neutral call has no list of them. */
const ASKED = ['accept', 'authorization', 'content-type', 'user-agent', 'x-request-id']

const headersOf = ({ header }: Call): Record<string, string> =>
  Object.fromEntries(
    ASKED.flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

const requestOf = ({ method, path, headers, body = '' }: UpstreamRequest) => {
  const at = path.indexOf('?')
  return at < 0
    ? { method, path, query: '', headers, body }
    : { method, path: path.slice(0, at), query: path.slice(at + 1), headers, body }
}

const sizeOf = ({ request, upstream, answer }: RecordedExchange): number =>
  upstream.reduce(
    (sum, hop) => sum + hop.request.body.length + (hop.answer?.body.length ?? 0),
    request.body.length + answer.body.length,
  )

/** What the server will say of it. */
const refusalOf = ({ method, trace }: Call, error: unknown): Answer => {
  const known = error instanceof UpstreamError ? upstreamFailure(error, method) : error
  if (known instanceof ProxyError) return answerError(trace.dialect, known)
  return { status: 500, headers: {}, body: undefined }
}

/** The line between calls and the disk: bounded, emptied in turns of its own. */
class Line {
  readonly #options: RecorderOptions
  readonly #limits: QueueLimits
  #waiting: RecordedExchange[] = []
  #characters = 0
  #written = 0
  #lost = 0
  #complained = Number.NEGATIVE_INFINITY
  #emptying: Promise<void> | undefined

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#limits = options.limits ?? DEFAULT_QUEUE
  }

  counts(): RecordCounts {
    return { written: this.#written, lost: this.#lost }
  }

  take(exchange: RecordedExchange): void {
    const size = sizeOf(exchange)
    const { exchanges, characters } = this.#limits
    if (this.#waiting.length >= exchanges || this.#characters + size > characters) {
      this.#lose(1, 'too many exchanges wait for the disk')
      return
    }
    this.#waiting.push(exchange)
    this.#characters += size
    this.#emptying ??= this.#empty()
  }

  async done(): Promise<void> {
    while (this.#emptying) await this.#emptying
  }

  async #empty(): Promise<void> {
    await nextTurn()
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, BATCH))
    this.#emptying = undefined
  }

  async #write(batch: readonly RecordedExchange[]): Promise<void> {
    const { file, mostBytes } = this.#options
    const entries = await this.#render(batch)
    if (entries.length === 0) return
    if (file.size >= mostBytes) {
      this.#lose(entries.length, 'the record has reached its size')
      return
    }
    try {
      await file.append(entries)
      this.#written += entries.length
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      this.#lose(entries.length, `the disk refused${code}`)
    }
  }

  async #render(batch: readonly RecordedExchange[]): Promise<readonly string[]> {
    const entries: string[] = []
    for (const exchange of batch) {
      this.#characters -= sizeOf(exchange)
      try {
        entries.push(this.#options.format.write(redactExchange(exchange)))
      } catch {
        this.#lose(1, 'an exchange could not be made safe to write')
      }
      await nextTurn() // calls come first
    }
    return entries
  }

  #lose(count: number, why: string): void {
    this.#lost += count
    const now = this.#options.now()
    if (now >= this.#complained && now - this.#complained < COMPLAIN_EVERY) return
    this.#complained = now
    this.#options.logger.error({ lost: this.#lost, written: this.#written, why }, 'exchanges not recorded')
  }
}

/** Records translated calls, redacted, into a file. */
export const createRecorder = (options: RecorderOptions): Recorder => {
  const line = new Line(options)
  const calls = new AsyncLocalStorage<RecordedHop[]>()
  const { now } = options

  const record = (call: Call, began: number, upstream: readonly RecordedHop[], answer: Answer): void => {
    const { method, path, query, body, trace } = call
    line.take({
      exchange: EXCHANGE,
      id: trace.id,
      at: new Date(began).toISOString(),
      took: Math.max(0, now() - began),
      dialect: trace.dialect === 'graphql' ? 'graphql' : 'v1',
      operation: trace.operation,
      request: { method, path, query, headers: headersOf(call), body },
      upstream,
      answer: { status: answer.status, headers: answer.headers, body: answer.body ?? '' },
    })
  }

  const handle =
    (inner: Handle): Handle =>
    (call) => {
      const began = now()
      const upstream: RecordedHop[] = []
      return calls.run(upstream, async () => {
        try {
          const answer = await inner(call)
          record(call, began, upstream, answer)
          return answer
        } catch (error) {
          record(call, began, upstream, refusalOf(call, error))
          throw error
        }
      })
    }

  const send =
    (inner: Send, to: RecordedTarget): Send =>
    async (request) => {
      const hops = calls.getStore()
      if (!hops) return inner(request)
      const began = now()
      const at = hops.length
      const hop = { to, request: requestOf(request) }
      hops.push({ ...hop, took: 0 })
      const end = (rest: Pick<RecordedHop, 'answer' | 'error'>): void => {
        hops[at] = { ...hop, took: Math.max(0, now() - began), ...rest }
      }
      try {
        const answer = await inner(request)
        end({ answer })
        return answer
      } catch (error) {
        end({ error: error instanceof UpstreamError ? error.code : 'INTERNAL' })
        throw error
      }
    }

  const close = async (): Promise<void> => {
    await line.done()
    await options.file.close()
  }
  return { handle, send, counts: () => line.counts(), close }
}
