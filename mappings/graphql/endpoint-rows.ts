import type { z } from 'zod'
import { environmentPairs } from '../codecs/environment.ts'
import { portList } from '../codecs/ports.ts'
import { registryId } from '../codecs/registry-id.ts'
import { oneVolume } from '../codecs/volumes.ts'
import { wholeSeconds } from '../codecs/whole-number.ts'
import { absent, either, present } from '../dsl/facts.ts'
import { mapping } from '../dsl/mapping.ts'
import { between, type Row } from '../dsl/row.ts'
import { Endpoint, EndpointInput, EndpointTemplateInput } from '../schemas/graphql/endpoints.ts'
import { PodTemplate } from '../schemas/graphql/templates.ts'
import * as V2 from '../schemas/v2/index.ts'
import { commaList, endpointType, instanceSizes, onlyOne, volumeObjects } from './codecs.ts'

const input = EndpointInput.omit({ id: true, template: true })

type Old = z.infer<typeof input> | z.infer<typeof Endpoint>
type New = V2.EndpointCreate | V2.EndpointUpdate | V2.Endpoint
const { same, field, drop, refuse, hide, serve, cases, when } = between<Old, New>()

/** When workers are added. Values are seconds of queue delay, or requests. */
const scaling: Row = cases(
  when(
    { scalerType: 'REQUEST_COUNT' },
    { 'scaling.type': 'REQUEST_COUNT' },
    [
      field('scalerValue', 'scaling.requestCount', {
        or: 4,
        why: 'the legacy API scaled on 4 requests where the caller said nothing',
      }),
    ],
    { on: ['create', 'update', 'read'] },
  ),
  when(
    { scalerType: either('QUEUE_DELAY', absent) },
    { 'scaling.type': 'QUEUE_DELAY' },
    [
      field('scalerValue', 'scaling.queueDelay', {
        via: wholeSeconds,
        or: 4, // seconds
        why: 'the legacy API scaled on 4 seconds of queue delay where the caller said nothing',
      }),
    ],
    { on: ['create', 'read'] },
  ),
  when(
    { scalerType: 'QUEUE_DELAY' },
    { 'scaling.type': 'QUEUE_DELAY' },
    [field('scalerValue', 'scaling.queueDelay', { via: wholeSeconds })],
    { on: ['update'] },
  ),
  when(
    { scalerType: absent },
    {},
    [serve('scalerValue', 'wholeScaling', 'v2 takes the kind and its value together')],
    {
      on: ['update'],
    },
  ),
)

/** What workers run on. CPU sizes are `instanceIds`; there is no computeType to say. */
const compute: Row = cases(
  when({ instanceIds: present }, { cpu: present }, [
    field('instanceIds', 'cpu', { via: instanceSizes }),
    drop('gpuCount', 'a CPU worker has no GPU', { on: ['create', 'update'], allow: [0] }),
  ]),
  when({ instanceIds: absent }, { cpu: absent }, [
    field('gpuCount', 'gpu.count'),
    field('allowedCudaVersions', 'gpu.allowedCudaVersions', { via: commaList }),
    field('minCudaVersion', 'gpu.minCudaVersion'),
    serve('gpuIds', 'gpuPools', 'one text of pools and of types to leave out becomes two lists'),
  ]),
)

const NOT_HELD = 'v2 keeps no such link'

