import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../test/support/sandbox-client.ts'

describe('network volumes', () => {
  const volume = { name: 'v', size: 100, dataCenter: 'US-KS-2' }

  test('a volume grows and never shrinks', async () => {
    const { call } = sandboxClient()
    const { body } = await call('POST', '/v2/network-volumes', volume)
    expect(body).toEqual({ id: body.id, ...volume, type: 'STANDARD' })
    const path = `/v2/network-volumes/${body.id}`
    expect((await call('PATCH', path, { size: 200, name: 'w' })).body).toEqual({
      ...body,
      size: 200,
      name: 'w',
    })
    expect(await call('PATCH', path, { size: 199 })).toMatchObject({
      status: 400,
      body: { detail: 'size may only increase: the volume has 200 GB' },
    })
    expect((await call('PATCH', path, {})).status).toBe(422)
    expect((await call('PATCH', path, { size: 5000 })).body.errors).toEqual([
      '$.size: maximum: got 5000, want 4096',
    ])
    expect((await call('GET', '/v2/network-volumes')).body.networkVolumes).toHaveLength(1)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', path)).body.detail).toBe('network volume not found')
  })

  test('tiers are those of the data center', async () => {
    const { call } = sandboxClient()
    const create = (change: object) => call('POST', '/v2/network-volumes', { ...volume, ...change })
    expect((await create({ dataCenter: 'US-CA-2' })).body.type).toBe('HIGH_PERFORMANCE')
    expect((await create({ dataCenter: 'US-TX-3', type: 'HIGH_PERFORMANCE' })).status).toBe(400)
    expect((await create({ dataCenter: 'AP-JP-1' })).body.detail).toContain('does not offer')
    expect((await create({ dataCenter: 'MARS-1' })).body.detail).toBe("unknown data center 'MARS-1'")
    const v1Body = { name: 'v', size: 10, dataCenterId: 'US-KS-2' }
    expect((await call('POST', '/v2/network-volumes', v1Body)).body.errors).toEqual([
      "$: missing property 'dataCenter'",
      "$: additional properties 'dataCenterId' not allowed",
    ])
  })
})

describe('registries', () => {
  const credential = { name: 'hub', username: 'me', password: 'hunter2' }

  test('credentials go in and never come out; a pod holds them, a template does not', async () => {
    const { call } = sandboxClient()
    const { body, status } = await call('POST', '/v2/registries', credential)
    expect({ status, body }).toEqual({ status: 201, body: { id: body.id, name: 'hub' } })
    const path = `/v2/registries/${body.id}`
    const pod = await call('POST', '/v2/pods', {
      name: 'p',
      image: 'i',
      gpu: { id: 'NVIDIA L4' },
      registry: body.id,
    })
    const template = await call('POST', '/v2/templates', { name: 't', image: 'i', registry: body.id })
    expect(await call('DELETE', path)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('in use') },
    })
    await call('DELETE', `/v2/pods/${pod.body.id}`)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', `/v2/templates/${template.body.id}`)).body.registry).toBeNull()
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('PATCH', path, {})).headers.get('allow')).toBe('GET, DELETE')
  })

  test('delegations are made from an ARN', async () => {
    const { call } = sandboxClient()
    const resource = 'arn:aws:ecr:eu-west-1:123456789012:repository/team/app:v2'
    const { body, status } = await call('POST', '/v2/registries/delegations', { resource, name: 'app' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'app', awsRegion: 'eu-west-1', repository: 'team/app', tag: 'v2' })
    expect((await call('GET', '/v2/registries/delegations')).body.delegations).toEqual([body])
    expect((await call('POST', '/v2/registries/delegations', { resource: 'docker.io/app' })).status).toBe(400)
    expect((await call('DELETE', `/v2/registries/delegations/${body.id}`)).status).toBe(204)
    expect((await call('DELETE', `/v2/registries/delegations/${body.id}`)).status).toBe(404)
  })
})

describe('ssh keys', () => {
  test('a PUT replaces all of them', async () => {
    const { call } = sandboxClient()
    expect((await call('GET', '/v2/account/ssh-keys')).body).toEqual({ keys: [] })
    await call('PUT', '/v2/account/ssh-keys', { keys: ['ssh-rsa AAAA', 'ssh-ed25519 BBBB b@c'] })
    expect((await call('PUT', '/v2/account/ssh-keys', { keys: ['ssh-rsa CCCC'] })).body).toEqual({
      keys: ['ssh-rsa CCCC'],
    })
    expect((await call('PUT', '/v2/account/ssh-keys', { keys: ['garbage'] })).status).toBe(422)
    expect((await call('GET', '/v2/account/ssh-keys')).body).toEqual({ keys: ['ssh-rsa CCCC'] })
  })
})

