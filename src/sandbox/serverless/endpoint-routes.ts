import { EndpointCreate, EndpointUpdate } from '../../../mappings/schemas/v2/serverless.ts'
import { logStream, type OpenStreams } from '../http/log-stream.ts'
import { notFound } from '../http/problem.ts'
import { type Call, created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import type { LogLine } from '../pods/log-line.ts'
import { createEndpoint, removeEndpoint } from './create-endpoint.ts'
import type { EndpointRecord } from './endpoint-record.ts'
import { endpointView, releaseList, workerList } from './endpoint-view.ts'
import type { EndpointWorld, QueueWorker } from './endpoint-world.ts'
import { updateEndpoint } from './update-endpoint.ts'

const workerLines = ({ id, startedAt }: QueueWorker): LogLine[] => [
  { at: startedAt, source: 'system', line: `create worker ${id}` },
  { at: startedAt, source: 'container', line: 'sandbox: the worker would be loading now' },
]

/** The operations of /v2/serverless. Jobs are the queue's. */
export const endpointRoutes = (world: EndpointWorld, streams: OpenStreams): Route[] => {
  const find = (call: Call): EndpointRecord => {
    const record = world.table.get(idOf(call))
    if (!record) throw notFound('endpoint')
    return record
  }
  const workersOf = ({ id }: EndpointRecord): readonly QueueWorker[] => world.queue().workers(id)
  return [
    {
      method: 'GET',
      path: '/v2/serverless',
      handle: (call) =>
        ok({ endpoints: world.table.values().map((record) => endpointView(record, call.origin)) }),
    },
    {
      method: 'POST',
      path: '/v2/serverless',
      handle: (call) =>
        created(endpointView(createEndpoint(world, validate(EndpointCreate, call.body)), call.origin)),
    },
    {
      method: 'GET',
      path: '/v2/serverless/:id',
      handle: (call) => ok(endpointView(find(call), call.origin)),
    },
    {
      method: 'PATCH',
      path: '/v2/serverless/:id',
      handle: (call) => {
        const body = validate(EndpointUpdate, call.body)
        return ok(endpointView(updateEndpoint(world, find(call), body), call.origin))
      },
    },
    {
      method: 'DELETE',
      path: '/v2/serverless/:id',
      handle: (call) => {
        removeEndpoint(world, find(call).id)
        return noContent
      },
    },
    {
      method: 'GET',
      path: '/v2/serverless/:id/workers',
      handle: (call) => {
        const record = find(call)
        return ok(workerList(record, workersOf(record), world.clock.now()))
      },
    },
    {
      method: 'GET',
      path: '/v2/serverless/:id/releases',
      handle: (call) => {
        const record = find(call)
        return ok(releaseList(record, workersOf(record)))
      },
    },
    {
      method: 'GET',
      path: '/v2/serverless/:id/workers/:workerId/logs',
      handle: (call) => {
        const record = find(call)
        const worker = () => workersOf(record).find(({ id }) => id === call.params.workerId)
        if (!worker()) throw notFound('worker')
        return logStream(call, world.clock, streams, () => {
          const found = worker()
          return found && workerLines(found)
        })
      },
    },
  ]
}
