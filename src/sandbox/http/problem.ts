import type { Problem as ProblemDocument } from '../../../mappings/schemas/v2/problem.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Thrown by any handler to answer with an error in v2's own words. `message` is the answer's `detail`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** One entry a validation failure, e.g. `$.disk: minimum: got 0, want 1`. */
  readonly errors: readonly string[] | undefined
  /** Headers of this answer only, such as Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    detail: string,
    options: { errors?: readonly string[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail)
    this.status = status
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }

  toDocument(): ProblemDocument {
    const { status, message: detail, errors } = this
    const title = TITLES[status] ?? 'Error'
    return errors ? { title, status, detail, errors: [...errors] } : { title, status, detail }
  }
}

/** A rule between fields, or a reference that cannot be honoured: 400. */
export const badRequest = (detail: string): Problem => new Problem(400, detail)

/** The resource does not exist for this caller: 404. @example notFound('pod') */
export const notFound = (what: string): Problem => new Problem(404, `${what} not found`)

/** The request is understood but the resource is in the wrong state: 409. */
export const conflict = (detail: string): Problem => new Problem(409, detail)

/** The request does not match the schema: 422 with one line a violation. */
export const unprocessable = (errors: readonly string[]): Problem =>
  new Problem(422, 'Request validation failed.', { errors })

/** The wording clients of every generation match on to try their next GPU: never edit it. */
export const CAPACITY_DETAIL =
  'There are no longer any instances available with the requested specifications. Please try again later.'

/** Nothing free that fits: 400 with the text that clients match. */
export const noCapacity = (): Problem => new Problem(400, CAPACITY_DETAIL)
