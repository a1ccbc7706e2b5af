import type { Dispatcher } from 'undici'
import { ProxyError } from '../proxy/errors.ts'
import { isMistake, upstreamError } from '../upstream/failure.ts'
import type { Exchange } from './exchange.ts'
import { type ForwardedRequest, forwardAnswerHeaders, forwardRequestHeaders } from './hop-headers.ts'
import { readBody } from './read-body.ts'
import { Upload } from './upload.ts'
import { endAfterRest, STALL } from './write-answer.ts'

/** Where calls pass through to. */
export interface Upstream {
  readonly pool: Pick<Dispatcher, 'dispatch'>
  /** Put before every path; empty for none. */
  readonly basePath: string
  /** The whole path instead, where the upstream has one address (GraphQL). */
  readonly path?: string
  /** Milliseconds until an answer must begin; how long it then streams is nobody's business. */
  readonly headersDeadline: number
}

/** Read whole before it is sent: a stream would cost more than the copy, and a slow caller holds no upstream socket. */
const SMALL_BODY = 64 * 1024 // bytes

const VIA = '1.1 upshift'
/** A chain of proxies may name itself a few times; more is a circle. */
const MOST_PASSES = 4

const pairs = (flat: readonly unknown[]): [string, string][] => {
  const list: [string, string][] = []
  for (let i = 0; i + 1 < flat.length; i += 2) list.push([String(flat[i]), String(flat[i + 1])])
  return list
}

