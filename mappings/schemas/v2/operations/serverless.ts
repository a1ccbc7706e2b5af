import type { Operation } from '../../operation.ts'
import * as logs from '../logs.ts'
import * as serverless from '../serverless.ts'
import * as serverlessAnswers from '../serverless-answers.ts'

export const serverlessOperations = {
  'v2.serverless.list': {
    method: 'GET',
    path: '/v2/serverless',
    summary: 'List serverless endpoints',
    response: serverlessAnswers.EndpointList,
    status: 200,
  },
  'v2.serverless.create': {
    method: 'POST',
    path: '/v2/serverless',
    summary: 'Create a serverless endpoint',
    request: serverless.EndpointCreate,
    response: serverlessAnswers.Endpoint,
    status: 201,
  },
  'v2.serverless.get': {
    method: 'GET',
    path: '/v2/serverless/{id}',
    summary: 'Read a serverless endpoint',
    response: serverlessAnswers.Endpoint,
    status: 200,
  },
  'v2.serverless.update': {
    method: 'PATCH',
    path: '/v2/serverless/{id}',
    summary: 'Change a serverless endpoint; what is left out stays as it is',
    request: serverless.EndpointUpdate,
    response: serverlessAnswers.Endpoint,
    status: 200,
  },
  'v2.serverless.delete': {
    method: 'DELETE',
    path: '/v2/serverless/{id}',
    summary: 'Delete a serverless endpoint',
    status: 204,
  },
  'v2.serverless.workers': {
    method: 'GET',
    path: '/v2/serverless/{id}/workers',
    summary: 'List the workers of an endpoint and what they do',
    response: serverlessAnswers.WorkerList,
    status: 200,
  },
  'v2.serverless.releases': {
    method: 'GET',
    path: '/v2/serverless/{id}/releases',
    summary: 'List the versions of an endpoint and how far the newest has got',
    response: serverlessAnswers.ReleaseList,
    status: 200,
  },
  'v2.serverless.workerLogs': {
    method: 'GET',
    path: '/v2/serverless/{id}/workers/{workerId}/logs',
    summary: 'Follow the lines a worker logs',
    query: logs.LogQuery,
    headers: logs.LogHeaders,
    response: logs.LogStream,
    mediaType: 'text/event-stream',
    status: 200,
  },
} as const satisfies Record<string, Operation>
