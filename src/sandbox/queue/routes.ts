import { type Context, Hono } from 'hono'
import { jobOperations } from '../../../mappings/hosts.ts'
import type { JobCall } from './job-call.ts'
import { JobError } from './job-error.ts'
import { type JobOperationName, operations } from './operations.ts'
import type { Queue } from './queue.ts'

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
  /** Shown the body of every job request, for a log. It can be 20 MB, and hold storage credentials. */
  readonly onBody?: (context: Context, body: unknown) => void
}

/** The key arrives bare or as `Bearer <key>`. */
const keyIn = (header: string | undefined): string | undefined =>
  header?.replace(/^Bearer(\s+|$)/i, '').trim() || undefined

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

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type') === 'text/event-stream'

/** Counts the call towards its limit, if it has one. @throws {JobError} also when there is no such endpoint */
const enter = (queue: Queue, name: JobOperationName, endpointId: string, user: string): (() => void) => {
  const runningWorkers = queue.runningWorkers(endpointId)
  const { limit: operation } = operations[name]
  return operation ? queue.rateLimits.enter({ operation, endpointId, user, runningWorkers }) : () => {}
}

const answer = async (
  queue: Queue,
  name: JobOperationName,
  context: Context,
  { authorize, onBody = () => {} }: QueueRoutesOptions,
): Promise<Response> => {
  const endpointId = context.req.param('endpointId') ?? ''
  const key = keyIn(context.req.header('authorization'))
  const user = check(authorize(key, { endpointId, operation: name, method: context.req.method }))
  const leave = enter(queue, name, endpointId, user)
  const below = context.req.param('below') ?? ''
  const call: JobCall = {
    queue,
    context,
    endpointId,
    below,
    gone: () => context.req.raw.signal,
    leave,
    onBody,
  }
  try {
    const response = await operations[name].answer(call)
    if (!isEventStream(response)) leave() // a stream leaves at its own end
    return response
  } catch (error) {
    leave()
    throw error
  }
}

const BELOW = { nothing: [''], job: ['/:below'], any: ['', '/:below{.+}'] } as const

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
