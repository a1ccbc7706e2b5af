import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ProxyError } from '../proxy/errors.ts'
import type { Answer, Call } from '../proxy/exchange.ts'
import { notUtf8 } from '../proxy/json.ts'
import { TurnBatch } from '../upstream/turn-batch.ts'
import { Caller } from './caller-signal.ts'
import type { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import type { RequestTrace } from './request-trace.ts'

/** A translator: the neutral core behind `/v1` or `/graphql`. */
export type Handle = (call: Call) => Promise<Answer>

/** The neutral call over node's request. */
class NodeCall implements Call {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly header: (name: string) => string | undefined
  readonly body: string
  readonly trace: RequestTrace
  readonly signal = new Caller()
  readonly carrier: object

  constructor(exchange: Exchange, body: string) {
    const { request, target, trace } = exchange
    this.method = request.method ?? ''
    this.path = target.path
    this.query = target.query
    this.body = body
    this.trace = trace
    this.carrier = request.socket
    this.header = (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    }
    exchange.onHangUp = () => this.signal.hangUp()
    if (exchange.hasHungUp) this.signal.hangUp()
  }
}

/** Bodies are JSON text; no legacy client compresses one, and undoing it would need bounds of its own. */
const refuseCoding = ({ headers }: IncomingMessage): void => {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding !== 'identity')
    throw new ProxyError(
      'CODING_UNKNOWN',
      `Send the body uncompressed: Content-Encoding ${coding.slice(0, 20)} is not read here.`,
    )
}

const MARK = 0xfeff

/** Bytes that are no UTF-8 would be changed in silence; a byte order mark, which some clients send, is no content. */
const textOf = (body: Buffer): string => {
  if (!isUtf8(body)) throw notUtf8()
  const text = body.toString()
  return text.charCodeAt(0) === MARK ? text.slice(1) : text
}

/** Bytes of a body that is soon translated; a longer one is so at once. */
const SHORT = 16 * 1024

/** A call whose body is there. */
interface Arrived {
  readonly exchange: Exchange
  readonly handle: Handle
  readonly body: Buffer
}

const run = async ({ exchange, handle, body }: Arrived): Promise<void> => {
  try {
    refuseCoding(exchange.request)
    exchange.answer(await handle(new NodeCall(exchange, textOf(body))))
  } catch (error) {
    exchange.fail(error)
  }
}

const arrived = new TurnBatch<Arrived>((call) => void run(call))

/** Reads the body as text, whatever content type it claims, asks the translator, writes its answer. */
export const translate = (exchange: Exchange, handle: Handle): void => {
  const { bodyBytes, bodyDeadline } = exchange.around.limits
  const began = performance.now()
  readBody(exchange.request, { bytes: bodyBytes, deadline: bodyDeadline }, (error, body) => {
    exchange.waited(performance.now() - began)
    if (error) exchange.fail(error)
    else if (body.length > SHORT) run({ exchange, handle, body })
    else arrived.add({ exchange, handle, body })
  })
}
