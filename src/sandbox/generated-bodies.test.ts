import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contracts, type Operation } from '../../mappings/schemas/operations.ts'
import { arbitraryFor } from '../../test/support/arbitrary.ts'
import { type SandboxClient, sandboxClient } from '../../test/support/sandbox-client.ts'

type Body = Record<string, unknown>

/** What makes a generated body one that the catalog can serve: values the schema leaves open. */
const anchored = (body: Body): Body => {
  const { templateId: _, networkVolumes: __, mounts, ...rest } = body
  const gpu = rest.gpu as Body | undefined
  const pools = gpu && 'pools' in gpu ? { pools: ['ADA_24', 'AMPERE_24'] } : { id: 'NVIDIA L4', count: 1 }
  return {
    ...rest,
    ...(mounts ? { mounts: { persistent: (mounts as Body).persistent } } : {}),
    ...('dataCenterIds' in rest && { dataCenterIds: [] }),
    ...('dataCenter' in rest && { dataCenter: 'EU-RO-1' }),
    ...('globalNetworking' in rest && { globalNetworking: false }),
    ...('workers' in rest && { workers: { min: 1 } }),
    ...(gpu && { gpu: pools }),
    ...('cpu' in rest && {
      cpu: Array.isArray(rest.cpu) ? [{ id: 'cpu3c', vcpuCount: 4 }] : { id: 'cpu3c', vcpuCount: 4 },
    }),
    ...('compute' in rest && { compute: { gpuTypeId: 'NVIDIA L4', gpuCountPerPod: 1, podCount: 2 } }),
  }
}

const LISTS = [
  '/v2/pods?includeClusterPods=true',
  '/v2/serverless',
  '/v2/templates',
  '/v2/clusters',
  '/v2/billing',
]

/** A resource to change, for the operations that need one. */
const idFor = async ({ call }: SandboxClient, path: string): Promise<string> => {
  const image = { name: 'n', image: 'i' }
  const creates: Record<string, object> = {
    '/v2/pods': { ...image, gpu: { id: 'NVIDIA L4' } },
    '/v2/serverless': {
      ...image,
      type: 'QUEUE',
      gpu: { pools: ['ADA_24'] },
      scaling: { type: 'QUEUE_DELAY', queueDelay: 1 },
    },
    '/v2/templates': image,
    '/v2/network-volumes': { name: 'n', size: 10, dataCenter: 'EU-RO-1' },
    '/v2/clusters': {
      ...image,
      type: 'RAY',
      compute: { gpuTypeId: 'NVIDIA L4', gpuCountPerPod: 1, podCount: 2 },
    },
  }
  const collection = path.slice(0, path.indexOf('/{'))
  return (await call('POST', collection, creates[collection])).body.id
}

const writes = Object.values<Operation>(contracts.v2.operations).flatMap((operation) =>
  operation.request ? [{ ...operation, request: operation.request }] : [],
)

// The client holds every answer against our contract and the published one, and throws where it breaks it
test.each(writes)(
  '$method $path answers any valid body by its contract',
  async ({ method, path, request }) => {
    const body = arbitraryFor(request) as fc.Arbitrary<Body>
    let accepted = 0
    let round = 0
    await fc.assert(
      fc.asyncProperty(body, async (generated) => {
        round += 1
        const anchor = round % 2 === 0
        const client = sandboxClient()
        const target = path.includes('{') ? path.replace('{id}', await idFor(client, path)) : path
        const { status } = await client.call(method, target, anchor ? anchored(generated) : generated)
        expect([200, 201, 204, 400, 404, 409, 422]).toContain(status)
        if (status < 300) accepted += 1
        await client.clock.advance(3000)
        for (const list of LISTS) expect((await client.call('GET', list)).status).toBe(200)
        await client.sandbox.close()
      }),
      { numRuns: 10 },
    )
    if (!path.endsWith('delegations')) expect(accepted).toBeGreaterThan(0)
  },
)
