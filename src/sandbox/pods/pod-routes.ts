import { PodCreateWithMinimums } from '../../../mappings/schemas/v2/newer.ts'
import { PodActionRequest, PodCreate, PodListQuery, PodUpdate } from '../../../mappings/schemas/v2/pods.ts'
import { logStream, type OpenStreams } from '../http/log-stream.ts'
import { notFound } from '../http/problem.ts'
import { queryAs } from '../http/query.ts'
import { type Call, created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import { actOnPod, removePod } from './act-on-pod.ts'
import { createPod } from './create-pod.ts'
import { requireMachine } from './machine-size.ts'
import type { PodRecord } from './pod-record.ts'
import { podView } from './pod-view.ts'
import type { PodWorld } from './pod-world.ts'
import { requireStandalone, updatePod } from './update-pod.ts'

export interface PodOptions {
  /** Newer v2: a create may say what its machine must have at least. */
  readonly minimums?: boolean
}

/** @throws {Problem} */
const wanted = (body: unknown, minimums: boolean): PodCreate => {
  if (!minimums) return validate(PodCreate, body)
  const pod = validate(PodCreateWithMinimums, body)
  requireMachine(pod)
  return pod
}

/** The operations of /v2/pods. */
export const podRoutes = (
  world: PodWorld,
  streams: OpenStreams,
  { minimums = false }: PodOptions = {},
): Route[] => {
  const find = (call: Call): PodRecord => {
    const pod = world.table.get(idOf(call))
    if (!pod) throw notFound('pod')
    return pod
  }
  const view = (pod: PodRecord) => podView(pod, world.clock.now(), world.boot)
  return [
    {
      method: 'GET',
      path: '/v2/pods',
      handle: (call) => {
        const { includeClusterPods = false } = queryAs(PodListQuery, call.query)
        const pods = world.table.values().filter(({ cluster }) => includeClusterPods || !cluster)
        return ok({ pods: pods.map(view) })
      },
    },
    {
      method: 'POST',
      path: '/v2/pods',
      handle: (call) => created(view(createPod(world, wanted(call.body, minimums)))),
    },
    { method: 'GET', path: '/v2/pods/:id', handle: (call) => ok(view(find(call))) },
    {
      method: 'PATCH',
      path: '/v2/pods/:id',
      handle: (call) => {
        const body = validate(PodUpdate, call.body)
        return ok(view(updatePod(world, find(call), body)))
      },
    },
    {
      method: 'DELETE',
      path: '/v2/pods/:id',
      handle: (call) => {
        removePod(world, requireStandalone(find(call), 'terminated'))
        return noContent
      },
    },
    {
      method: 'POST',
      path: '/v2/pods/:id/action',
      handle: (call) => {
        const { action } = validate(PodActionRequest, call.body)
        const after = actOnPod(world, find(call), action)
        return after ? ok(view(after)) : noContent
      },
    },
    {
      method: 'GET',
      path: '/v2/pods/:id/logs',
      handle: (call) => {
        const { id } = find(call)
        return logStream(call, world.clock, streams, () => world.table.get(id)?.log)
      },
    },
  ]
}
