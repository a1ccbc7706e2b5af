import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ProxyError } from '../proxy/errors.ts'
import type { PassedBytes } from './passed-bytes.ts'

const MAX_BUFFERED = 64 * 1024 // bytes waiting between the caller's socket and the upstream's

/**
 * A request's body on its way upstream. It stands between the two so that undici may destroy it (an upstream that
 * answers before it has read everything) without taking the caller's connection along.
 */
export class Upload extends Readable {
  readonly #request: IncomingMessage
  readonly #passed: PassedBytes
  readonly #timer: NodeJS.Timeout

  /** @param deadline milliseconds between two chunks of a caller who is being read. */
  constructor(request: IncomingMessage, deadline: number, passed: PassedBytes) {
    super({ highWaterMark: MAX_BUFFERED })
    this.#request = request
    this.#passed = passed
    this.#timer = setTimeout(() => this.#onSilence(), deadline)
    request
      .on('data', this.#onData)
      .on('end', this.#onEnd)
      .on('error', this.#onGone)
      .on('close', this.#onGone)
    request.pause()
  }

  override _read(): void {
    this.#timer.refresh()
    this.#request.resume()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onGone)
    callback(error)
  }

  #onData = (chunk: Buffer): void => {
    this.#timer.refresh()
    if (!this.push(chunk)) this.#request.pause()
    this.#passed.add(chunk.length)
  }

  #onEnd = (): void => {
    clearTimeout(this.#timer)
    this.push(null)
  }

  #onGone = (): void => {
    if (!this.#request.complete) this.destroy(new ProxyError('CALLER_GONE', 'The caller hung up.'))
  }

  #onSilence(): void {
    if (this.#request.isPaused()) this.#timer.refresh()
    else this.destroy(new ProxyError('BODY_TOO_SLOW', 'The body stopped arriving. Its call was broken off.'))
  }
}
