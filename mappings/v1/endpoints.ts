import { cpuFlavors, instanceIds } from '../codecs/cpu-flavors.ts'
import { environment } from '../codecs/environment.ts'
import { listOfOne } from '../codecs/first-of.ts'
import { flashBoot } from '../codecs/states.ts'
import { oneVolume } from '../codecs/volumes.ts'
import { wholeNumber, wholeSeconds } from '../codecs/whole-number.ts'
import { absent, either, present } from '../dsl/facts.ts'
import { mapping } from '../dsl/mapping.ts'
import { routesOf } from '../dsl/route.ts'
import { between, type Row } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'

type Old = V1.EndpointCreate | V1.EndpointUpdate | V1.Endpoint | V1.EndpointQuery
type New = V2.EndpointCreate | V2.EndpointUpdate | V2.Endpoint
const { same, field, fill, drop, refuse, hide, serve, cases, when } = between<Old, New>()

const onCpu: readonly Row[] = [
  field('cpuFlavorIds', 'cpu', { via: cpuFlavors, by: 'anyCpuFlavor', fills: true }),
  field('vcpuCount', 'cpu.0.vcpuCount', {
    via: wholeNumber,
    each: true,
    or: 2,
    on: ['create', 'update'],
    why: 'v1 gave two vCPUs to a caller who said nothing; v2 wants the count said',
  }),
  field('instanceIds', 'cpu', { via: instanceIds }),
]

const cpusAlone = refuse(
  'vcpuCount',
  { allow: [2] },
  'vCPUs are chosen together with a CPU flavor; give cpuFlavorIds as well',
)

const onGpu: readonly Row[] = [
  field('gpuTypeIds', 'gpu.pools', { by: 'gpuPools', echo: true }),
  hide('gpu.excludedTypes', 'the types of those pools that the caller did not name'),
  field('gpuCount', 'gpu.count', {
    via: wholeNumber,
    or: 1,
    why: 'v1 gave a worker one GPU where the caller said nothing; v2 wants the count said',
  }),
  field('allowedCudaVersions', 'gpu.allowedCudaVersions'),
  field('minCudaVersion', 'gpu.minCudaVersion'),
  cpusAlone,
  field('gpuTypeId', 'gpu.pools', {
    via: listOfOne,
    only: 'up',
    by: 'gpuPools',
    why: "GraphQL's name for a single type; v1 callers send it too",
  }),
]

/** What workers run on. An update says it by what it names, a create by computeType, which an update may say again. */
const compute = cases(
  when({ computeType: either('CPU', absent), cpuFlavorIds: present }, { cpu: present, gpu: absent }, onCpu, {
    on: ['update'],
  }),
  when({ computeType: 'CPU', cpuFlavorIds: absent }, {}, [cpusAlone], { on: ['update'] }),
  when({ computeType: 'CPU' }, { cpu: present, gpu: absent }, onCpu, { on: ['create', 'read'] }),
  when({ computeType: either('GPU', absent), cpuFlavorIds: absent }, { gpu: present }, onGpu, {
    on: ['update'],
  }),
  when({ computeType: either('GPU', absent) }, { gpu: present }, onGpu, { on: ['create', 'read'] }),
)

const idle = field('idleTimeout', 'workers.idleTimeout', {
  via: wholeNumber,
  or: 5, // seconds
  why: 'v1 kept an idle worker for 5 seconds where the caller said nothing; v2 keeps it for 10',
})

const NO_IDLE_TIME = 'v2 takes none for a queue that scales on the number of requests'

/** When workers are added. v2 takes the kind and its value together. */
const scaling = cases(
  when(
    { scalerType: absent },
    {},
    [
      field('scalerValue', 'scaling.queueDelay', { via: wholeSeconds, by: 'wholeScaling' }),
      field('idleTimeout', 'workers.idleTimeout', { via: wholeNumber, mayRefuse: NO_IDLE_TIME }),
    ],
    { on: ['update'] },
  ),
  when(
    { scalerType: 'QUEUE_DELAY' },
    { 'scaling.type': 'QUEUE_DELAY' },
    [field('scalerValue', 'scaling.queueDelay', { via: wholeSeconds }), idle],
    { on: ['update'] },
  ),
  when(
    { scalerType: either('QUEUE_DELAY', absent) },
    { 'scaling.type': 'QUEUE_DELAY' },
    [
      field('scalerValue', 'scaling.queueDelay', {
        via: wholeSeconds,
        or: 4, // seconds
        why: 'v1 scaled on 4 seconds of queue delay where the caller said nothing; v2 wants it said',
      }),
      idle,
    ],
    { on: ['create', 'read'] },
  ),
  when({ scalerType: 'REQUEST_COUNT' }, { 'scaling.type': 'REQUEST_COUNT' }, [
    field('scalerValue', 'scaling.requestCount', {
      via: wholeNumber,
      or: 4,
      why: 'v1 scaled on 4 requests where the caller said nothing',
    }),
    drop('idleTimeout', NO_IDLE_TIME, { on: ['create', 'update'] }),
    field('idleTimeout', 'workers.idleTimeout', { on: ['read'] }),
  ]),
)

