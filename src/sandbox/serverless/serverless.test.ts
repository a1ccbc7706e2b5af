import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const queueEndpoint = {
  name: 'e',
  image: 'worker:1',
  type: 'QUEUE',
  gpu: { pools: ['ADA_24'] },
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}
const balancer = {
  ...queueEndpoint,
  type: 'LOAD_BALANCER',
  scaling: { type: 'REQUEST_COUNT', requestCount: 4 },
}
const onCount = { ...queueEndpoint, scaling: balancer.scaling }

describe('endpoints', () => {
  test('a create fills in what v2 documents and points at the sandbox own queue', async () => {
    const { call } = sandboxClient()
    const { status, body } = await call('POST', '/v2/serverless', queueEndpoint)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      workers: { min: 0, max: 3, idleTimeout: 10 },
      gpu: { pools: ['ADA_24'], count: 1, allowedCudaVersions: [], minCudaVersion: null },
      timeout: 300_000,
      flashboot: 'OFF',
      dataCenterIds: [],
      networkVolumes: [],
    })
    expect(body.requestUrls.runSync).toBe(`http://localhost/v2/${body.id}/runsync`)
    expect((await call('GET', `/v2/serverless/${body.id}`)).body).toEqual(body)
    expect((await call('GET', '/v2/serverless')).body.endpoints).toEqual([body])
  })

  test('a queue that scales on requests has no idle timeout; a load balancer has other URLs', async () => {
    const { call } = sandboxClient()
    expect((await call('POST', '/v2/serverless', onCount)).body.workers).toEqual({ min: 0, max: 3 })
    const { body } = await call('POST', '/v2/serverless', { ...balancer, env: { HEALTH_CHECK_PATH: '/up' } })
    expect(body.workers.idleTimeout).toBe(10)
    expect(body.requestUrls).toEqual({
      base: `http://localhost/v2/${body.id}`,
      health: `http://localhost/v2/${body.id}/up`,
    })
  })

  test.each([
    [{ ...queueEndpoint, image: undefined }, 422, "$: missing property 'image'"],
    [{ ...queueEndpoint, type: undefined }, 422, "$: missing property 'type'"],
    [{ ...queueEndpoint, scaling: undefined }, 422, "$: missing property 'scaling'"],
    [{ ...queueEndpoint, workersMin: 1 }, 422, "$: additional properties 'workersMin' not allowed"],
    [
      { ...balancer, scaling: queueEndpoint.scaling },
      422,
      '$.scaling.type: a LOAD_BALANCER endpoint scales on REQUEST_COUNT',
    ],
    [{ ...queueEndpoint, gpu: undefined }, 400, 'exactly one of gpu or cpu must be set'],
    [
      { ...queueEndpoint, cpu: [{ id: 'cpu3c', vcpuCount: 2 }] },
      400,
      'exactly one of gpu or cpu must be set',
    ],
    [{ ...queueEndpoint, gpu: { pools: ['NVIDIA L4'] } }, 400, "unknown GPU pool 'NVIDIA L4'"],
    [
      { ...queueEndpoint, gpu: { pools: ['ADA_24'], excludedTypes: ['NVIDIA L4'] } },
      400,
      "excluded type 'NVIDIA L4' is not a GPU type of the selected pools",
    ],
    [
      { ...queueEndpoint, gpu: { pools: ['ADA_24'], excludedTypes: ['NVIDIA GeForce RTX 4090'] } },
      400,
      'excludedTypes leaves no GPU type to run on',
    ],
    [{ ...queueEndpoint, workers: { min: 5 } }, 400, 'workers.min (5) must not be above workers.max (3)'],
    [
      { ...onCount, workers: { idleTimeout: 5 } },
      400,
      'idleTimeout does not apply to a QUEUE endpoint that scales on REQUEST_COUNT',
    ],
    [{ ...queueEndpoint, networkVolumes: ['v'] }, 400, "network volume 'v' not found"],
    [
      { ...queueEndpoint, templateId: 'sbubuntu2204' },
      422,
      "$.templateId: 'sbubuntu2204' is not a serverless template",
    ],
    [{ ...queueEndpoint, templateId: 'nobody' }, 404, 'template not found'],
  ])('%o is %i', async (body, status, words) => {
    const { call } = sandboxClient()
    const answer = await call('POST', '/v2/serverless', body)
    expect(answer.status).toBe(status)
    expect(answer.body.errors ?? [answer.body.detail]).toContain(words)
    expect((await call('GET', '/v2/serverless')).body.endpoints).toEqual([])
  })

  test('the settings of a template are copied, bound to the endpoint and gone with it', async () => {
    const { call } = sandboxClient()
    const { body } = await call('POST', '/v2/serverless', {
      ...queueEndpoint,
      image: undefined,
      templateId: 'sbvllmworker',
      env: { EXTRA: '1' },
    })
    expect(body).toMatchObject({
      image: 'sandbox/vllm-worker:2.1',
      disk: 40,
      env: { MODEL_NAME: 'sandbox/tiny-model', EXTRA: '1' },
    })
    const [bound] = (await call('GET', '/v2/templates')).body.templates
    expect(bound).toMatchObject({
      name: expect.stringMatching(/^e__template__/),
      serverless: true,
      image: body.image,
    })
    expect((await call('DELETE', `/v2/templates/${bound.id}`)).body.detail).toContain('in use')
    await call('PATCH', `/v2/serverless/${body.id}`, { image: 'worker:2' })
    expect((await call('GET', `/v2/templates/${bound.id}`)).body.image).toBe('worker:2')
    expect((await call('DELETE', `/v2/serverless/${body.id}`)).status).toBe(204)
    expect((await call('GET', '/v2/templates')).body.templates).toEqual([])
    expect((await call('GET', `/v2/serverless/${body.id}`)).body.detail).toBe('endpoint not found')
  })

  test("a template's CUDA set is taken over where the body has no constraint", async () => {
    const { call } = sandboxClient()
    const template = { name: 't', image: 'i', serverless: true, allowedCudaVersions: ['12.4'] }
    const { body } = await call('POST', '/v2/templates', template)
    const from = { ...queueEndpoint, image: undefined, templateId: body.id }
    expect((await call('POST', '/v2/serverless', from)).body.gpu.allowedCudaVersions).toEqual(['12.4'])
    const floor = { ...from, gpu: { pools: ['ADA_24'], minCudaVersion: '12.1' } }
    expect((await call('POST', '/v2/serverless', floor)).body.gpu).toMatchObject({
      allowedCudaVersions: [],
      minCudaVersion: '12.1',
    })
    expect((await call('DELETE', `/v2/templates/${body.id}`)).status).toBe(400)
  })
})

