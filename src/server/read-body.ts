import type { IncomingMessage } from 'node:http'
import { ProxyError } from '../proxy/errors.ts'

/** What a body is held to. */
export interface BodyLimits {
  readonly bytes: number
  /** Milliseconds until it must be complete. */
  readonly deadline: number
}

/** RFC 9112 6.3: a request has a body if it announces a length or a transfer coding. */
const announcesBody = (request: IncomingMessage): boolean => {
  const length = request.headers['content-length']
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined
}

/** 413 for a body above the limit. @param bytes the limit */
const tooLarge = (bytes: number): ProxyError =>
  new ProxyError('BODY_TOO_LARGE', `The body is larger than ${bytes} bytes, the most this operation takes.`)

const tooSlow = (): ProxyError =>
  new ProxyError('BODY_TOO_SLOW', 'The body did not arrive in time. Nothing was sent on.')

const gone = (): ProxyError => new ProxyError('CALLER_GONE', 'The caller hung up.')

const EMPTY = Buffer.alloc(0)

/** Gathers one body; `done` is called once, with the bytes or the reason there are none. */
class BodyReader {
  readonly #request: IncomingMessage
  readonly #limits: BodyLimits
  readonly #done: (error: ProxyError | undefined, body: Buffer) => void
  readonly #chunks: Buffer[] = []
  readonly #timer: NodeJS.Timeout
  #size = 0

  constructor(
    request: IncomingMessage,
    limits: BodyLimits,
    done: (error: ProxyError | undefined, body: Buffer) => void,
  ) {
    this.#request = request
    this.#limits = limits
    this.#done = done
    this.#timer = setTimeout(() => this.#end(tooSlow()), limits.deadline)
    request
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('close', this.#onClose)
      .on('error', this.#onClose)
  }

  #onData = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size > this.#limits.bytes) this.#end(tooLarge(this.#limits.bytes))
    else this.#chunks.push(chunk)
  }

  #onEnd = (): void => {
    const [first = EMPTY] = this.#chunks
    this.#end(undefined, this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : first)
  }

  #onClose = (): void => this.#end(gone())

  #end(error: ProxyError | undefined, body: Buffer = EMPTY): void {
    clearTimeout(this.#timer)
    const request = this.#request
    request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose)
    // An aborted request says 'error' as well as 'close': somebody has to hear it.
    request.off('error', this.#onClose).on('error', ignore)
    this.#done(error, body)
  }
}

const ignore = (): void => {}

/**
 * Reads a request's body into memory, whatever its content type. `done` is called at once where none is announced.
 * An error is `BODY_TOO_LARGE`, `BODY_TOO_SLOW` or `CALLER_GONE`; the rest of the body is then left unread.
 */
export const readBody = (
  request: IncomingMessage,
  limits: BodyLimits,
  done: (error: ProxyError | undefined, body: Buffer) => void,
): void => {
  if (!announcesBody(request)) done(undefined, EMPTY)
  else if (Number(request.headers['content-length']) > limits.bytes) done(tooLarge(limits.bytes), EMPTY)
  else new BodyReader(request, limits, done)
}
