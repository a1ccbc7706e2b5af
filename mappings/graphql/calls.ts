import type { Method } from '../dsl/route.ts'

/** The one REST v2 call that does a GraphQL field's work, for programs that are rewritten to make it themselves. */
export interface RestCall {
  readonly method: Method
  readonly path: string
  /** The argument that goes into `{id}`, e.g. `input.podId`. */
  readonly id?: string
  readonly sends?: Readonly<Record<string, unknown>>
  /** The argument that goes up through this facet of the resource's rows. */
  readonly body?: { readonly argument: string; readonly facet: 'create' | 'update' }
  readonly answer: 'one' | 'list' | 'none'
  /** The envelope's key of a v2 list. */
  readonly list?: string
  /** The id of the resource's mapping; answers without one are read as they are. */
  readonly resource?: string
  /** The call that is made instead where the body names an id. */
  readonly whenId?: RestCall
  /** True where GraphQL answered null for what does not exist. */
  readonly missingIsNull?: boolean
  /** Arguments that v2's call does not take, with the reason. */
  readonly ignores?: Readonly<Record<string, string>>
  /** A value that meant "everywhere": v2 looks in one place, so these are tried in turn. */
  readonly everywhere?: {
    readonly field: string
    readonly value: string
    readonly tried: readonly [string, string]
  }
}

const pods = 'graphql.pods'
const templates = 'graphql.templates'
const endpoints = 'graphql.endpoints'
const volumes = 'graphql.networkVolumes'
const action = (name: string): RestCall => ({
  method: 'POST',
  path: '/v2/pods/{id}/action',
  id: 'input.podId',
  sends: { action: name },
  answer: 'one',
  resource: pods,
})

/** By field name; children of `myself` as `myself.pods`. What is not here needs more than one call. */
export const restCalls: Readonly<Record<string, RestCall>> = {
  podStop: action('stop'),
  podResume: {
    ...action('start'),
    ignores: {
      gpuCount: 'v2 starts a pod with the GPUs it has',
      syncMachine: 'v2 starts a pod where it was',
    },
  },
  podTerminate: { method: 'DELETE', path: '/v2/pods/{id}', id: 'input.podId', answer: 'none' },
  pod: {
    method: 'GET',
    path: '/v2/pods/{id}',
    id: 'input.podId',
    answer: 'one',
    resource: pods,
    missingIsNull: true,
  },
  'myself.pods': {
    method: 'GET',
    path: '/v2/pods?includeClusterPods=true',
    answer: 'list',
    list: 'pods',
    resource: pods,
  },
  podFindAndDeployOnDemand: {
    method: 'POST',
    path: '/v2/pods',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: pods,
    everywhere: { field: 'cloudType', value: 'ALL', tried: ['SECURE', 'COMMUNITY'] },
  },
  saveTemplate: {
    method: 'POST',
    path: '/v2/templates',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: templates,
    whenId: {
      method: 'PATCH',
      path: '/v2/templates/{id}',
      id: 'input.id',
      body: { argument: 'input', facet: 'update' },
      answer: 'one',
      resource: templates,
    },
  },
  podTemplate: {
    method: 'GET',
    path: '/v2/templates/{id}',
    id: 'id',
    answer: 'one',
    resource: templates,
    missingIsNull: true,
  },
  'myself.podTemplates': {
    method: 'GET',
    path: '/v2/templates',
    answer: 'list',
    list: 'templates',
    resource: templates,
  },
  saveEndpoint: {
    method: 'POST',
    path: '/v2/serverless',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: endpoints,
    whenId: {
      method: 'PATCH',
      path: '/v2/serverless/{id}',
      id: 'input.id',
      body: { argument: 'input', facet: 'update' },
      answer: 'one',
      resource: endpoints,
    },
  },
  deleteEndpoint: { method: 'DELETE', path: '/v2/serverless/{id}', id: 'id', answer: 'none' },
  'myself.endpoints': {
    method: 'GET',
    path: '/v2/serverless',
    answer: 'list',
    list: 'endpoints',
    resource: endpoints,
  },
  createNetworkVolume: {
    method: 'POST',
    path: '/v2/network-volumes',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: volumes,
  },
  updateNetworkVolume: {
    method: 'PATCH',
    path: '/v2/network-volumes/{id}',
    id: 'input.id',
    body: { argument: 'input', facet: 'update' },
    answer: 'one',
    resource: volumes,
  },
  deleteNetworkVolume: { method: 'DELETE', path: '/v2/network-volumes/{id}', id: 'input.id', answer: 'none' },
  'myself.networkVolumes': {
    method: 'GET',
    path: '/v2/network-volumes',
    answer: 'list',
    list: 'networkVolumes',
    resource: volumes,
  },
  deleteRegistryAuth: { method: 'DELETE', path: '/v2/registries/{id}', id: 'registryAuthId', answer: 'none' },
}
