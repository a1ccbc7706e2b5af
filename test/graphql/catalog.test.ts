import { expect, test } from 'vitest'
import { graphqlClient } from '../support/graphql-client.ts'

test('prices of a shape are for all its GPUs, fetched once a question', async () => {
  const { ask, rest, lines } = graphqlClient()
  const { status, body } = await ask(
    'query GpuTypes { gpuTypes(input: { id: "NVIDIA A40" }) { id displayName memoryInGb securePrice secureCloud maxGpuCount secure: lowestPrice(input: { gpuCount: 3, secureCloud: true }) { gpuName gpuTypeId uninterruptablePrice minimumBidPrice stockStatus minVcpu } one: lowestPrice(input: { gpuCount: 1, secureCloud: true }) { uninterruptablePrice } again: lowestPrice(input: { gpuCount: 1, secureCloud: true }) { stockStatus } } }',
  )
  expect(status).toBe(200)
  expect(body.errors).toBeUndefined()
  const [gpu] = body.data.gpuTypes
  const v2 = await rest('GET', '/v2/catalog/gpus/NVIDIA%20A40')
  expect(gpu).toMatchObject({
    id: 'NVIDIA A40',
    displayName: v2.name,
    securePrice: v2.price.secure,
    secure: { gpuTypeId: 'NVIDIA A40', gpuName: v2.name, minimumBidPrice: null, minVcpu: null },
  })
  expect(gpu.one.uninterruptablePrice).toBeCloseTo(v2.price.secure)
  expect(gpu.secure.uninterruptablePrice).toBeCloseTo(3 * v2.price.secure)
  expect(['High', 'Medium', 'Low', null]).toContain(gpu.secure.stockStatus)
  expect(lines()).toHaveLength(3)
  await ask(
    '{ a: gpuTypes { id } b: gpuTypes { displayName lowestPrice(input: { gpuCount: 3, secureCloud: true }) { stockStatus } } }',
  )
  expect(lines(), 'cached').toHaveLength(3)
  expect((await ask('{ gpuTypes(input: { id: "no" }) { id } }')).body).toEqual({ data: { gpuTypes: [] } })
})

test('CUDA versions, places and clusters are asked for together with a product', async () => {
  const { ask } = graphqlClient()
  const { body } = await ask(
    '{ gpuTypes(input: { cluster: true }) { id gpuTypeCudaVersions { cudaVersion availability } nodeGroupDatacenters { id } } pods: gpuTypes { id nodeGroupDatacenters { id } } }',
  )
  expect(body.errors).toBeUndefined()
  expect(body.data.pods.length).toBeGreaterThan(10)
})

test('data centers and pools', async () => {
  const { ask } = graphqlClient()
  const { body } = await ask(
    '{ dataCenters { id, name, location, listed storageSupport globalNetwork compliance gpuAvailability(input: { gpuCount: 1, secureCloud: true }) { gpuTypeId displayName stockStatus available } } serverlessGpuPools { id gpuTypeIds } myself { datacenters { id } } }',
  )
  expect(body.errors).toBeUndefined()
  expect(body.data.dataCenters.length).toBeGreaterThan(3)
  expect(
    body.data.dataCenters.some((one: { gpuAvailability: unknown[] }) => one.gpuAvailability.length > 0),
  ).toBe(true)
  expect(body.data.serverlessGpuPools.length).toBeGreaterThan(3)
  expect(body.data.myself.datacenters).toHaveLength(body.data.dataCenters.length)
})

test('CPU flavors are answered by v2 once nobody says more', async () => {
  const { ask } = graphqlClient({ legacy: 'none' })
  const { body } = await ask(
    '{ cpuFlavors(input: { id: "cpu3c" }) { id displayName minVcpu ramMultiplier diskLimitPerVcpu specifics(input: {}) { securePrice } } }',
  )
  expect(body.errors).toBeUndefined()
  expect(body.data.cpuFlavors[0]).toMatchObject({ id: 'cpu3c', diskLimitPerVcpu: null })
})

test('what a price or an availability cannot be narrowed by is said, once', async () => {
  const { ask } = graphqlClient()
  const { body, headers } = await ask(
    '{ gpuTypes { a: lowestPrice(input: { minVcpuCount: 8, minMemoryInGb: 1, minDisk: null }) { stockStatus } b: lowestPrice(input: { minVcpuCount: 16 }) { stockStatus } } dataCenters { gpuAvailability(input: { minDisk: 100 }) { available } } }',
  )
  expect(body.errors).toBeUndefined()
  const notes = headers['upshift-notes']?.split(', ')
  expect(notes).toEqual([
    'DROPPED;at="minDisk";rule="graphql.dataCenters.query.minDisk"',
    'DROPPED;at="minVcpuCount";rule="graphql.gpuTypes.query.minVcpuCount"',
  ])
})
