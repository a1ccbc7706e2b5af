import type { Context } from 'hono'
import { isFinal, type JobView } from './job.ts'
import { JobError } from './job-error.ts'
import { PAYLOAD_BYTES, STREAM_WAIT_MS, WAIT_MS } from './limits.ts'
import type { Queue } from './queue.ts'
import { readJson } from './read-body.ts'

const END_OF_STREAM = 'data: [DONE]\n\n'

/** What clients of this protocol read errors from. */
const errorBody = (message: string, type: string) => ({ error: { message, type, param: null, code: null } })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A worker may stream finished events, as text, or the objects to put in them. */
const toEvent = (output: unknown): string =>
  typeof output === 'string' && output.startsWith('data:')
    ? `${output.trimEnd()}\n\n`
    : `data: ${JSON.stringify(output)}\n\n`

async function* eventsOf(
  queue: Queue,
  endpointId: string,
  jobId: string,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let ended = false
  for (;;) {
    const { status, stream } = await queue.stream(endpointId, jobId, { ms: STREAM_WAIT_MS, gone })
    for (const { output } of stream) {
      const event = toEvent(output)
      ended ||= event === END_OF_STREAM
      yield event
    }
    if (!isFinal(status)) continue
    if (status !== 'COMPLETED') {
      const { error } = queue.status(endpointId, jobId)
      yield toEvent(errorBody(error ?? `the job is ${status}`, 'server_error'))
    } else if (!ended) yield END_OF_STREAM
    return
  }
}

/** An event stream that cancels its job when the reader goes. */
const streamAnswer = (queue: Queue, endpointId: string, jobId: string, ended: () => void): Response => {
  const gone = new AbortController()
  const events = eventsOf(queue, endpointId, jobId, gone.signal)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await events.next()
      if (!done) return controller.enqueue(encoder.encode(value))
      ended()
      controller.close()
    },
    cancel: async () => {
      ended()
      gone.abort()
      queue.cancel(endpointId, jobId)
    },
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  return new Response(body, { headers })
}

/** A generator's output is a list; one part of it is the answer. */
const wholeAnswer = (job: JobView, context: Context): Response => {
  if (job.status !== 'COMPLETED') {
    return context.json(errorBody(job.error ?? `the job is ${job.status}`, 'server_error'), 500)
  }
  const output = Array.isArray(job.output) && job.output.length === 1 ? job.output[0] : job.output
  return context.json(output ?? null)
}

const inputOf = async (context: Context): Promise<Record<string, unknown>> => {
  if (context.req.method === 'GET') return {}
  const body = await readJson(context.req.raw, PAYLOAD_BYTES.runsync)
  if (isObject(body)) return body
  throw new JobError('INVALID_REQUEST', 'the body must be a JSON object')
}

const perform = async (
  queue: Queue,
  endpointId: string,
  context: Context,
  ended: () => void,
): Promise<Response> => {
  const openai_input = await inputOf(context)
  const openai_route = `/${context.req.param('jobId') ?? ''}`
  const { id } = queue.runsync(endpointId, { input: { openai_route, openai_input } }, WAIT_MS.max)
  if (openai_input.stream === true) return streamAnswer(queue, endpointId, id, ended)
  const gone = context.req.raw.signal
  const job = await queue.wait(endpointId, id, { ms: WAIT_MS.max, gone })
  if (!isFinal(job.status)) queue.cancel(endpointId, id) // nobody is left to read it
  return wholeAnswer(job, context)
}

/**
 * Calls below openai/: each becomes a job whose input is `{openai_route, openai_input}`, as the service's language
 * model workers expect it, and is answered with the job's output, whole or as server-sent events.
 * @param ended called when a stream of events ends, however it does
 */
export const answerOpenai = async (
  queue: Queue,
  endpointId: string,
  context: Context,
  ended: () => void,
): Promise<Response> => {
  try {
    return await perform(queue, endpointId, context, ended)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return context.json(errorBody(error.message, 'invalid_request_error'), error.status)
  }
}
