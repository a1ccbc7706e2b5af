import { describe, expect, test } from 'vitest'
import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import { resources, routes } from '../../../mappings/v1/index.ts'
import { graphqlResource } from '../graphql/graphql-resources.ts'
import { callMapper, type Mapper, mapperFor, wrapMapper } from './mapper.ts'
import { printModule } from './module/mapper-module.ts'

const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
const find = (id: string): Resource => {
  const found = resources.find((one) => one.id === id) ?? graphqlResource(id)
  if (!found) throw new Error(id)
  return found
}
const facet = (id: string, name: string): CompiledFacet =>
  (find(id) as unknown as Record<string, CompiledFacet>)[name] as CompiledFacet

type Exports = Record<string, (value: unknown, where?: unknown) => unknown>
const load = async (mappers: readonly Mapper[]): Promise<Exports> => {
  const text = printModule(mappers, 'esm', style)
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Exports
}

const bodies: readonly [id: string, facet: 'create' | 'update', body: Record<string, unknown>][] = [
  ['v1.pods', 'create', { imageName: 'i', gpuTypeIds: ['NVIDIA L4'] }],
  [
    'v1.pods',
    'create',
    {
      name: 'n',
      imageName: 'i',
      gpuTypeIds: ['a'],
      gpuCount: 2,
      cloudType: 'COMMUNITY',
      volumeInGb: 0,
      ports: ['22/tcp'],
      env: { A: 'b' },
      dockerStartCmd: ['bash', '-lc', "echo 'x'"],
    },
  ],
  ['v1.pods', 'create', { imageName: 'i', computeType: 'CPU', cpuFlavorIds: ['cpu3c'], volumeInGb: 0 }],
  ['v1.pods', 'create', { imageName: 'i', gpuTypeIds: ['a'], networkVolumeId: 'v', volumeInGb: 20 }],
  ['v1.pods', 'create', { templateId: 't', gpuTypeIds: ['a'] }],
  // GraphQL's spellings, and numbers as strings
  [
    'v1.pods',
    'create',
    {
      imageName: 'i',
      gpuTypeId: 'a',
      gpuCount: '2',
      volumeInGb: '20',
      ports: '22/tcp, 80/http',
      env: [{ key: 'A', value: 'b' }],
    },
  ],
  ['v1.templates', 'update', { ports: '22/tcp', env: [{ key: 'A', value: 'b' }], containerDiskInGb: '20' }],
  ['v1.pods', 'update', { imageName: 'i', containerRegistryAuthId: '' }],
  ['v1.templates', 'create', { name: 't', imageName: 'i', isServerless: true }],
  ['v1.templates', 'create', { name: 't', imageName: 'i', volumeInGb: 40, volumeMountPath: '/data' }],
  ['v1.endpoints', 'update', { workersMin: 0, workersMax: 2, flashboot: true, executionTimeoutMs: 5000 }],
  ['v1.networkvolumes', 'create', { name: 'v', size: 10, dataCenterId: 'EU-RO-1' }],
  ['v1.containerregistryauth', 'create', { name: 'r', username: 'u', password: 'p' }],
  [
    'graphql.templates',
    'create',
    {
      name: 't',
      imageName: 'i',
      containerDiskInGb: 5,
      volumeInGb: 0,
      env: [{ key: 'A', value: 'b' }],
      ports: '22/tcp, 80/http',
    },
  ],
  [
    'graphql.pods',
    'create',
    {
      imageName: 'i',
      gpuTypeId: 'g',
      cloudType: 'SECURE',
      volumeInGb: 40,
      volumeMountPath: '/workspace',
      ports: '8888/http,22/tcp',
      env: [],
    },
  ],
]

describe.each(bodies)('%s %s', (id, name, body) => {
  test(`${Object.keys(body).join(' ')} goes up as the mapping has it`, async () => {
    const mapper = mapperFor(find(id), name)
    const mappers = await load([mapper])
    expect(mappers[mapper.name]?.(body)).toEqual(facet(id, name).up(body).doc)
  })
})

