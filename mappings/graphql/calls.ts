import { catalogPaths } from '../catalog.ts'
import type { BehaviourName } from '../dsl/behaviour.ts'
import type { Besides, Method } from '../dsl/route.ts'
import { templateRollout } from '../v1/templates.ts'

/** Work around a call that a program needs a function of its own for. */
export type Errand =
  | 'resumePod'
  | 'deployPod'
  | 'deployCpuPod'
  | 'saveTemplate'
  | 'deleteTemplate'
  | 'saveEndpoint'
  | 'listGpuTypes'
  | 'listDataCenters'

/** The REST v2 call that does a GraphQL field's work, for programs that are rewritten to make it themselves. */
export interface RestCall {
  readonly method: Method
  readonly path: string
  /** The argument that goes into `{id}`, e.g. `input.podId`. */
  readonly id?: string
  readonly sends?: Readonly<Record<string, unknown>>
  /** The argument that goes up through this facet of the resource's rows. */
  readonly body?: { readonly argument: string; readonly facet: 'create' | 'update' }
  /** `value`: a field with nothing below it. */
  readonly answer: 'one' | 'list' | 'none' | 'value'
  /** The envelope's key of a v2 list. */
  readonly list?: string
  /** The id of the resource's mapping. */
  readonly resource?: string
  /** The mapping that answers are read by, where it is another. */
  readonly reads?: string
  /** What is made instead where the body names an id. */
  readonly whenId?: RestCall
  /** Where a pod is in one of these states already, v2's 409 is no error. */
  readonly already?: readonly string[]
  /** GraphQL's own words where nothing has the id. */
  readonly missing?: string
  /** Items in this state were not listed. */
  readonly hides?: string
  /** What the call brought about besides its answer, and v2's does not. */
  readonly besides?: Besides
  /** What the legacy call set back where the caller left it out, and to what; v2 keeps what is there. */
  readonly resets?: Readonly<Record<string, number>>
  /** Arguments that v2's call does not take, with the reason. */
  readonly ignores?: Readonly<Record<string, string>>
  /** Fields of the input that the errand may refuse when it runs, with the reason. */
  readonly checks?: Readonly<Record<string, string>>
  /** The call is one of several, or its arguments decide it. */
  readonly errand?: Errand
  /** Fields of the body that the errand says by itself. */
  readonly adds?: readonly string[]
  /** Fields of the body that another mapping takes up: its fields go into the same body of v2. */
  readonly inner?: Readonly<Record<string, string>>
  /** What rows leave to a function, and the errand does. */
  readonly serves?: readonly BehaviourName[]
  /** True where null for what v2 does not say would be taken for a number: a price. */
  readonly needsAll?: true
}

const pods = 'graphql.pods'
const templates = 'graphql.templates'
const endpoints = 'graphql.endpoints'
const volumes = 'graphql.networkVolumes'
const registries = 'graphql.registries'
const sshKeys = 'graphql.sshKeys'

/** What answers of pods take from elsewhere. */
const shownOfPods = ['gpuNames', 'expandNetworkVolume'] as const

const action = (name: string, already: readonly string[]): RestCall => ({
  method: 'POST',
  path: '/v2/pods/{id}/action',
  id: 'input.podId',
  sends: { action: name },
  answer: 'one',
  resource: pods,
  already,
  serves: shownOfPods,
})

