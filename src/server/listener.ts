import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { BrownoutCheck } from '../proxy/brownout.ts'
import { ProxyError } from '../proxy/errors.ts'
import { Consumers } from './consumers.ts'
import { Exchange, type Logger, type Surroundings } from './exchange.ts'
import type { Limits } from './limits.ts'
import { passThrough, type Upstream } from './passage.ts'
import type { PassedBytes } from './passed-bytes.ts'
import type { Observer } from './request-trace.ts'
import { readTarget, type Target } from './target.ts'
import type { Sampler } from './trace-context.ts'
import { type Handle, translate } from './translate.ts'

/** Everything the listener is made of; it owns none of it. */
export interface ListenerOptions {
  readonly v1: Handle
  /** A translator, or an upstream that still speaks GraphQL itself. */
  readonly graphql: Handle | Upstream
  /** Everything that is no API: docs, a start page, the 404. */
  readonly pages: RequestListener
  readonly v2: Upstream
  readonly jobs: Upstream
  readonly limits: Limits
  readonly observer: Observer
  readonly logger: Logger
  readonly sampler?: Sampler | undefined
  /** Rehearses the day an API is switched off. */
  readonly brownout?: BrownoutCheck
  readonly draining: () => boolean
  readonly passed: PassedBytes
}

/** The listener and what an operator may ask it. */
export interface Listener {
  readonly listen: RequestListener
  /** For `Expect: 100-continue`: the body is asked for only once the request is worth it. */
  readonly listenExpecting: RequestListener
  readonly listenOddExpectation: RequestListener
  readonly inFlight: () => number
}

const RETRY_SOON = { headers: { 'retry-after': '1' } }

const busy = (): ProxyError =>
  new ProxyError(
    'BUSY',
    'The proxy is at its limit of calls in flight: try again soon, or let its operator raise --max-in-flight.',
    RETRY_SOON,
  )
const consumerBusy = (limit: number): ProxyError =>
  new ProxyError(
    'CONSUMER_BUSY',
    `This key already has ${limit} calls in flight: try again soon, or let the proxy's operator raise --max-in-flight-per-key.`,
    RETRY_SOON,
  )

// https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1'

/** TRACE would read the caller's key back to whoever made him send it. */
const refusalOf = (target: Target, request: IncomingMessage): ProxyError | undefined => {
  if (lacksHost(request)) return new ProxyError('REQUEST_UNREADABLE', 'The request has no Host header.')
  if (target.refusal) return new ProxyError('PATH_REFUSED', target.refusal)
  return request.method === 'TRACE' ? new ProxyError('METHOD_REFUSED', 'TRACE is not supported.') : undefined
}

const ignore = (): void => {}

/** The hot path: one look at the target, the bounds, then a translator or a passage. */
export const createListener = (options: ListenerOptions): Listener => {
  const around: Surroundings = options
  const { limits } = options
  const consumers = new Consumers(limits.inFlightPerConsumer)
  let inFlight = 0

  const route = (exchange: Exchange): void => {
    switch (exchange.target.family) {
      case 'v1':
        return translate(exchange, options.v1)
      case 'graphql':
        return typeof options.graphql === 'function'
          ? translate(exchange, options.graphql)
          : passThrough(exchange, options.graphql)
      case 'v2':
        return passThrough(exchange, options.v2)
      case 'jobs':
        return passThrough(exchange, options.jobs)
      case 'pages':
        return options.pages(exchange.request, exchange.response) as undefined
    }
  }

  const enter = (request: IncomingMessage, response: ServerResponse): Exchange => {
    const target = readTarget(request.method ?? '', request.url ?? '')
    const exchange = new Exchange(request, response, target, around)
    inFlight += 1
    response.on('error', ignore)
    response.on('close', () =>
      exchange.closed(() => {
        inFlight -= 1
      }),
    )
    return exchange
  }

  /** @returns false when the exchange has been answered with a refusal. */
  const admit = (exchange: Exchange): boolean => {
    const { request, response, target } = exchange
    const refusal =
      refusalOf(target, request) ??
      (inFlight > limits.inFlight ? busy() : undefined) ??
      options.brownout?.(exchange.trace)
    if (refusal) {
      exchange.fail(refusal)
      return false
    }
    if (limits.inFlightPerConsumer === 0) return true
    const consumer = consumers.enter(request, target.query)
    if (consumer === undefined) exchange.fail(consumerBusy(limits.inFlightPerConsumer))
    else response.on('close', () => consumers.leave(consumer))
    return consumer !== undefined
  }

  const listen: RequestListener = (request, response) => {
    const exchange = enter(request, response)
    if (admit(exchange)) route(exchange)
  }

  const listenExpecting: RequestListener = (request, response) => {
    const exchange = enter(request, response)
    exchange.mustClose = true
    if (!admit(exchange)) return
    const { family } = exchange.target
    const translated = family === 'v1' || family === 'graphql'
    const tooMuch = translated && Number(request.headers['content-length']) > limits.bodyBytes
    if (!tooMuch) {
      exchange.mustClose = false
      response.writeContinue()
    }
    route(exchange)
  }

  const listenOddExpectation: RequestListener = (request, response) => {
    const exchange = enter(request, response)
    exchange.mustClose = true
    exchange.fail(new ProxyError('EXPECTATION_UNKNOWN', 'Only Expect: 100-continue is understood.'))
  }

  return { listen, listenExpecting, listenOddExpectation, inFlight: () => inFlight }
}
