import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Dialect, GraphqlSplit, Trace, UpstreamHop } from '../proxy/exchange.ts'
import { openSpan, type Sampler, type Span } from './trace-context.ts'

/** How one request ended. */
export interface Outcome {
  /** 0 when the caller was gone before an answer. */
  readonly status: number
  /** When the request's headers were there, milliseconds of `performance.now()`. */
  readonly began: number
  /** Milliseconds from the request's headers to the end of the answer. */
  readonly took: number
  /** Milliseconds of that the proxy itself spent: what is left once the upstream's share is taken off. */
  readonly ownTime: number
  /** True when the answer was cut: the caller hung up or the upstream broke off. */
  readonly cut: boolean
}

/** Told once a request, after its answer. Must not throw, block, or keep the request. */
export interface Observer {
  readonly finished: (trace: Trace, outcome: Outcome, request: IncomingMessage) => void
}

export const noObserver: Observer = { finished: () => {} }

/** Ids of callers are taken over only as far as they are safe in a header and a log line. */
const ACCEPTED_ID = /^[\w.:-]{1,128}$/

/** The trace of one request; its id is made only when somebody asks for it. */
export class RequestTrace implements Trace {
  dialect: Dialect
  operation: string
  readonly notes: Finding[] = []
  readonly upstream: UpstreamHop[] = []
  declare split?: GraphqlSplit
  /** Whether somebody exports spans: then upstream calls are children of ours, not of the caller's. */
  readonly isRecorded: boolean
  readonly #request: IncomingMessage
  #id: string | undefined
  readonly #sampler: Sampler | undefined
  #span: Span | undefined

  constructor(request: IncomingMessage, dialect: Dialect, operation: string, sampler?: Sampler) {
    this.#request = request
    this.#sampler = sampler
    this.isRecorded = sampler !== undefined
    this.dialect = dialect
    this.operation = operation
  }

  /** The caller's `X-Request-Id` where it is one, else a new one. */
  get id(): string {
    if (this.#id === undefined) {
      const sent = this.#request.headers['x-request-id']
      this.#id = typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID()
    }
    return this.#id
  }

  /** This request's place in a trace: the caller's trace carried on, or a new one. */
  get span(): Span {
    this.#span ??= this.#openSpan()
    return this.#span
  }

  #openSpan(): Span {
    const span = openSpan(this.#request.headers.traceparent)
    return this.#sampler ? { ...span, flags: this.#sampler(span) ? '01' : '00' } : span
  }

  /** W3C Trace Context. The caller's own, unless we export spans of our own that would be missing between. */
  get traceparent(): string {
    const { sent, traceId, spanId, flags } = this.span
    return sent !== undefined && !this.isRecorded ? sent : `00-${traceId}-${spanId}-${flags}`
  }
}
