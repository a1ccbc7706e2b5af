import type { Context } from 'hono'
import type { Queue } from './queue.ts'
import { readJson } from './read-body.ts'

/** What an operation works with: a call that is authorized, counted, and about an endpoint that exists. */
export interface JobCall {
  readonly queue: Queue
  readonly context: Context
  readonly endpointId: string
  /** What follows the operation's name in the path. */
  readonly below: string
  /** Ends when the caller hangs up. A function: to make the signal costs more than most operations do. */
  readonly gone: () => AbortSignal
  /** The call is over: it no longer counts as one at the same time. Every answer but a stream of events leaves by itself. */
  readonly leave: () => void
  /** Shown every body. */
  readonly onBody: (context: Context, body: unknown) => void
}

/** @throws {JobError} PAYLOAD_TOO_LARGE beyond `limit` bytes, INVALID_REQUEST when the body is not JSON */
export const readBody = async ({ context, onBody }: JobCall, limit: number): Promise<unknown> => {
  const body = await readJson(context.req.raw, limit)
  onBody(context, body)
  return body
}
