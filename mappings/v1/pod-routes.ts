import { routesOf } from '../dsl/route.ts'
import { pods } from './pods.ts'

const route = routesOf(pods)

const shown = ['gpuNames', 'expandNetworkVolume', 'expandTemplate', 'expandSavingsPlans'] as const
const changed = ['commandAsJson', 'wholeMount', 'gpuNames'] as const
const POD = 'PATCH /v2/pods/{id}'
const ACTION = 'POST /v2/pods/{id}/action'

/** The operations of pods; the lifecycle verbs of v1 are one operation of v2. */
export const podRoutes = [
  route('create', 'POST /v1/pods', 'POST /v2/pods', {
    body: 'create',
    success: 201,
    does: ['commandAsJson', 'countryPlacement', 'gpuFallback', 'cpuFallback', 'lockAfterCreate', 'gpuNames'],
  }),
  route('list', 'GET /v1/pods', 'GET /v2/pods', {
    list: 'pods',
    does: ['workersAsPods', 'listFilters', ...shown],
  }),
  route('get', 'GET /v1/pods/{podId}', 'GET /v2/pods/{id}', { does: shown }),
  route('update', 'PATCH /v1/pods/{podId}', POD, { body: 'update', does: changed }),
  route('updateByPost', 'POST /v1/pods/{podId}/update', POD, {
    body: 'update',
    does: changed,
  }),
  route('delete', 'DELETE /v1/pods/{podId}', 'DELETE /v2/pods/{id}', { answer: 'none', success: 204 }),
  route('start', 'POST /v1/pods/{podId}/start', ACTION, {
    sends: { action: 'start' },
    brings: { desiredStatus: 'RUNNING' },
    does: ['idempotentAction', 'gpuNames'],
  }),
  route('stop', 'POST /v1/pods/{podId}/stop', ACTION, {
    sends: { action: 'stop' },
    brings: { desiredStatus: 'EXITED' },
    does: ['idempotentAction', 'gpuNames'],
  }),
  route('restart', 'POST /v1/pods/{podId}/restart', ACTION, {
    sends: { action: 'restart' },
    does: ['gpuNames'],
  }),
  route('reset', 'POST /v1/pods/{podId}/reset', ACTION, {
    sends: { action: 'restart' },
    does: ['resetByPolicy', 'gpuNames'],
    gone: 'v2 has no reset; use restart',
  }),
]