/** Serverless endpoints. */
export const graphqlEndpoints = mapping('graphql.endpoints', {
  facets: {
    create: [input, V2.EndpointCreate],
    update: [input, V2.EndpointUpdate],
    read: [Endpoint, V2.Endpoint],
  },
  blankIsAbsent: ['create'],
  rows: [
    same('id', { on: ['read'] }),
    field('name', 'name', { or: 'my endpoint', why: 'v2 wants every endpoint to have a name' }),
    field('type', 'type', {
      via: endpointType,
      on: ['create', 'read'],
      or: 'QB',
      always: true,
      why: 'an endpoint was a queue where the caller said nothing; v2 wants it said',
    }),
    drop('type', 'v2 cannot change what an endpoint is', { on: ['update'] }),
    same('templateId', {
      on: ['create', 'update'],
      why: 'v2 copies the template once: later edits of it do not reach the endpoint',
    }),
    serve('scalerType', 'loadBalancerScaling', 'v2 scales a load balancer on requests, never on a queue', {
      on: ['create'],
    }),
    scaling,
    compute,
    field('workersMin', 'workers.min'),
    field('workersMax', 'workers.max'),
    field('idleTimeout', 'workers.idleTimeout'),
    field('executionTimeoutMs', 'timeout'),
    field('flashBootType', 'flashboot', {
      why: 'a name that ends in -fb asks for FlashBoot where nothing else is said',
    }),
    field('locations', 'dataCenterIds', { via: commaList, on: ['read'] }),
    serve('locations', 'countryPlacement', 'v2 places by data center', { on: ['create', 'update'] }),
    same('dataCenterIds', { on: ['create', 'update'] }),
    field('networkVolumeId', 'networkVolumes', { via: onlyOne, on: ['create'], only: 'up' }),
    field('networkVolumeId', 'networkVolumes', { via: oneVolume, on: ['update'], only: 'up' }),
    field('networkVolumeId', 'networkVolumes', { via: oneVolume, on: ['read'], only: 'down' }),
    field('networkVolumeIds', 'networkVolumes', { via: volumeObjects }),
    field('env', 'env', { via: environmentPairs }),
    same('createdAt'),
    refuse('hubReleaseId', { allow: [''] }, 'v2 cannot create from a hub release; give image and settings'),
    refuse('modelReferences', { allow: [[]] }, 'v2 has no model references'),
    refuse('compliance', { allow: [[]] }, 'v2 cannot place workers by certification'),
    refuse('flashEnvironmentId', { allow: [''] }, NOT_HELD),
    hide('requestUrls', 'clients build the addresses from the id'),
    hide('gpu.pools', 'part of gpuIds', { of: 'gpuIds' }),
    hide('gpu.excludedTypes', 'part of gpuIds', { of: 'gpuIds' }),
    serve('template', 'inlineTemplate', 'v2 keeps the settings in the endpoint', { on: ['read'] }),
    serve('templateId', 'sentTemplateId', NOT_HELD, { on: ['read'] }),
    serve('pods', 'expandWorkers', 'v2 lists workers by endpoint'),
    serve('version', 'endpointReleases', 'v2 keeps it with the releases'),
    serve('networkVolume', 'expandNetworkVolume', 'v2 says the id; the rest is read'),
    drop('computeType', 'v2 says gpu or cpu instead', { on: ['read'] }),
    drop('userId', 'v2 does not say who owns what: a key sees its own account'),
    drop('aiKey', 'a credential is never read back'),
    drop('workersStandby', 'v2 does not tell standby workers apart'),
    drop('workersPFBTarget', 'v2 does not tell standby workers apart'),
    drop('activeBuildid', 'v2 does not say which build an endpoint runs'),
    drop('idePodId', NOT_HELD),
  ],
})

const template = between<
  z.infer<typeof EndpointTemplateInput> | z.infer<typeof PodTemplate>,
  V2.EndpointCreate | V2.Endpoint
>()

const UNNAMED = 'an endpoint keeps the settings its workers need and nothing else of a template'

/** A template given inside an endpoint: v2 keeps these settings in the endpoint itself. */
export const graphqlInlineTemplate = mapping('graphql.endpoints.template', {
  facets: { create: [EndpointTemplateInput, V2.EndpointCreate], read: [PodTemplate, V2.Endpoint] },
  blankIsAbsent: ['create'],
  rows: [
    template.drop('name', 'v2 keeps the settings in the endpoint, without a name of their own'),
    template.drop('isServerless', "an endpoint's settings are for workers", { neutral: true, on: ['read'] }),
    template.field('imageName', 'image'),
    template.field('containerDiskInGb', 'disk'),
    template.field('containerRegistryAuthId', 'registry', { via: registryId, on: ['create'] }),
    template.field('containerRegistryAuthId', 'registry', { on: ['read'] }),
    template.field('dockerArgs', 'args'),
    template.field('ports', 'ports', { via: portList }),
    template.field('env', 'env', { via: environmentPairs }),
    template.drop('id', 'v2 copies a template and does not keep which'),
    template.drop('volumeInGb', 'workers have no volume of their own', { on: ['read'] }),
    template.drop('volumeMountPath', 'workers have no volume of their own', { on: ['read'] }),
    template.drop('portsConfig', UNNAMED),
    template.drop('isPublic', UNNAMED),
    template.drop('isRunpod', UNNAMED),
    template.drop('readme', UNNAMED),
    template.drop('category', UNNAMED),
    template.drop('startSsh', UNNAMED),
    template.drop('startJupyter', UNNAMED),
    template.drop('advancedStart', UNNAMED),
    template.drop('config', UNNAMED),
    template.drop('boundEndpointId', UNNAMED),
    template.drop('allowedCudaVersions', "the endpoint's own field says it"),
    template.drop('userId', UNNAMED),
    template.drop('earned', UNNAMED),
    template.drop('runtimeInMin', UNNAMED),
    template.refuse('startScript', { allow: [''] }, 'v2 has no start script; call it from dockerArgs'),
  ],
})
