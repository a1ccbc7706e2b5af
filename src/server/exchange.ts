import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerError, ProxyError, upstreamFailure } from '../proxy/errors.ts'
import type { Answer } from '../proxy/exchange.ts'
import { UpstreamError } from '../upstream/contract.ts'
import type { Limits } from './limits.ts'
import type { PassedBytes } from './passed-bytes.ts'
import { type Observer, RequestTrace } from './request-trace.ts'
import type { Target } from './target.ts'
import type { Sampler } from './trace-context.ts'
import { writeAnswer, writeAnswerEarly } from './write-answer.ts'

/** Where failures nobody expected are told; fields never hold a body, a header or a key. */
export interface Logger {
  readonly error: (fields: Readonly<Record<string, unknown>>, message: string) => void
}

/** What every exchange of a listener shares. */
export interface Surroundings {
  readonly limits: Limits
  readonly observer: Observer
  readonly logger: Logger
  /** Given where somebody exports spans. */
  readonly sampler?: Sampler | undefined
  /** True while the server finishes what it has: connections close after their answer. */
  readonly draining: () => boolean
  /** What has passed unread, in either direction. */
  readonly passed: PassedBytes
}

const toProxyError = (error: unknown, method: string): ProxyError | undefined => {
  if (error instanceof ProxyError) return error
  return error instanceof UpstreamError ? upstreamFailure(error, method) : undefined
}

/** A message may quote what it was about (a body, a URL with a key): only name, code and place are logged. */
const faultOf = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return { error: error.name, code: 'code' in error ? error.code : undefined, stack: frames.slice(0, 10) }
}

/** One request and its answer, from its headers to the end of the connection's share in it. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: Target
  readonly trace: RequestTrace
  readonly around: Surroundings
  /** Called when the caller's connection closes before the answer is out. */
  onHangUp: (() => void) | undefined
  /** The caller's connection has closed before the answer was out. */
  hasHungUp = false
  /** Set where the body was never asked for (`Expect`): what comes next on this connection is anyone's guess. */
  mustClose = false
  readonly #began = performance.now()
  #waited = 0

  constructor(request: IncomingMessage, response: ServerResponse, target: Target, around: Surroundings) {
    this.request = request
    this.response = response
    this.target = target
    this.around = around
    this.trace = new RequestTrace(request, target.dialect, target.operation, around.sampler)
  }

  /** Takes milliseconds that no hop of the trace accounts for off the proxy's own time. */
  waited(milliseconds: number): void {
    this.#waited += milliseconds
  }

  answer(answer: Answer): void {
    writeAnswer(this.response, answer, this.around.draining(), this.trace.id)
  }

  /** Says why not, in the caller's dialect; what nobody expected is a 500 without a word of why, and logged. */
  fail(error: unknown): void {
    const known = toProxyError(error, this.request.method ?? '')
    if (!known) this.#log(error)
    if (known?.code === 'CALLER_GONE') {
      this.response.destroy()
      return
    }
    const said =
      known ??
      new ProxyError(
        'INTERNAL',
        'The proxy failed on this call. It has been logged under the X-Request-Id of this answer.',
      )
    const answer = answerError(this.target.dialect, said)
    if (this.mustClose || said.code === 'BODY_TOO_SLOW' || this.#isSendingMuch())
      writeAnswerEarly(this.request, this.response, answer)
    else this.answer(answer)
  }

  /** The response has closed: an unfinished call is called off, the observer is told, and the exchange is over. */
  closed(over: () => void): void {
    const { response, onHangUp } = this
    const cut = !response.writableFinished
    const took = performance.now() - this.#began
    this.hasHungUp = cut
    const end = () => {
      over()
      this.#tell(took, cut)
    }
    if (!cut || !onHangUp) return end()
    onHangUp()
    // The hop that was called off is noted when its promise settles: a create that had left must be in the log.
    setImmediate(end)
  }

  #tell(took: number, cut: boolean): void {
    const { response, trace } = this
    const waited = trace.upstream.reduce((sum, hop) => sum + hop.took, this.#waited)
    const status = response.headersSent ? response.statusCode : 0
    this.around.observer.finished(
      trace,
      { status, began: this.#began, took, ownTime: Math.max(0, took - waited), cut },
      this.request,
    )
  }

  /** A small body's rest is dropped by node itself; a large or endless one costs the connection. */
  #isSendingMuch(): boolean {
    const { complete, headers } = this.request
    if (complete) return false
    const length = Number(headers['content-length'])
    return headers['transfer-encoding'] !== undefined || length > this.around.limits.bodyBytes
  }

  #log(error: unknown): void {
    const { id, operation } = this.trace
    this.around.logger.error({ ...faultOf(error), request: id, operation }, 'request failed')
  }
}
