import type { Operation } from '../../operation.ts'
import * as clusters from '../clusters.ts'
import * as pods from '../pods.ts'

export const clusterOperations = {
  'v2.clusters.list': {
    method: 'GET',
    path: '/v2/clusters',
    summary: 'List clusters',
    response: clusters.ClusterList,
    status: 200,
  },
  'v2.clusters.create': {
    method: 'POST',
    path: '/v2/clusters',
    summary: 'Create a cluster',
    request: clusters.ClusterCreate,
    response: clusters.Cluster,
    status: 201,
  },
  'v2.clusters.get': {
    method: 'GET',
    path: '/v2/clusters/{id}',
    summary: 'Read a cluster',
    response: clusters.Cluster,
    status: 200,
  },
  'v2.clusters.update': {
    method: 'PATCH',
    path: '/v2/clusters/{id}',
    summary: 'Change a cluster; what is left out stays as it is',
    request: clusters.ClusterUpdate,
    response: clusters.Cluster,
    status: 200,
  },
  'v2.clusters.delete': {
    method: 'DELETE',
    path: '/v2/clusters/{id}',
    summary: 'Delete a cluster',
    status: 204,
  },
  'v2.clusters.pods': {
    method: 'GET',
    path: '/v2/clusters/{id}/pods',
    summary: 'List the pods of a cluster',
    response: pods.PodList,
    status: 200,
  },
} as const satisfies Record<string, Operation>