/** What v2 keeps in the endpoint and v1 kept in its template. */
const ofTheTemplate: readonly Row[] = [
  hide('image', 'v1 endpoints take their image from the template'),
  hide('args', 'v1 endpoints take their command from the template'),
  hide('disk', 'v1 endpoints take their disk from the template'),
  hide('ports', 'v1 endpoints take their ports from the template'),
  hide('registry', 'v1 endpoints take their registry credential from the template'),
  field('env', 'env', { via: environment, on: ['read'] }),
  hide('env', 'v1 endpoints take their environment from the template', { on: ['create', 'update'] }),
]

/** Serverless endpoints: what workers run on, how many there are, and what an answer says. */
export const endpoints = mapping('v1.endpoints', {
  facets: {
    create: [V1.EndpointCreate, V2.EndpointCreate],
    update: [V1.EndpointUpdate, V2.EndpointUpdate],
    read: [V1.Endpoint, V2.Endpoint],
    query: [V1.EndpointQuery, undefined],
  },
  blankIsAbsent: ['create'],
  rows: [
    same('id'),
    field('name', 'name', {
      or: 'my endpoint',
      why: 'v1 named the endpoint of a caller who said nothing; v2 wants a name',
    }),
    same('templateId', {
      on: ['create', 'update'],
      why: 'v2 applies a template once and keeps no link: a later change of it does not reach this endpoint',
    }),
    drop('templateId', 'v2 copies the template once and does not say which it was', {
      on: ['read'],
      echo: true,
    }),
    fill('type', 'QUEUE', 'v1 endpoints were all queues; v2 wants it said'),
    compute,
    scaling,
    field('workersMin', 'workers.min', { via: wholeNumber }),
    field('workersMax', 'workers.max', { via: wholeNumber }),
    field('executionTimeoutMs', 'timeout', { via: wholeNumber }),
    field('flashboot', 'flashboot', { via: flashBoot }),
    same('dataCenterIds'),
    field('networkVolumeIds', 'networkVolumes'),
    field('networkVolumeId', 'networkVolumes', { via: oneVolume, only: 'up' }),
    field('networkVolumeId', 'networkVolumes', { via: oneVolume, only: 'down' }),
    same('createdAt'),
    ...ofTheTemplate,
    hide('requestUrls', 'v1 callers build the addresses from the id'),
    drop('userId', 'v2 does not say who owns what: a key sees its own account'),
    serve('version', 'expandWorkers', 'v2 says it together with the workers'),
    serve('template', 'inlineTemplate', 'v2 keeps a copy of the template in the endpoint'),
    serve('workers', 'expandWorkers', 'v2 lists workers apart'),
    serve('includeTemplate', 'inlineTemplate', 'v2 keeps a copy of the template in the endpoint', {
      with: ['template'],
    }),
    serve('includeWorkers', 'expandWorkers', 'v2 lists workers apart', { with: ['workers', 'version'] }),
  ],
})

const route = routesOf(endpoints)
const shown = ['gpuPools', 'inlineTemplate', 'expandWorkers'] as const
const changed = { body: 'update', does: ['gpuPools', 'wholeScaling'] } as const

/** The operations of serverless endpoints. */
export const endpointRoutes = [
  route('create', 'POST /v1/endpoints', 'POST /v2/serverless', {
    body: 'create',
    does: ['gpuPools', 'anyCpuFlavor'],
  }),
  route('list', 'GET /v1/endpoints', 'GET /v2/serverless', { list: 'endpoints', does: shown }),
  route('get', 'GET /v1/endpoints/{endpointId}', 'GET /v2/serverless/{id}', { does: shown }),
  route('update', 'PATCH /v1/endpoints/{endpointId}', 'PATCH /v2/serverless/{id}', changed),
  route('updateByPost', 'POST /v1/endpoints/{endpointId}/update', 'PATCH /v2/serverless/{id}', changed),
  route('delete', 'DELETE /v1/endpoints/{endpointId}', 'DELETE /v2/serverless/{id}', {
    answer: 'none',
    success: 204,
  }),
]