describe('a patch', () => {
  test('changes what it names, and each change is a release', async () => {
    const { call, clock } = sandboxClient()
    const made = await call('POST', '/v2/serverless', queueEndpoint)
    const path = `/v2/serverless/${made.body.id}`
    await clock.advance(1000)
    const { body } = await call('PATCH', path, { workers: { max: 5 }, env: { A: '1' } })
    expect(body).toEqual({ ...made.body, workers: { min: 0, max: 5, idleTimeout: 10 }, env: { A: '1' } })
    await call('PATCH', path, { workers: { max: 5 } })
    const { body: history } = await call('GET', `${path}/releases`)
    expect(history.releases.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect(history.releases[0].diff).toEqual([
      { field: 'env', old: {}, new: { A: '1' } },
      { field: 'workers.max', old: 3, new: 5 },
    ])
    expect(history.endpointVersion).toBe(2)
  })

  test('pools without exclusions clear them; a constraint alone leaves the selection', async () => {
    const { call } = sandboxClient()
    const gpu = { pools: ['AMPERE_24'], excludedTypes: [' NVIDIA L4 '] }
    const made = await call('POST', '/v2/serverless', { ...queueEndpoint, gpu })
    expect(made.body.gpu.excludedTypes).toEqual(['NVIDIA L4'])
    const patch = async (change: object) =>
      (await call('PATCH', `/v2/serverless/${made.body.id}`, { gpu: change })).body
    expect((await patch({ minCudaVersion: '12.1' })).gpu).toMatchObject({
      excludedTypes: ['NVIDIA L4'],
      minCudaVersion: '12.1',
    })
    expect((await patch({ allowedCudaVersions: ['12.4'] })).detail).toContain('mutually exclusive')
    expect((await patch({ allowedCudaVersions: ['12.4'], minCudaVersion: '' })).gpu).toMatchObject({
      allowedCudaVersions: ['12.4'],
      minCudaVersion: null,
    })
    expect((await patch({ pools: ['ADA_24'] })).gpu).not.toHaveProperty('excludedTypes')
    expect((await patch({ excludedTypes: ['NVIDIA L4'] })).errors).toEqual([
      "$: 'excludedTypes' requires 'pools'".replace('$', '$.gpu'),
    ])
  })

  test('compute family, scaling and idle timeout keep to the type', async () => {
    const { call } = sandboxClient()
    const gpu = await call('POST', '/v2/serverless', queueEndpoint)
    const lb = await call('POST', '/v2/serverless', balancer)
    const patch = (id: string, body: object) => call('PATCH', `/v2/serverless/${id}`, body)
    expect((await patch(gpu.body.id, { cpu: [{ id: 'cpu3c', vcpuCount: 2 }] })).status).toBe(400)
    expect((await patch(lb.body.id, { scaling: queueEndpoint.scaling })).status).toBe(422)
    expect((await patch(gpu.body.id, { scaling: balancer.scaling })).body.workers).toEqual({ min: 0, max: 3 })
    expect((await patch(gpu.body.id, { workers: { idleTimeout: 3 } })).status).toBe(400)
    expect((await patch(gpu.body.id, { scaling: queueEndpoint.scaling })).body.workers.idleTimeout).toBe(10)
  })
})

describe('jobs and workers', () => {
  test('jobs run on workers that the endpoint shows, and are billed for', async () => {
    const { call, clock } = sandboxClient({ unchecked: true })
    const { body } = await call('POST', '/v2/serverless', { ...queueEndpoint, workers: { min: 1 } })
    await clock.advance(500)
    const { body: workers } = await call('GET', `/v2/serverless/${body.id}/workers`)
    expect(workers.summary).toMatchObject({ idle: 1, total: 1 })
    expect(workers.workers[0]).toMatchObject({
      isStale: false,
      version: 1,
      gpuTypeId: 'NVIDIA GeForce RTX 4090',
    })
    const job = await call('POST', `/v2/${body.id}/runsync`, { input: { hello: 'there' } })
    expect(job.body).toMatchObject({ status: 'COMPLETED', output: { hello: 'there' } })
    await call('PATCH', `/v2/serverless/${body.id}`, { image: 'worker:2' })
    expect((await call('GET', `/v2/serverless/${body.id}/workers`)).body.workers[0].isStale).toBe(true)
    expect((await call('GET', `/v2/serverless/${body.id}/releases`)).body.rollout).toEqual({
      inProgress: true,
      workersOnLatest: 0,
      workersTotal: 1,
      percentOnLatest: 0,
    })
    await clock.advance(3_600_000 - 500)
    const bill = await call('GET', '/v2/billing/serverless?bucketSize=day')
    expect(bill.body.records).toHaveLength(1)
    expect(bill.body.records[0]).toMatchObject({ serverlessId: body.id, gpuAmount: 1.1 })
  })

  test('a worker that comes for a job is billed until its idle time is over, and its job is in the log', async () => {
    const { call, clock } = sandboxClient({ unchecked: true })
    const { body } = await call('POST', '/v2/serverless', queueEndpoint)
    const sent = { input: { a: 1 }, s3Config: { accessId: 'id', accessSecret: 's3cret' } }
    const length = String(JSON.stringify(sent).length)
    await call('POST', `/v2/${body.id}/run`, sent, { 'content-length': length })
    await clock.advance(60_000)
    const { records } = (await call('GET', '/v2/billing/serverless?lastN=1')).body
    const seconds = (records[0].gpuAmount / 1.1) * 3600
    expect(seconds).toBeGreaterThanOrEqual(9)
    expect(seconds).toBeLessThanOrEqual(20)
    await clock.advance(86_400_000)
    expect((await call('GET', '/v2/billing/serverless?lastN=2')).body.metadata.totals.gpuAmount).toBe(
      records[0].gpuAmount,
    )
    const job = (await call('GET', '/_sandbox/requests')).body.requests.find(({ path }: { path: string }) =>
      path.endsWith('/run'),
    )
    expect(job.body).toEqual({
      input: { a: 1 },
      s3Config: { accessId: '[redacted]', accessSecret: '[redacted]' },
    })
  })

  test('a read-only key looks at jobs and submits none; a load balancer has no queue', async () => {
    const { call } = sandboxClient({ unchecked: true })
    const { body } = await call('POST', '/v2/serverless', queueEndpoint)
    const readOnly = { authorization: 'Bearer sandbox-readonly-key' }
    expect((await call('POST', `/v2/${body.id}/run`, { input: {} }, readOnly)).status).toBe(401)
    expect((await call('GET', `/v2/${body.id}/health`, undefined, readOnly)).status).toBe(200)
    expect(
      (await call('GET', `/v2/${body.id}/health`, undefined, { authorization: 'sandbox-key' })).status,
    ).toBe(200)
    const lb = await call('POST', '/v2/serverless', balancer)
    expect((await call('GET', `/v2/${lb.body.id}/health`)).status).toBe(404)
  })

  test('the second segment decides: /v2/pods/run is a job for an endpoint named pods', async () => {
    const { call } = sandboxClient({ unchecked: true })
    const answer = await call('POST', '/v2/pods/run', { input: {} })
    expect(answer).toMatchObject({ status: 404, body: { error: 'there is no such endpoint' } })
    expect((await call('GET', '/v2/pods/abc')).body.detail).toBe('pod not found')
  })
})
