/**
 * Says when the caller hangs up. An `AbortSignal` is one; a server that makes one a request hands in something lighter,
 * as event targets are dear.
 */
export interface CallerSignal {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: HangUpListener) => void
  readonly removeEventListener: (type: 'abort', listener: HangUpListener) => void
}

/** An object as listener needs no closure a call. */
export interface HangUpListener {
  readonly handleEvent: () => void
}

/** One call to an upstream, already addressed: the origin belongs to the sender it is handed to. */
export interface UpstreamRequest {
  readonly method: string
  /** Path and query, percent-encoded, beginning with `/`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborted when the caller hangs up. */
  readonly signal?: CallerSignal
  /** Milliseconds until the answer must be complete; the sender's default when left out. */
  readonly deadline?: number
}

/** A whole buffered answer. Header names are lower case; a repeated header is joined with `, `. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends one call and waits for the whole answer. @throws {UpstreamError} */
export type Send = (request: UpstreamRequest) => Promise<UpstreamAnswer>

/** Why no usable answer came. `sent` decides the money rule: true means the upstream may have acted. */
export type UpstreamErrorCode =
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_RESET'
  | 'UPSTREAM_TOO_LARGE'
  | 'CALLER_GONE'

/** Thrown by a sender when no whole answer came. Carries no host name and no key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamErrorCode
  /** False only where it is certain that the upstream saw nothing of the request. */
  readonly sent: boolean

  constructor(code: UpstreamErrorCode, sent: boolean, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.sent = sent
  }
}
