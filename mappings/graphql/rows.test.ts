import { expect, test } from 'vitest'
import { graphqlEndpoints } from './endpoint-rows.ts'
import { graphqlCpuPods, graphqlPods } from './pod-rows.ts'

test('a GPU pod', () => {
  const { doc, findings } = graphqlPods.create.up({
    cloudType: 'SECURE',
    gpuTypeId: 'A40',
    imageName: 'i',
    ports: '8888/http,22/tcp',
    volumeInGb: 20,
    env: [{ key: 'A', value: 'b' }],
    minVcpuCount: 1,
    dataCenterId: '',
    templateId: '',
  })
  expect(doc).toEqual({
    name: 'my pod',
    cloud: 'SECURE',
    image: 'i',
    gpu: { id: 'A40', count: 1 },
    ports: ['8888/http', '22/tcp'],
    env: { A: 'b' },
    mounts: { persistent: { size: 20, path: '/workspace' } },
  })
  expect(findings.every(({ code }) => code === 'DEFAULTED')).toBe(true)
})

test('money guards are refused, not dropped', () => {
  for (const guard of ['stopAfter', 'terminateAfter'])
    expect(graphqlPods.create.up({ [guard]: '2027-01-01' }).findings.map(({ code }) => code)).toContain(
      'REFUSED',
    )
})

test('a CPU pod', () => {
  expect(graphqlCpuPods.create.up({ instanceId: 'cpu3c-2-4', imageName: 'i', name: 'n' }).doc).toMatchObject({
    cpu: { id: 'cpu3c', vcpuCount: 2 },
  })
})

test('neutral values stand side by side in nested objects', () => {
  const { machine } = graphqlPods.read.down({ cloud: 'SECURE' }) as { machine: Record<string, unknown> }
  expect(machine).toEqual({
    id: '',
    gpuTypeId: '',
    location: '',
    secureCloud: true,
    machineSystem: { cudaVersion: '', kernelVersion: '' },
  })
})

test('an endpoint', () => {
  const { doc } = graphqlEndpoints.create.up({
    name: 'e',
    templateId: 't',
    workersMax: 3,
    idleTimeout: 5,
    scalerType: 'QUEUE_DELAY',
    scalerValue: 4,
    gpuCount: 1,
    networkVolumeId: '',
    locations: '',
  })
  expect(doc).toEqual({
    name: 'e',
    templateId: 't',
    type: 'QUEUE',
    workers: { max: 3, idleTimeout: 5 },
    scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
    gpu: { count: 1 },
  })
})
