import { longestJobWait } from '../../mappings/hosts.ts'

/** What the listener holds its callers to. Times in milliseconds. */
export interface Limits {
  /** Bytes of a translated call's body; passed-through bodies have none. */
  readonly bodyBytes: number
  /** Until a translated call's body must be complete, and between two chunks of a passed-through one. */
  readonly bodyDeadline: number
  /** Until a request's headers must be complete. */
  readonly headersDeadline: number
  readonly headerBytes: number
  /** An idle connection is kept this long. */
  readonly keepAlive: number
  /** Requests at once; the next is a 503. */
  readonly inFlight: number
  /** Requests at once under one API key; the next is a 429. 0 for no such limit. */
  readonly inFlightPerConsumer: number
  /** Until a translated call's upstream answer must be complete. */
  readonly answerDeadline: number
  /** Until an upstream answer to REST v2 passed through must begin. */
  readonly v2HeadersDeadline: number
  /** Until an answer of the job API must begin: longer than the longest wait. */
  readonly jobHeadersDeadline: number
}

/** What `upshift serve` holds to where it is not told otherwise. */
export const defaultLimits: Limits = {
  bodyBytes: 1024 * 1024,
  bodyDeadline: 30_000,
  headersDeadline: 15_000,
  headerBytes: 32 * 1024,
  keepAlive: 65_000,
  inFlight: 4_096,
  inFlightPerConsumer: 0,
  answerDeadline: 60_000,
  v2HeadersDeadline: 60_000,
  jobHeadersDeadline: longestJobWait.is + 30_000,
}
