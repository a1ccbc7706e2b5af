import type { jobOperations } from '../../../mappings/hosts.ts'
import type { JobView } from './job.ts'
import { type JobCall, readBody } from './job-call.ts'
import { parseJobRequest, parseTtl, parseWait } from './job-request.ts'
import { type LimitedOperation, PAYLOAD_BYTES, STREAM_WAIT_MS } from './limits.ts'
import { answerOpenai } from './openai-route.ts'

/** The name of an operation of the job API. */
export type JobOperationName = (typeof jobOperations.is)[number]['name']

interface Operation {
  /** The published limit its calls count towards. */
  readonly limit?: LimitedOperation
  answer(call: JobCall): Promise<Response> | Response
}

const run = async (call: JobCall): Promise<Response> => {
  const request = parseJobRequest(await readBody(call, PAYLOAD_BYTES.run))
  return call.context.json(call.queue.run(call.endpointId, request))
}

const waitFor = (call: JobCall, jobId: string, ms: number): Promise<JobView> =>
  call.queue.wait(call.endpointId, jobId, { ms, gone: call.gone() })

const runsync = async (call: JobCall): Promise<Response> => {
  const ms = parseWait(call.context.req.query('wait'))
  const request = parseJobRequest(await readBody(call, PAYLOAD_BYTES.runsync))
  const { id } = call.queue.runsync(call.endpointId, request, ms)
  return call.context.json(await waitFor(call, id, ms))
}

const status = ({ queue, context, endpointId, below }: JobCall): Response =>
  context.json(queue.status(endpointId, below, parseTtl(context.req.query('ttl'))))

/** Not among the published operations, but what the service's JavaScript client polls with. */
const statusSync = async (call: JobCall): Promise<Response> =>
  call.context.json(await waitFor(call, call.below, parseWait(call.context.req.query('wait'))))

const stream = async ({ queue, context, endpointId, below, gone }: JobCall): Promise<Response> =>
  context.json(await queue.stream(endpointId, below, { ms: STREAM_WAIT_MS, gone: gone() }))

const requests = ({ queue, context, endpointId, below }: JobCall): Response =>
  context.json(below ? queue.status(endpointId, below) : { requests: queue.requests(endpointId) })

/** Every operation of the job API. Those without a limit have none published. */
export const operations: Readonly<Record<JobOperationName, Operation>> = {
  run: { limit: 'run', answer: run },
  runsync: { limit: 'runsync', answer: runsync },
  status: { limit: 'status', answer: status },
  'status-sync': { limit: 'status', answer: statusSync },
  stream: { limit: 'stream', answer: stream },
  cancel: {
    limit: 'cancel',
    answer: ({ queue, context, endpointId, below }) => context.json(queue.cancel(endpointId, below)),
  },
  retry: { answer: ({ queue, context, endpointId, below }) => context.json(queue.retry(endpointId, below)) },
  'purge-queue': {
    limit: 'purge-queue',
    answer: ({ queue, context, endpointId }) => context.json(queue.purge(endpointId)),
  },
  health: { answer: ({ queue, context, endpointId }) => context.json(queue.health(endpointId)) },
  requests: { limit: 'requests', answer: requests },
  openai: { limit: 'openai', answer: answerOpenai },
}