/** One call on its way through, never parsed: node's request to undici, undici's answer to node's response. */
class Passage implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #upstream: Upstream
  #upload: Upload | undefined
  #abort: ((error?: Error) => void) | undefined
  #resume: (() => void) | undefined
  #stalled: NodeJS.Timeout | undefined
  #gone = false
  #ended = false
  #wrote = false
  #began = 0
  #answered = 0
  /** Bytes of the answer still to come; -1 where nobody said. */
  #left = -1

  constructor(exchange: Exchange, upstream: Upstream) {
    this.#exchange = exchange
    this.#upstream = upstream
    exchange.onHangUp = () => this.#hangUp()
  }

  begin(): void {
    const { request, around } = this.#exchange
    const forwarded = forwardRequestHeaders(request.rawHeaders)
    if (forwarded.via.split('upshift').length > MOST_PASSES) {
      this.#exchange.fail(new ProxyError('LOOP', 'The upstream leads back to this proxy: check its address.'))
    } else if (!forwarded.chunked && forwarded.length <= 0) this.#dispatch(forwarded, null)
    else if (forwarded.chunked || forwarded.length > SMALL_BODY) {
      this.#upload = new Upload(request, around.limits.bodyDeadline, around.passed)
      this.#dispatch(forwarded, this.#upload)
    } else this.#readSmall(forwarded)
  }

  #readSmall(forwarded: ForwardedRequest): void {
    const began = performance.now()
    const limits = { bytes: SMALL_BODY, deadline: this.#exchange.around.limits.bodyDeadline }
    readBody(this.#exchange.request, limits, (error, body) => {
      this.#exchange.waited(performance.now() - began)
      if (error) this.#exchange.fail(error)
      else this.#dispatch(forwarded, body)
    })
  }

  #dispatch({ headers, via, hasId, isTraced }: ForwardedRequest, body: Buffer | Upload | null): void {
    const { request, target, trace } = this.#exchange
    const { pool, basePath, headersDeadline } = this.#upstream
    const path = this.#upstream.path ?? basePath + target.path
    this.#began = performance.now()
    // RFC 9110 7.6.3: a gateway says so in every request it forwards.
    if (via === '') headers.push('via', VIA)
    else appendVia(headers)
    if (!hasId) headers.push('x-request-id', trace.id)
    if (!isTraced) headers.push('traceparent', trace.traceparent)
    else if (trace.isRecorded) replaceTrace(headers, trace.traceparent)
    pool.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: target.query ? `${path}?${target.query}` : path,
        headers,
        body,
        headersTimeout: headersDeadline,
        bodyTimeout: 0,
      },
      this,
    )
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort
    if (this.#gone) abort()
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200) return true // 1xx was for this hop; the answer is still to come
    const { response, around, request } = this.#exchange
    const { headers, length } = forwardAnswerHeaders(raw)
    this.#hop(status)
    this.#left = length
    this.#resume = resume
    if (around.draining() || (this.#upload && !request.complete)) headers.push('connection', 'close')
    response.writeHead(status, statusText, headers)
    // Without a length this is a stream: its head must not wait for the first event.
    if (length < 0 && status !== 204 && status !== 304) process.nextTick(flushHead, this)
    return true
  }

  /** Sends the head alone when no data came with it. */
  flush(): void {
    const { response } = this.#exchange
    if (!this.#wrote && !this.#ended && !response.destroyed) response.flushHeaders()
  }

  onData(chunk: Buffer): boolean {
    const { response, around } = this.#exchange
    if (response.destroyed) return true
    this.#wrote = true
    around.passed.add(chunk.length)
    this.#left -= this.#left < 0 ? 0 : chunk.length
    if (this.#left === 0 && !this.#upload) {
      this.#ended = true
      response.end(chunk)
      if (response.writableLength > 0) response.socket?.setTimeout(STALL)
      return true
    }
    if (response.write(chunk)) return true
    this.#stalled = setTimeout(() => response.destroy(), STALL)
    response.once('drain', this.#onDrain)
    return false
  }

  onComplete(trailers: string[] | null): void {
    const { response, request } = this.#exchange
    this.#exchange.waited(performance.now() - this.#answered)
    if (this.#ended) return
    this.#ended = true
    if (trailers && trailers.length > 0) response.addTrailers(pairs(trailers))
    if (this.#upload && !request.complete) endAfterRest(request, response)
    else response.end()
  }

  onError(error: Error): void {
    if (this.#ended || this.#gone) return
    this.#ended = true
    const { response } = this.#exchange
    if (this.#answered === 0) this.#hop(0)
    // A cut answer must look cut: a clean end would pass half of it off as the whole.
    if (response.headersSent) response.destroy()
    else this.#exchange.fail(this.#reason(error))
  }

  #reason(error: Error): Error {
    if (error instanceof ProxyError) return error
    if (isMistake(error))
      return new ProxyError('REQUEST_UNREADABLE', 'A header or the path of the request cannot be forwarded.')
    return upstreamError(error, this.#abort !== undefined)
  }

  #onDrain = (): void => {
    clearTimeout(this.#stalled)
    this.#resume?.()
  }

  #hop(status: number): void {
    this.#answered = performance.now()
    const { request, target, trace } = this.#exchange
    const took = this.#answered - this.#began
    trace.upstream.push({
      method: request.method ?? '',
      route: target.route,
      status,
      took,
      began: this.#began,
    })
  }

  #hangUp(): void {
    this.#gone = true
    clearTimeout(this.#stalled)
    if (this.#answered === 0 && this.#began > 0) this.#hop(0)
    if (!this.#ended) this.#abort?.()
  }
}

const flushHead = (passage: Passage): void => passage.flush()

const lastOf = (headers: readonly string[], name: string): number => {
  for (let i = headers.length - 2; i >= 0; i -= 2) if (headers[i]?.toLowerCase() === name) return i
  return -1
}

const appendVia = (headers: string[]): void => {
  const at = lastOf(headers, 'via')
  if (at >= 0) headers[at + 1] = `${headers[at + 1]}, ${VIA}`
}

const replaceTrace = (headers: string[], value: string): void => {
  const at = lastOf(headers, 'traceparent')
  if (at >= 0) headers[at + 1] = value
}

/** Passes one call to an upstream as it is and its answer back as it comes. */
export const passThrough = (exchange: Exchange, upstream: Upstream): void =>
  new Passage(exchange, upstream).begin()
