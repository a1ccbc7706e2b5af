import type { Operation } from '../../operation.ts'
import * as podAnswers from '../pod-answers.ts'
import * as pods from '../pods.ts'

const POD_ANSWERED = 'the document shows no body; clients parse the pod that came back'

const RESTARTED = 'the document lists no success at all; the service answered as start and stop do'

export const podOperations = {
  'v1.pods.create': {
    method: 'POST',
    path: '/pods',
    summary: 'Rent a pod',
    request: pods.PodCreate,
    response: podAnswers.Pod,
    status: 201,
  },
  'v1.pods.list': {
    method: 'GET',
    path: '/pods',
    summary: 'List pods that meet every filter',
    query: pods.PodListQuery,
    response: podAnswers.PodList,
    status: 200,
  },
  'v1.pods.get': {
    method: 'GET',
    path: '/pods/{podId}',
    summary: 'Read one pod',
    query: pods.PodQuery,
    response: podAnswers.Pod,
    status: 200,
  },
  'v1.pods.update': {
    method: 'PATCH',
    path: '/pods/{podId}',
    summary: 'Change a pod; what is left out stays as it is',
    request: pods.PodUpdate,
    response: podAnswers.Pod,
    status: 200,
  },
  'v1.pods.updateByPost': {
    method: 'POST',
    path: '/pods/{podId}/update',
    summary: 'Change a pod, for clients that cannot send PATCH',
    request: pods.PodUpdate,
    response: podAnswers.Pod,
    status: 200,
  },
  'v1.pods.delete': {
    method: 'DELETE',
    path: '/pods/{podId}',
    summary: 'End a pod and lose its disk',
    status: 204,
  },
  'v1.pods.start': {
    method: 'POST',
    path: '/pods/{podId}/start',
    summary: 'Start a stopped pod; a running one stays as it is',
    response: podAnswers.Pod,
    status: 200,
    beyondSpec: POD_ANSWERED,
  },
  'v1.pods.stop': {
    method: 'POST',
    path: '/pods/{podId}/stop',
    summary: 'Stop a pod; a stopped one stays as it is',
    response: podAnswers.Pod,
    status: 200,
    beyondSpec: POD_ANSWERED,
  },
  'v1.pods.reset': {
    method: 'POST',
    path: '/pods/{podId}/reset',
    summary: 'Put a pod back to its image',
    response: podAnswers.Pod,
    status: 200,
    beyondSpec: POD_ANSWERED,
  },
  'v1.pods.restart': {
    method: 'POST',
    path: '/pods/{podId}/restart',
    summary: 'Stop and start a pod',
    response: podAnswers.Pod,
    status: 200,
    beyondSpec: RESTARTED,
  },
} as const satisfies Record<string, Operation>
