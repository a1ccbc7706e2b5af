import type { Operation } from '../../operation.ts'
import * as endpoints from '../endpoints.ts'

export const endpointOperations = {
  'v1.endpoints.create': {
    method: 'POST',
    path: '/endpoints',
    summary: 'Create a serverless endpoint from a template',
    request: endpoints.EndpointCreate,
    response: endpoints.Endpoint,
    status: 200,
  },
  'v1.endpoints.list': {
    method: 'GET',
    path: '/endpoints',
    summary: 'List serverless endpoints',
    query: endpoints.EndpointQuery,
    response: endpoints.EndpointList,
    status: 200,
  },
  'v1.endpoints.get': {
    method: 'GET',
    path: '/endpoints/{endpointId}',
    summary: 'Read one serverless endpoint',
    query: endpoints.EndpointQuery,
    response: endpoints.Endpoint,
    status: 200,
  },
  'v1.endpoints.update': {
    method: 'PATCH',
    path: '/endpoints/{endpointId}',
    summary: 'Change a serverless endpoint; what is left out stays as it is',
    request: endpoints.EndpointUpdate,
    response: endpoints.Endpoint,
    status: 200,
  },
  'v1.endpoints.updateByPost': {
    method: 'POST',
    path: '/endpoints/{endpointId}/update',
    summary: 'Change a serverless endpoint, for clients that cannot send PATCH',
    request: endpoints.EndpointUpdate,
    response: endpoints.Endpoint,
    status: 200,
  },
  'v1.endpoints.delete': {
    method: 'DELETE',
    path: '/endpoints/{endpointId}',
    summary: 'Delete a serverless endpoint',
    status: 204,
  },
} as const satisfies Record<string, Operation>
