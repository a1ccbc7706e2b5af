import type { Dispatcher } from 'undici'
import { type CallerSignal, type UpstreamAnswer, UpstreamError } from './contract.ts'
import { decodeBody } from './decode.ts'
import { connectionDied, isMistake, upstreamError } from './failure.ts'
import { TurnBatch } from './turn-batch.ts'

/** What one call is held to. */
export interface CallLimits {
  /** Milliseconds. */
  readonly deadline: number
  readonly maxBytes: number
  readonly signal: CallerSignal | undefined
}

/** Bytes of an answer that is soon dealt with; whoever has a longer one waits for nobody, and keeps nobody waiting. */
const SHORT = 16 * 1024

/** Header arrays as undici reads them -> lower-case names, repeated ones joined (RFC 9110 5.3). */
const headersOf = (raw: readonly Buffer[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] as Buffer).toString('latin1').toLowerCase()
    const value = (raw[i + 1] as Buffer).toString('latin1')
    const before = headers[name]
    headers[name] = typeof before === 'string' ? `${before}, ${value}` : value
  }
  return headers
}

const BYTE_ORDER_MARK = 0xfeff

const textOf = (body: Buffer): string => {
  const text = body.toString()
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

/** One buffered call, as undici's handler: no streams and no Headers object between the socket and the answer. */
export class BufferedCall implements Dispatcher.DispatchHandler {
  readonly #pool: Pick<Dispatcher, 'dispatch'>
  readonly #request: Dispatcher.DispatchOptions
  readonly #limits: CallLimits
  readonly #resolve: (answer: UpstreamAnswer) => void
  readonly #reject: (error: unknown) => void
  #timer: NodeJS.Timeout | undefined
  #abort: ((error?: Error) => void) | undefined
  #settled = false
  #started = false
  #retried = false
  #status = 0
  #headers: Record<string, string> = {}
  #first: Buffer | undefined
  #more: Buffer[] | undefined
  #size = 0

  constructor(
    pool: Pick<Dispatcher, 'dispatch'>,
    request: Dispatcher.DispatchOptions,
    limits: CallLimits,
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#pool = pool
    this.#request = request
    this.#limits = limits
    this.#resolve = resolve
    this.#reject = reject
  }

  begin(): void {
    const { signal, deadline } = this.#limits
    if (signal?.aborted) {
      this.#fail(new UpstreamError('CALLER_GONE', false))
      return
    }
    signal?.addEventListener('abort', this)
    this.#timer = setTimeout(onDeadline, deadline, this)
    this.#pool.dispatch(this.#request, this)
  }

  /** The caller has hung up. */
  handleEvent(): void {
    this.#fail(new UpstreamError('CALLER_GONE', this.#started))
  }

  expire(): void {
    this.#fail(new UpstreamError('UPSTREAM_TIMEOUT', this.#started))
  }

  /** undici calls this just before the first byte leaves: until here it is certain that nothing was sent. */
  onConnect(abort: (error?: Error) => void): void {
    if (this.#settled) {
      abort()
      return
    }
    this.#abort = abort
    this.#started = true
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    if (status < 200) return true // 1xx: the answer is still to come
    this.#status = status
    this.#headers = headersOf(raw)
    if (Number(this.#headers['content-length']) > this.#limits.maxBytes && this.#request.method !== 'HEAD')
      this.#fail(new UpstreamError('UPSTREAM_TOO_LARGE', true))
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#size += chunk.length
    if (this.#size > this.#limits.maxBytes) this.#fail(new UpstreamError('UPSTREAM_TOO_LARGE', true))
    else if (!this.#first) this.#first = chunk
    else if (this.#more) this.#more.push(chunk)
    else this.#more = [this.#first, chunk]
    return true
  }

  onComplete(): void {
    if (this.#size > SHORT) this.complete()
    else completed.add(this)
  }

  /** The whole answer is there. */
  complete(): void {
    if (this.#settled) return
    const body = this.#more ? Buffer.concat(this.#more, this.#size) : this.#first
    const coding = this.#headers['content-encoding']
    if (body && coding && coding !== 'identity') this.#decode(coding, body)
    else this.#succeed(body ? textOf(body) : '')
  }

  onError(error: Error): void {
    if (this.#settled) return
    if (this.#mayRepeat(error)) this.#repeat()
    else this.#fail(isMistake(error) ? error : upstreamError(error, this.#started))
  }

  #repeat(): void {
    this.#retried = true
    this.#abort = undefined
    this.#pool.dispatch(this.#request, this)
  }

  #mayRepeat(error: Error): boolean {
    const { method } = this.#request
    return (
      !this.#retried && this.#status === 0 && (method === 'GET' || method === 'HEAD') && connectionDied(error)
    )
  }

  async #decode(coding: string, body: Buffer): Promise<void> {
    try {
      const text = textOf(await decodeBody(coding, body, this.#limits.maxBytes))
      delete this.#headers['content-encoding']
      if (!this.#settled) this.#succeed(text)
    } catch (error) {
      this.#fail(error)
    }
  }

  #settle(): void {
    this.#settled = true
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener('abort', this)
  }

  #succeed(body: string): void {
    this.#settle()
    this.#resolve({ status: this.#status, headers: this.#headers, body })
  }

  #fail(error: unknown): void {
    if (this.#settled) return
    this.#settle()
    this.#abort?.()
    this.#first = undefined
    this.#more = undefined
    this.#reject(error)
  }
}

const completed = new TurnBatch<BufferedCall>((call) => call.complete())

const onDeadline = (call: BufferedCall): void => call.expire()
