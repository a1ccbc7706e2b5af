import type { Context } from 'hono'
import { isObject } from '../../../mappings/dsl/json.ts'
import { isFinal, type JobView } from './job.ts'
import { type JobCall, readBody } from './job-call.ts'
import { JobError } from './job-error.ts'
import { PAYLOAD_BYTES, STREAM_WAIT_MS, WAIT_MS } from './limits.ts'

const END_OF_STREAM = 'data: [DONE]\n\n'

/** What clients of this protocol read errors from. */
const errorBody = (message: string, type: string) => ({ error: { message, type, param: null, code: null } })

/** A worker may stream finished events, as text, or the objects to put in them. */
const toEvent = (output: unknown): string =>
  typeof output === 'string' && output.startsWith('data:')
    ? `${output.trimEnd()}\n\n`
    : `data: ${JSON.stringify(output)}\n\n`

const failure = (message: string): string => toEvent(errorBody(message, 'server_error'))

type Target = Pick<JobCall, 'queue' | 'endpointId'>

async function* eventsOf(
  { queue, endpointId }: Target,
  id: string,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let ended = false
  for (;;) {
    const { status, stream } = await queue.stream(endpointId, id, { ms: STREAM_WAIT_MS, gone })
    for (const { output } of stream) {
      const event = toEvent(output)
      ended ||= event === END_OF_STREAM
      yield event
    }
    if (gone.aborted) return
    if (!isFinal(status)) continue
    if (status !== 'COMPLETED') yield failure(queue.status(endpointId, id).error ?? `the job is ${status}`)
    else if (!ended) yield END_OF_STREAM
    return
  }
}

/** The status has long been sent when a stream breaks off, so the reason is its last event. */
async function* withReason(events: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* events
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    yield failure(error.message)
  }
}

/** An event stream that cancels its job when the reader goes. */
const streamAnswer = (call: JobCall, id: string): Response => {
  const gone = new AbortController()
  const events = withReason(eventsOf(call, id, gone.signal))
  const encoder = new TextEncoder()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { done, value } = await events.next()
    if (!done) return controller.enqueue(encoder.encode(value))
    call.leave()
    controller.close()
  }
  const cancel = (): void => {
    call.leave()
    gone.abort()
    call.queue.cancel(call.endpointId, id)
  }
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  return new Response(new ReadableStream({ pull, cancel }), { headers })
}

/** A generator's output is a list; one part of it is the answer. */
const wholeAnswer = (job: JobView, context: Context): Response => {
  if (job.status !== 'COMPLETED') {
    return context.json(errorBody(job.error ?? `the job is ${job.status}`, 'server_error'), 500)
  }
  const output = Array.isArray(job.output) && job.output.length === 1 ? job.output[0] : job.output
  return context.json(output ?? null)
}

const inputOf = async (call: JobCall): Promise<Record<string, unknown>> => {
  if (call.context.req.method === 'GET') return {}
  const body = await readBody(call, PAYLOAD_BYTES.runsync)
  if (isObject(body)) return body
  throw new JobError('INVALID_REQUEST', 'the body must be a JSON object')
}

const perform = async (call: JobCall): Promise<Response> => {
  const { queue, endpointId, context } = call
  const openai_input = await inputOf(call)
  const input = { openai_route: `/${call.below}`, openai_input }
  const { id } = queue.runsync(endpointId, { input }, WAIT_MS.max)
  if (openai_input.stream === true) return streamAnswer(call, id)
  const job = await queue.wait(endpointId, id, { ms: WAIT_MS.max, gone: call.gone() })
  if (!isFinal(job.status)) queue.cancel(endpointId, id) // nobody is left to read it
  return wholeAnswer(job, context)
}

/**
 * Calls below openai/: each becomes a job whose input is `{openai_route, openai_input}`, as the service's language
 * model workers expect it, and is answered with the job's output, whole or as server-sent events.
 */
export const answerOpenai = async (call: JobCall): Promise<Response> => {
  try {
    return await perform(call)
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return call.context.json(errorBody(error.message, 'invalid_request_error'), error.status)
  }
}
