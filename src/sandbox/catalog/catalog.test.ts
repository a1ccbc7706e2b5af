import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const RTX = encodeURIComponent('NVIDIA GeForce RTX 4090')
const POD = 'include=AVAILABILITY&product=POD'

describe('GPUs', () => {
  test('without include there is no availability', async () => {
    const { call } = sandboxClient()
    const { body } = await call('GET', '/v2/catalog/gpus')
    expect(body.gpus.length).toBeGreaterThan(10)
    for (const gpu of body.gpus) expect(gpu).not.toHaveProperty('availability')
    expect((await call('GET', '/v2/catalog/gpus/NVIDIA%20H9000')).body.detail).toBe('GPU type not found')
  })

  test('availability follows what pods take, and the width asked for', async () => {
    const { call } = sandboxClient()
    await call('PUT', '/_sandbox/capacity', { gpu: 'NVIDIA GeForce RTX 4090', count: 4 })
    const look = async (query = '') => (await call('GET', `/v2/catalog/gpus/${RTX}?${POD}${query}`)).body
    expect((await look()).availability).toBe('MEDIUM')
    expect((await look('&count=3')).availability).toBe('LOW')
    const full = await look('&count=8')
    expect(full.availability).toBe('NONE')
    expect(full).not.toHaveProperty('dataCenters')
    const pod = {
      name: 'p',
      image: 'i',
      gpu: { id: 'NVIDIA GeForce RTX 4090', count: 4 },
      dataCenterIds: ['EU-RO-1'],
    }
    await call('POST', '/v2/pods', pod)
    const rows = (await look()).dataCenters
    expect(rows.find(({ id }: { id: string }) => id === 'EU-RO-1').availability).toBe('NONE')
    expect((await look('&cloud=COMMUNITY')).dataCenters.map(({ id }: { id: string }) => id)).not.toContain(
      'EU-RO-1',
    )
  })

  test('countries, CUDA and products narrow it', async () => {
    const { call } = sandboxClient()
    const list = async (query: string) => (await call('GET', `/v2/catalog/gpus?${query}`)).body.gpus
    const inJapan = await list(`${POD}&countryCodes=JP`)
    expect(inJapan.map(({ id }: { id: string }) => id)).toEqual(['NVIDIA H100 80GB HBM3', 'NVIDIA H200'])
    const single = (await call('GET', `/v2/catalog/gpus/${RTX}?${POD}&countryCodes=JP`)).body
    expect(single.availability).toBe('NONE')
    const cuda = (await call('GET', `/v2/catalog/gpus/${RTX}?${POD}&minCudaVersion=12.7`)).body
    expect(cuda.cudaVersions).toEqual([{ version: '12.8', available: true }])
    const amd = (
      await call(
        'GET',
        '/v2/catalog/gpus/AMD%20Instinct%20MI300X%20OAM?include=AVAILABILITY&product=SERVERLESS',
      )
    ).body
    expect(amd).toMatchObject({ availability: 'NONE', pool: null })
    expect(amd).not.toHaveProperty('cudaVersions')
  })

  test.each([
    ['include=AVAILABILITY', 400],
    ['product=POD', 400],
    ['count=2', 400],
    ['cloud=SECURE', 400],
    ['countryCodes=FR', 400],
    [`${POD}&cudaVersions=12.4&minCudaVersion=12.1`, 400],
    [`${POD}&countryCodes=fr`, 422],
    [`${POD}&cudaVersions=12`, 422],
    [`${POD}&minCudaVersion=12`, 200],
    [`${POD}&cloud=ALL`, 422],
    [`${POD}&count=0`, 422],
    ['include=STOCK', 422],
  ])('%s is %i', async (query, status) => {
    const { call } = sandboxClient()
    expect((await call('GET', `/v2/catalog/gpus?${query}`)).status).toBe(status)
  })
})

describe('CPUs and data centers', () => {
  test('CPU availability needs a product and a power of two', async () => {
    const { call } = sandboxClient()
    const { body } = await call('GET', '/v2/catalog/cpus/cpu5c?include=AVAILABILITY&product=POD&vcpuCount=32')
    expect(body).toMatchObject({ id: 'cpu5c', availability: 'MEDIUM' })
    expect((await call('GET', '/v2/catalog/cpus?include=AVAILABILITY&product=POD')).body.cpus).toHaveLength(5)
    expect((await call('GET', '/v2/catalog/cpus?vcpuCount=4')).status).toBe(400)
    expect((await call('GET', '/v2/catalog/cpus?include=AVAILABILITY&product=POD&vcpuCount=6')).status).toBe(
      400,
    )
    expect((await call('GET', '/v2/catalog/cpus/cpu9')).status).toBe(404)
  })

  test('regions are alternatives, volume types and certifications all needed', async () => {
    const { call } = sandboxClient()
    const ids = async (query: string) =>
      (await call('GET', `/v2/catalog/datacenters?${query}`)).body.dataCenters.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids('regions=ASIA,SOUTH_AMERICA')).toEqual(['AP-JP-1'])
    expect(await ids('networkVolumeTypes=STANDARD,HIGH_PERFORMANCE')).toEqual(['US-KS-2', 'EU-RO-1'])
    expect(await ids('compliance=GDPR,RENEWABLE')).toEqual(['EU-SE-1', 'EUR-IS-1'])
    expect(await ids('globalNetwork=true&regions=EUROPE')).toEqual(['EU-RO-1'])
    expect((await call('GET', '/v2/catalog/datacenters?regions=MARS')).status).toBe(422)
  })

  test('availability rows come when asked for', async () => {
    const { call } = sandboxClient()
    const { body } = await call(
      'GET',
      '/v2/catalog/datacenters/AP-JP-1?include=GPU_AVAILABILITY,CPU_AVAILABILITY',
    )
    expect(body.gpuAvailability.map(({ id }: { id: string }) => id)).toEqual([
      'NVIDIA H100 80GB HBM3',
      'NVIDIA H200',
    ])
    expect(body).not.toHaveProperty('cpuAvailability')
    expect((await call('GET', '/v2/catalog/datacenters/nowhere')).status).toBe(404)
  })
})