const v2Pod = {
  id: 'p',
  name: 'n',
  image: 'i',
  args: "bash -lc 'echo 1'",
  disk: 50,
  env: { A: 'b' },
  ports: ['22/tcp'],
  registry: null,
  mounts: { persistent: { size: 20, path: '/workspace' } },
  status: 'STARTING',
  cost: 0.5,
  cloud: 'SECURE',
  gpu: { id: 'g', count: 1 },
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  dataCenterId: 'EU-RO-1',
  runtime: {
    uptime: 3,
    ports: [{ private: 22, public: 10022, type: 'tcp', ip: '203.0.113.7' }],
    gpus: [{ util: 1, memoryUtil: 2 }],
  },
}
const answers: readonly [id: string, answer: Record<string, unknown>][] = [
  ['v1.pods', v2Pod],
  [
    'v1.pods',
    { ...v2Pod, gpu: undefined, cpu: { id: 'cpu3c', vcpuCount: 2, memory: 4 }, mounts: {}, runtime: null },
  ],
  ['v1.pods', { ...v2Pod, mounts: { network: [{ volumeId: 'v', path: '/w' }] }, status: 'ERROR' }],
  ['v1.templates', { id: 't', name: 'n', image: 'i', disk: 5, serverless: false, public: true, mounts: {} }],
  ['v1.networkvolumes', { id: 'v', name: 'n', size: 10, dataCenter: 'EU-RO-1', type: 'STANDARD' }],
  [
    'v1.endpoints',
    {
      id: 'e',
      name: 'n',
      workers: { min: 0, max: 3, idleTimeout: 5 },
      scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
      gpu: { count: 1 },
      flashboot: 'FLASHBOOT',
      timeout: 1000,
    },
  ],
]

test.each(answers)('%s comes down as the mapping has it', async (id, answer) => {
  const mapper = mapperFor(find(id), 'read')
  const mappers = await load([mapper])
  expect(mappers[mapper.name]?.(answer)).toEqual(facet(id, 'read').down(answer))
})

test('a list is unwrapped and filtered as v1 did', async () => {
  const mapper = { ...mapperFor(find('v1.pods'), 'list', 'pods'), filters: true }
  const { podsFromV2 } = await load([mapper])
  const pods = { pods: [v2Pod, { ...v2Pod, id: 'q', name: 'other', status: 'EXITED' }] }
  const ids = (where?: unknown): unknown =>
    ((podsFromV2 as Exports[string])(pods, where) as { id: string }[]).map(({ id }) => id)
  expect(ids()).toEqual(['p', 'q'])
  expect(ids({ desiredStatus: 'EXITED' })).toEqual(['q'])
  expect(ids(new URLSearchParams('name=n&name=other&computeType=GPU'))).toEqual(['p', 'q'])
  expect(podsFromV2?.([{ id: 'a' }]), 'unwrapped already').toEqual([{ id: 'a' }])
  expect(podsFromV2?.({ title: 'Unauthorized', detail: 'no key' })).toMatchObject({ message: 'no key' })
})

test.each([{}, { error: 'pods: 401' }, [], false, null, undefined, ''])(
  '%j that a program gives in the place of an answer stays what it is',
  async (own) => {
    const { podFromV2, podsFromV2 } = await load([
      mapperFor(find('v1.pods'), 'read'),
      mapperFor(find('v1.pods'), 'list', 'pods'),
    ])
    expect(podFromV2?.(own)).toBe(own)
    expect(podsFromV2?.(own)).toBe(own)
  },
)

test.each([
  [{ imageName: 'i', gpuTypeIds: ['a', 'b'] }, 'gpuTypeIds'],
  [{ imageName: 'i', gpuTypeIds: ['a'], interruptible: true }, 'interruptible'],
  [{ imageName: 'i', gpuTypeIds: ['a'], countryCodes: ['DE'] }, 'countryCodes'],
  [{ imageName: 'i', gpuTypeIds: ['a'], dockerEntrypoint: ['x'] }, 'dockerEntrypoint'],
])('%j cannot be honoured, and the mapper says so', async (body, field) => {
  const { podCreateToV2 } = await load([mapperFor(find('v1.pods'), 'create')])
  expect(() => podCreateToV2?.(body)).toThrow(field)
})

test('half a mount is refused on update', async () => {
  const { podUpdateToV2 } = await load([mapperFor(find('v1.pods'), 'update')])
  expect(() => podUpdateToV2?.({ volumeInGb: 50 })).toThrow('volumeInGb and volumeMountPath')
})

test.each(['ts', 'esm', 'cjs'] as const)('every mapper there is prints as %s that parses', (dialect) => {
  const shapes = routes.flatMap((route): Mapper[] => [
    ...(route.body ? [mapperFor(route.mapping, route.body)] : []),
    ...(route.answer === 'list' ? [{ ...mapperFor(route.mapping, 'list', route.list), filters: true }] : []),
  ])
  const calls = Object.entries(restCalls).map(([field, call]) =>
    callMapper(field, call, call.resource ? graphqlResource(call.resource) : undefined),
  )
  const text = printModule(
    [...shapes, ...calls, wrapMapper('answer'), wrapMapper('response'), wrapMapper('reply')],
    dialect,
    style,
  )
  if (dialect === 'cjs') expect(() => new Function('module', text)).not.toThrow()
  expect(text).not.toMatch(/[§¤]/)
  if (dialect !== 'ts') expect(text).not.toMatch(/: (any|Doc|string)\b(?=[,)=])/)
})
