/** Names the shape, in every record. */
export const EXCHANGE = 'upshift-exchange/1'

/** A request without its secrets. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  /** Without `?`; empty for none. */
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty for none. */
  readonly body: string
}

/** An answer without its secrets. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Which upstream a call went to. */
export type RecordedTarget = 'v2' | 'graphql'

/** One upstream call made for a legacy call, in the order they were sent. */
export interface RecordedHop {
  readonly to: RecordedTarget
  /** Milliseconds. */
  readonly took: number
  readonly request: RecordedRequest
  /** Undefined where none came. */
  readonly answer?: RecordedAnswer
  /** Why none came, e.g. `UPSTREAM_TIMEOUT`. */
  readonly error?: string
}

/** One legacy call with all that was made of it. */
export interface RecordedExchange {
  readonly exchange: typeof EXCHANGE
  /** The request's id, as answered in `X-Request-Id`. */
  readonly id: string
  /** When it began, ISO 8601. */
  readonly at: string
  /** Milliseconds. */
  readonly took: number
  readonly dialect: 'v1' | 'graphql'
  readonly operation: string
  readonly request: RecordedRequest
  readonly upstream: readonly RecordedHop[]
  readonly answer: RecordedAnswer
}
