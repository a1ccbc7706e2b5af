/**
 * Every way the job API refuses. Its published statuses are 400, 401, 404, 429 and 500 and no others, so a payload
 * that is too large and a job that cannot be retried are bad requests (400), not 413 and 409.
 */
const STATUS_OF = {
  INVALID_REQUEST: 400,
  PAYLOAD_TOO_LARGE: 400,
  NOT_RETRYABLE: 400,
  UNAUTHORIZED: 401,
  ENDPOINT_UNKNOWN: 404,
  JOB_UNKNOWN: 404,
  ROUTE_UNKNOWN: 404,
  RATE_LIMITED: 429,
  WORKER_FAILED: 500,
  INTERNAL: 500,
} as const

export type JobErrorCode = keyof typeof STATUS_OF

/** The only error the queue answers with. Match on `code`; `message` may change in any release. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly code: JobErrorCode
  readonly status: (typeof STATUS_OF)[JobErrorCode]
  /** Seconds after which to try again, with RATE_LIMITED. */
  readonly retryAfter: number | undefined
  constructor(code: JobErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.code = code
    this.status = STATUS_OF[code]
    this.retryAfter = retryAfter
  }
}