/** By field name; children of `myself` as `myself.pods`. What is not here, a person moves. */
export const restCalls: Readonly<Record<string, RestCall>> = {
  podStop: action('stop', ['EXITED', 'TERMINATED']),
  podResume: {
    ...action('start', ['PROVISIONING', 'STARTING', 'RUNNING']),
    errand: 'resumePod',
    ignores: { syncMachine: 'v2 starts a pod where it was' },
    checks: {
      gpuCount:
        'v2 starts a pod with the GPUs that it has: where that is another number, this is refused when the program runs',
    },
  },
  podTerminate: {
    method: 'DELETE',
    path: '/v2/pods/{id}',
    id: 'input.podId',
    answer: 'none',
    missing: 'pod not found to terminate',
  },
  podEditJob: {
    method: 'PATCH',
    path: '/v2/pods/{id}',
    id: 'input.podId',
    body: { argument: 'input', facet: 'update' },
    answer: 'one',
    resource: pods,
    serves: shownOfPods,
  },
  pod: {
    method: 'GET',
    path: '/v2/pods/{id}',
    id: 'input.podId',
    answer: 'one',
    resource: pods,
    serves: shownOfPods,
  },
  'myself.pods': {
    method: 'GET',
    path: '/v2/pods?includeClusterPods=true',
    answer: 'list',
    list: 'pods',
    resource: pods,
    hides: 'TERMINATED',
    serves: shownOfPods,
  },
  podFindAndDeployOnDemand: {
    method: 'POST',
    path: '/v2/pods',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: pods,
    errand: 'deployPod',
    adds: ['gpuTypeId', 'cloudType'],
    serves: ['gpuFallback', ...shownOfPods],
  },
  deployCpuPod: {
    method: 'POST',
    path: '/v2/pods',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: 'graphql.cpuPods',
    reads: pods,
    errand: 'deployCpuPod',
    adds: ['cloudType'],
    serves: shownOfPods,
  },
  saveTemplate: {
    method: 'POST',
    path: '/v2/templates',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: templates,
    errand: 'saveTemplate',
    whenId: {
      method: 'PATCH',
      path: '/v2/templates/{id}',
      id: 'input.id',
      body: { argument: 'input', facet: 'update' },
      answer: 'one',
      resource: templates,
      besides: templateRollout,
      adds: ['volumeMountPath'],
    },
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v2/templates/{id}',
    answer: 'none',
    missing: 'Template not found',
    errand: 'deleteTemplate',
  },
  podTemplate: {
    method: 'GET',
    path: '/v2/templates/{id}',
    id: 'id',
    answer: 'one',
    resource: templates,
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
    errand: 'saveEndpoint',
    adds: ['scalerType', 'flashBootType', 'networkVolumeIds'],
    inner: { template: 'graphql.endpoints.template' },
    serves: ['gpuPools', 'loadBalancerScaling', 'wholeScaling', 'countryPlacement', 'sentTemplateId'],
    whenId: {
      method: 'PATCH',
      path: '/v2/serverless/{id}',
      id: 'input.id',
      body: { argument: 'input', facet: 'update' },
      answer: 'one',
      resource: endpoints,
      resets: { workersMax: 3, idleTimeout: 10, scalerValue: 4 },
    },
  },
  deleteEndpoint: { method: 'DELETE', path: '/v2/serverless/{id}', id: 'id', answer: 'none' },
  'myself.endpoints': {
    method: 'GET',
    path: '/v2/serverless',
    answer: 'list',
    list: 'endpoints',
    resource: endpoints,
    serves: ['gpuPools'],
  },
  'myself.endpoint': {
    method: 'GET',
    path: '/v2/serverless/{id}',
    id: 'id',
    answer: 'one',
    resource: endpoints,
    serves: ['gpuPools'],
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
  deleteNetworkVolume: {
    method: 'DELETE',
    path: '/v2/network-volumes/{id}',
    id: 'input.id',
    answer: 'none',
    missing: 'Tried to delete nonexistent network volume',
  },
  'myself.networkVolumes': {
    method: 'GET',
    path: '/v2/network-volumes',
    answer: 'list',
    list: 'networkVolumes',
    resource: volumes,
  },
  saveRegistryAuth: {
    method: 'POST',
    path: '/v2/registries',
    body: { argument: 'input', facet: 'create' },
    answer: 'one',
    resource: registries,
  },
  deleteRegistryAuth: { method: 'DELETE', path: '/v2/registries/{id}', id: 'registryAuthId', answer: 'none' },
  'myself.containerRegistryCreds': {
    method: 'GET',
    path: '/v2/registries',
    answer: 'list',
    list: 'registries',
    resource: registries,
  },
  'myself.pubKey': { method: 'GET', path: '/v2/account/ssh-keys', answer: 'value', resource: sshKeys },
  updateUserSettings: {
    method: 'PUT',
    path: '/v2/account/ssh-keys',
    body: { argument: 'input', facet: 'update' },
    answer: 'one',
    resource: sshKeys,
  },
  gpuTypes: {
    method: 'GET',
    path: catalogPaths.gpus,
    answer: 'list',
    list: 'gpus',
    resource: 'graphql.gpuTypes',
    errand: 'listGpuTypes',
    serves: ['catalogPrices'],
    needsAll: true,
  },
  dataCenters: {
    method: 'GET',
    path: catalogPaths.dataCenters,
    answer: 'list',
    list: 'dataCenters',
    resource: 'graphql.dataCenters',
    errand: 'listDataCenters',
    serves: ['catalogAvailability'],
  },
}

/** The call that does a field's work. @throws where there is none */
export const restCallFor = (field: string): RestCall => {
  const call = restCalls[field]
  if (!call) throw new Error(`no call of REST v2 does the work of ${field}`)
  return call
}