describe('clusters', () => {
  const compute = { gpuTypeId: 'NVIDIA H100 80GB HBM3', gpuCountPerPod: 8, podCount: 2 }
  const cluster = { name: 'c', image: 'i', type: 'SLURM', compute, ports: ['22/tcp'] }

  test('members are pods that only the cluster manages', async () => {
    const { call, clock } = sandboxClient()
    const { body } = await call('POST', '/v2/clusters', cluster)
    const path = `/v2/clusters/${body.id}`
    expect(body).toMatchObject({ name: 'c', compute, pods: { total: 2, byStatus: { PROVISIONING: 2 } } })
    await clock.advance(2000)
    expect((await call('GET', path)).body.primary).toMatchObject({
      status: 'RUNNING',
      sshEndpoint: expect.stringContaining(':'),
    })
    const { pods } = (await call('GET', `${path}/pods`)).body
    expect(pods.map((pod: { cluster: object }) => pod.cluster)).toMatchObject([
      { id: body.id, rank: 0, role: 'SLURM_CONTROLLER' },
      { id: body.id, rank: 1, role: 'SLURM_COMPUTE' },
    ])
    expect((await call('GET', '/v2/pods')).body.pods).toEqual([])
    expect((await call('GET', '/v2/pods?includeClusterPods=true')).body.pods).toHaveLength(2)
    expect((await call('GET', '/v2/pods?includeClusterPods=yes')).status).toBe(422)
    expect((await call('DELETE', `/v2/pods/${pods[0].id}`)).status).toBe(409)
    expect((await call('PATCH', `/v2/pods/${pods[0].id}`, { name: 'x' })).status).toBe(409)
    expect((await call('PATCH', path, { name: 'd' })).body.name).toBe('d')
    await clock.advance(3_600_000 - 2000)
    expect((await call('GET', '/v2/billing/clusters?lastN=1')).body.records[0].gpuAmount).toBeCloseTo(
      16 * 2.99,
      6,
    )
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', '/v2/pods?includeClusterPods=true')).body.pods).toEqual([])
  })

  test('it fits into one data center or not at all', async () => {
    const { call } = sandboxClient()
    const answer = await call('POST', '/v2/clusters', { ...cluster, compute: { ...compute, podCount: 5 } })
    expect(answer.status).toBe(400)
    expect((await call('GET', '/v2/pods?includeClusterPods=true')).body.pods).toEqual([])
  })
})

describe('newer v2', () => {
  test('lists come in pages with the cursors capability, whole without it', async () => {
    const { call } = sandboxClient({ capabilities: ['cursors'], unchecked: true })
    for (const name of ['a', 'b', 'c']) await call('POST', '/v2/templates', { name, image: 'i' })
    const first = (await call('GET', '/v2/templates?limit=2')).body
    expect(first.templates).toHaveLength(2)
    expect(first.pagination).toEqual({ nextCursor: expect.any(String), hasNextPage: true })
    const second = (await call('GET', `/v2/templates?limit=2&cursor=${first.pagination.nextCursor}`)).body
    expect(second.templates.map(({ name }: { name: string }) => name)).toEqual(['c'])
    expect(second.pagination).toEqual({ nextCursor: null, hasNextPage: false })
    for (const query of [
      `cursor=${first.pagination.nextCursor}`,
      'cursor=1',
      'cursor=',
      'limit=0',
      'limit=1001',
    ]) {
      expect([query, (await call('GET', `/v2/pods?${query}`)).status]).toEqual([query, 422])
    }
    const old = sandboxClient()
    expect((await old.call('GET', '/v2/templates?limit=2')).body).toEqual({ templates: [] })
  })

  test('secrets are there only with their capability, and hold no value', async () => {
    const { call } = sandboxClient({ capabilities: ['secrets'] })
    const made = await call('POST', '/v2/account/secrets', { name: 'TOKEN', value: 's3cret' })
    expect(made.status).toBe(201)
    expect((await call('POST', '/v2/account/secrets', { name: 'TOKEN', value: 'x' })).status).toBe(409)
    expect((await call('POST', '/v2/account/secrets', { name: '1', value: 'x' })).status).toBe(422)
    const { body } = await call('GET', '/v2/account/secrets')
    expect(JSON.stringify([body, (await call('GET', '/_sandbox/requests')).body])).not.toContain('s3cret')
    expect((await call('DELETE', `/v2/account/secrets/${made.body.id}`)).status).toBe(204)
    expect((await sandboxClient().call('GET', '/v2/account/secrets')).status).toBe(404)
  })

  test('a pod may name what its machine must have with the min-resources capability', async () => {
    const { call } = sandboxClient({ capabilities: ['min-resources'] })
    const pod = (minimums: object) => ({ name: 'p', image: 'i', gpu: { id: 'NVIDIA L4', ...minimums } })
    expect((await call('POST', '/v2/pods', pod({ minVcpuCountPerGpu: 8, minMemoryPerGpu: 48 }))).status).toBe(
      201,
    )
    const huge = await call('POST', '/v2/pods', pod({ minVcpuCountPerGpu: 64 }))
    expect(huge.body.detail).toContain('no longer any instances')
    const cpu = { name: 'p', image: 'i', cpu: { id: 'cpu3c', vcpuCount: 2 } }
    const mounts = { persistent: { size: 10, path: '/w' } }
    expect((await call('POST', '/v2/pods', { ...cpu, mounts })).status).toBe(400)
    const old = await sandboxClient().call('POST', '/v2/pods', pod({ minVcpuCountPerGpu: 1 }))
    expect(old.body.errors).toEqual(["$.gpu: additional properties 'minVcpuCountPerGpu' not allowed"])
  })

  test('args that are JSON are stored as sent', async () => {
    const { call } = sandboxClient()
    const args = '{"cmd":["a"],"entrypoint":["b"]}'
    expect((await call('POST', '/v2/templates', { name: 't', image: 'i', args })).body.args).toBe(args)
  })
})
