/** When an endpoint starts more workers: by the oldest job's wait in seconds, or by jobs for each worker. */
export type Scaling =
  | { readonly type: 'QUEUE_DELAY'; readonly queueDelay: number }
  | { readonly type: 'REQUEST_COUNT'; readonly requestCount: number }

/** What the queue needs to know about a serverless endpoint. */
export interface EndpointSettings {
  /** Chooses a built-in handler where it is the name of one. */
  readonly name?: string
  readonly workersMin: number
  readonly workersMax: number
  /** Seconds a worker above the minimum stays up without a job. */
  readonly idleTimeout: number
  /** Milliseconds a job may run unless it says otherwise; zero or left out: ten minutes. */
  readonly executionTimeout?: number
  readonly scaling: Scaling
}

/** Asked on every call, so that a change of the endpoint is felt at once. */
export type EndpointLookup = (endpointId: string) => EndpointSettings | undefined
