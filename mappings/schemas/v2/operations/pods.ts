import type { Operation } from '../../operation.ts'
import * as logs from '../logs.ts'
import * as pods from '../pods.ts'

export const podOperations = {
  'v2.pods.list': {
    method: 'GET',
    path: '/v2/pods',
    summary: 'List pods; members of clusters only where asked for',
    query: pods.PodListQuery,
    response: pods.PodList,
    status: 200,
  },
  'v2.pods.create': {
    method: 'POST',
    path: '/v2/pods',
    summary: 'Rent a pod',
    request: pods.PodCreate,
    response: pods.Pod,
    status: 201,
  },
  'v2.pods.get': {
    method: 'GET',
    path: '/v2/pods/{id}',
    summary: 'Read one pod',
    response: pods.Pod,
    status: 200,
  },
  'v2.pods.update': {
    method: 'PATCH',
    path: '/v2/pods/{id}',
    summary: 'Change a pod; what is left out stays as it is',
    request: pods.PodUpdate,
    response: pods.Pod,
    status: 200,
  },
  'v2.pods.delete': {
    method: 'DELETE',
    path: '/v2/pods/{id}',
    summary: 'End a pod and lose its disk',
    status: 204,
  },
  'v2.pods.action': {
    method: 'POST',
    path: '/v2/pods/{id}/action',
    summary: 'Start, stop, restart or terminate a pod',
    request: pods.PodActionRequest,
    response: pods.Pod,
    status: 200,
    emptyStatus: 204,
  },
  'v2.pods.logs': {
    method: 'GET',
    path: '/v2/pods/{id}/logs',
    summary: 'Follow the lines a pod logs',
    query: logs.LogQuery,
    headers: logs.LogHeaders,
    response: logs.LogStream,
    mediaType: 'text/event-stream',
    status: 200,
  },
} as const satisfies Record<string, Operation>
