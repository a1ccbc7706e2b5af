import { type Context, Hono } from 'hono'
import { jobOperations } from '../../../mappings/hosts.ts'
import type { JobView } from './job.ts'
import { JobError } from './job-error.ts'
import { type JobRequest, parseJobRequest, parseTtl, parseWait } from './job-request.ts'
import { type LimitedOperation, PAYLOAD_BYTES, STREAM_WAIT_MS } from './limits.ts'
import { answerOpenai } from './openai-route.ts'
import type { Queue } from './queue.ts'
import { readJson } from './read-body.ts'

/** The name of an operation of the job API. */
export type JobOperationName = (typeof jobOperations.is)[number]['name']

/** What is being asked for. */
export interface AuthorizationRequest {
  readonly endpointId: string
  readonly operation: JobOperationName
  readonly method: string
}

/** The user whose limits a call counts towards, or the status to refuse it with (`retryAfter` in seconds). */
export type Authorization =
  | { readonly user: string }
  | { readonly refused: 401 | 429; readonly retryAfter?: number }

export interface QueueRoutesOptions {
  /** @param key the API key as sent, without `Bearer `; undefined when there is none */
  readonly authorize: (key: string | undefined, request: AuthorizationRequest) => Authorization
}

/** What an operation works with: checked, counted and about an endpoint that exists. */
interface Call {
  readonly queue: Queue
  readonly context: Context
  readonly endpointId: string
  readonly jobId: string
  /** Ends when the caller hangs up. */
  readonly gone: AbortSignal
  /** The call is over: it no longer counts as one at the same time. */
  readonly leave: () => void
}

type Operation = (call: Call) => Promise<Response> | Response

const bodyOf = async ({ context }: Call, limit: number): Promise<JobRequest> =>
  parseJobRequest(await readJson(context.req.raw, limit))

const run: Operation = async (call) => {
  const request = await bodyOf(call, PAYLOAD_BYTES.run)
  return call.context.json(call.queue.run(call.endpointId, request))
}

const waitForJob = async (call: Call, jobId: string, ms: number): Promise<JobView> =>
  call.queue.wait(call.endpointId, jobId, { ms, gone: call.gone })

const runsync: Operation = async (call) => {
  const ms = parseWait(call.context.req.query('wait'))
  const request = await bodyOf(call, PAYLOAD_BYTES.runsync)
  const { id } = call.queue.runsync(call.endpointId, request, ms)
  return call.context.json(await waitForJob(call, id, ms))
}

const status: Operation = ({ queue, context, endpointId, jobId }) =>
  context.json(queue.status(endpointId, jobId, parseTtl(context.req.query('ttl'))))

/** Not among the published operations, but what the service's JavaScript client polls with. */
const statusSync: Operation = async (call) =>
  call.context.json(await waitForJob(call, call.jobId, parseWait(call.context.req.query('wait'))))

const stream: Operation = async ({ queue, context, endpointId, jobId, gone }) =>
  context.json(await queue.stream(endpointId, jobId, { ms: STREAM_WAIT_MS, gone }))

const requests: Operation = ({ queue, context, endpointId, jobId }) =>
  context.json(jobId ? queue.status(endpointId, jobId) : { requests: queue.requests(endpointId) })

const OPERATIONS: Readonly<Record<JobOperationName, Operation>> = {
  run,
  runsync,
  status,
  'status-sync': statusSync,
  stream,
  cancel: ({ queue, context, endpointId, jobId }) => context.json(queue.cancel(endpointId, jobId)),
  retry: ({ queue, context, endpointId, jobId }) => context.json(queue.retry(endpointId, jobId)),
  'purge-queue': ({ queue, context, endpointId }) => context.json(queue.purge(endpointId)),
  health: ({ queue, context, endpointId }) => context.json(queue.health(endpointId)),
  requests,
  openai: ({ queue, context, endpointId, leave }) => answerOpenai(queue, endpointId, context, leave),
}

/** Which published limit an operation counts towards. */
const LIMIT_OF: Readonly<Partial<Record<JobOperationName, LimitedOperation>>> = {
  run: 'run',
  runsync: 'runsync',
  status: 'status',
  'status-sync': 'status',
  stream: 'stream',
  cancel: 'cancel',
  'purge-queue': 'purge-queue',
  openai: 'openai',
  requests: 'requests',
}

/** The key arrives bare or as `Bearer <key>`. */
const keyIn = (header: string | undefined): string | undefined =>
  header?.replace(/^Bearer\s+/i, '').trim() || undefined

const check = (authorization: Authorization): string => {
  if ('user' in authorization) return authorization.user
  if (authorization.refused === 401) {
    throw new JobError(
      'UNAUTHORIZED',
      'the API key is missing, wrong, or has no permission for this endpoint',
    )
  }
  throw new JobError('RATE_LIMITED', 'too many requests with this API key', authorization.retryAfter ?? 1)
}

const errorAnswer = (error: unknown, context: Context): Response => {
  const known = error instanceof JobError ? error : new JobError('INTERNAL', 'the sandbox failed to do this')
  if (known.retryAfter !== undefined) context.header('Retry-After', String(known.retryAfter))
  return context.json({ error: known.message }, known.status)
}

const enter = (queue: Queue, name: JobOperationName, endpointId: string, user: string): (() => void) => {
  const operation = LIMIT_OF[name]
  if (!operation) return () => {}
  const runningWorkers = queue.health(endpointId).workers.running
  return queue.rateLimits.enter({ operation, endpointId, user, runningWorkers })
}

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type') === 'text/event-stream'

const answer = async (
  queue: Queue,
  name: JobOperationName,
  context: Context,
  { authorize }: QueueRoutesOptions,
): Promise<Response> => {
  const endpointId = context.req.param('endpointId') ?? ''
  const key = keyIn(context.req.header('authorization'))
  const user = check(authorize(key, { endpointId, operation: name, method: context.req.method }))
  const leave = enter(queue, name, endpointId, user)
  try {
    const jobId = context.req.param('jobId') ?? ''
    const call = { queue, context, endpointId, jobId, gone: context.req.raw.signal, leave }
    const response = await OPERATIONS[name](call)
    if (!isEventStream(response)) leave() // a stream leaves by itself, at its end
    return response
  } catch (error) {
    leave()
    throw error
  }
}

const BELOW = { nothing: [''], job: ['/:jobId'], any: ['', '/:jobId{.+}'] } as const

/**
 * The job API over HTTP: `/v2/:endpointId/…`. Paths it does not know fall through to whatever else is mounted.
 * @example app.route('/', queueRoutes(queue, { authorize }))
 */
export const queueRoutes = (queue: Queue, options: QueueRoutesOptions): Hono => {
  const app = new Hono()
  for (const { name, methods, below } of jobOperations.is) {
    for (const rest of BELOW[below]) {
      app.on([...methods], `/v2/:endpointId/${name}${rest}`, async (context) => {
        try {
          return await answer(queue, name, context, options)
        } catch (error) {
          return errorAnswer(error, context)
        }
      })
    }
  }
  return app
}
