import { afterAll, expect, test } from 'vitest'
import { createFetch } from '../../src/inprocess/create-fetch.ts'
import { heldClock } from '../../src/sandbox/clock.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'

/**
 * Every resource's whole life, as a v1 client lives it: create, list, read, update, stop, start, delete, and the
 * mistakes people make. Nothing here knows v2.
 */
const clock = heldClock()
const sandbox = createSandbox({ clock })
const fetch = createFetch({ fetch: async (input, init) => sandbox.app.request(String(input), init) })
afterAll(() => sandbox.close())

type Body = Record<string, unknown>
const v1 = async (method: string, path: string, body?: unknown, key = 'sandbox-key') => {
  const answer = await fetch(`https://rest.runpod.io/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Body & Body[] }
}

test('a template', async () => {
  const { status, body: made } = await v1('POST', '/templates', {
    name: 't1',
    imageName: 'busybox',
    volumeInGb: 0,
  })
  expect([status, made]).toEqual([
    200,
    expect.objectContaining({ name: 't1', volumeInGb: 0, containerDiskInGb: 50 }),
  ])
  const path = `/templates/${made.id}`
  expect((await v1('PATCH', path, { imageName: 'alpine' })).body).toMatchObject({
    imageName: 'alpine',
    name: 't1',
  })
  expect((await v1('POST', `${path}/update`, { volumeInGb: 20, volumeMountPath: '/w' })).body).toMatchObject({
    volumeInGb: 20,
    volumeMountPath: '/w',
  })
  expect((await v1('PATCH', path, { volumeInGb: 30 })).body).toMatchObject({
    volumeInGb: 30,
    volumeMountPath: '/w',
  })
  expect((await v1('GET', '/templates')).body.map(({ id }) => id)).toEqual([made.id])
  expect((await v1('GET', '/templates?includeRunpodTemplates=true')).body.length).toBeGreaterThan(1)
  expect((await v1('DELETE', path)).status).toBe(204)
  expect((await v1('GET', path)).status).toBe(404)
})

test('a GPU pod', async () => {
  const { status, body: made } = await v1('POST', '/pods', {
    imageName: 'pytorch',
    gpuTypeIds: ['NVIDIA L4', 'NVIDIA A40'],
    env: [{ key: 'A', value: '1' }],
    ports: '22/tcp,8888/http',
    gpuCount: '1',
  })
  expect([status, made]).toEqual([
    201,
    expect.objectContaining({ name: 'my pod', desiredStatus: 'RUNNING', env: { A: '1' } }),
  ])
  const path = `/pods/${made.id}`
  await clock.advance(600_000)
  const running = (await v1('GET', path)).body
  expect(running).toMatchObject({
    desiredStatus: 'RUNNING',
    volumeInGb: 20,
    portMappings: { 22: expect.any(Number) },
  })
  expect(running.gpu).toMatchObject({ count: 1, displayName: expect.any(String) })
  expect((await v1('POST', `${path}/start`)).body).toMatchObject({ desiredStatus: 'RUNNING' })
  expect((await v1('POST', `${path}/stop`, '{}')).body).toMatchObject({ desiredStatus: 'EXITED' })
  expect((await v1('POST', `${path}/stop`)).status).toBe(200)
  expect((await v1('GET', '/pods?desiredStatus=EXITED')).body.map(({ id }) => id)).toEqual([made.id])
  expect((await v1('GET', '/pods?desiredStatus=RUNNING')).body).toEqual([])
  expect((await v1('GET', '/pods?computeType=CPU')).body).toEqual([])
  expect((await v1('PATCH', path, { volumeInGb: 40 })).body).toMatchObject({
    volumeInGb: 40,
    volumeMountPath: '/workspace',
  })
  expect((await v1('POST', `${path}/start`)).body).toMatchObject({ desiredStatus: 'RUNNING' })
  await clock.advance(600_000)
  expect((await v1('POST', `${path}/restart`)).status).toBe(200)
  expect(await v1('POST', `${path}/reset`)).toEqual({
    status: 400,
    body: { message: expect.stringContaining('restart') },
  })
  expect((await v1('GET', '/billing/pods?grouping=podId')).body).toEqual([
    expect.objectContaining({ podId: made.id }),
  ])
  expect((await v1('GET', '/billing/pods')).body[0]).toHaveProperty('gpuTypeId')
  expect((await v1('DELETE', path)).status).toBe(204)
})

test('a CPU pod, and a pod on a network volume', async () => {
  const cpu = await v1('POST', '/pods', {
    computeType: 'CPU',
    cpuFlavorIds: ['cpu3c'],
    imageName: 'busybox',
    ports: [],
  })
  expect([cpu.status, cpu.body]).toEqual([
    201,
    expect.objectContaining({ vcpuCount: 2, cpuFlavorId: 'cpu3c', volumeInGb: 0 }),
  ])
  const volume = (await v1('POST', '/networkvolumes', { name: 'v', size: 10, dataCenterId: 'EU-RO-1' })).body
  expect(volume).toEqual({ id: expect.any(String), name: 'v', size: 10, dataCenterId: 'EU-RO-1' })
  const pod = await v1('POST', '/pods', {
    imageName: 'busybox',
    gpuTypeIds: ['NVIDIA L4'],
    networkVolumeId: volume.id,
    volumeInGb: 5,
    dataCenterIds: ['EU-RO-1'],
  })
  expect([pod.status, pod.body]).toEqual([
    201,
    expect.objectContaining({ networkVolumeId: volume.id, volumeMountPath: '/workspace' }),
  ])
  const shown = (await v1('GET', `/pods/${pod.body.id}?includeNetworkVolume=true`)).body
  expect(shown.networkVolume).toEqual(volume)
  expect((await v1('PATCH', `/networkvolumes/${volume.id}`, { size: 5 })).status).toBe(400)
  expect((await v1('POST', `/networkvolumes/${volume.id}/update`, { size: 20 })).body).toMatchObject({
    size: 20,
  })
  for (const { id } of [cpu.body, pod.body]) expect((await v1('DELETE', `/pods/${id}`)).status).toBe(204)
  expect((await v1('DELETE', `/networkvolumes/${volume.id}`)).status).toBe(204)
  expect((await v1('GET', '/networkvolumes')).body).toEqual([])
})

test('a serverless endpoint', async () => {
  const template = (await v1('POST', '/templates', { name: 's1', imageName: 'w', isServerless: true })).body
  const made = await v1('POST', '/endpoints', {
    name: 'e',
    templateId: template.id,
    gpuTypeIds: ['NVIDIA L4'],
    workersMin: 0,
    workersMax: 2,
    flashboot: true,
  })
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({
      gpuTypeIds: ['NVIDIA L4'],
      scalerType: 'QUEUE_DELAY',
      scalerValue: 4,
      idleTimeout: 5,
      flashboot: true,
    }),
  ])
  const path = `/endpoints/${made.body.id}`
  expect((await v1('PATCH', path, { scalerValue: 9 })).body).toMatchObject({
    scalerType: 'QUEUE_DELAY',
    scalerValue: 9,
  })
  expect((await v1('PATCH', path, { workersMax: 5 })).body).toMatchObject({ workersMax: 5, scalerValue: 9 })
  expect((await v1('GET', `${path}?includeWorkers=true&includeTemplate=true`)).body).toMatchObject({
    workers: expect.any(Array),
    template: { imageName: 'w' },
  })
  expect((await v1('GET', '/endpoints')).body).toHaveLength(1)
  expect((await v1('GET', '/billing/endpoints')).status).toBe(200)
  expect((await v1('DELETE', path)).status).toBe(204)
})

test('a registry credential', async () => {
  const made = await v1('POST', '/containerregistryauth', { name: 'r', username: 'u', password: 'p' })
  expect(made).toEqual({ status: 200, body: { id: expect.any(String), name: 'r' } })
  expect((await v1('GET', '/containerregistryauth')).body).toEqual([made.body])
  expect((await v1('DELETE', `/containerregistryauth/${made.body.id}`)).status).toBe(204)
  expect((await v1('GET', '/billing/networkvolumes')).status).toBe(200)
})

test.each([
  ['a wrong key', 'GET', '/pods', undefined, 'nobody', 401],
  [
    'a key that may only read',
    'POST',
    '/templates',
    { name: 'x', imageName: 'y' },
    'sandbox-readonly-key',
    403,
  ],
  ['broken JSON', 'POST', '/pods', '{"name": ', 'sandbox-key', 400],
  ['an unknown field', 'POST', '/pods', { imageName: 'x', nonsense: 1 }, 'sandbox-key', 400],
  ['a wrong type', 'POST', '/pods', { imageName: 7, gpuTypeIds: ['NVIDIA L4'] }, 'sandbox-key', 400],
  ['no GPU type', 'POST', '/pods', { imageName: 'x' }, 'sandbox-key', 400],
  ['an unknown pod', 'POST', '/pods/nope/stop', undefined, 'sandbox-key', 404],
  [
    'an endpoint without a template',
    'POST',
    '/endpoints',
    { name: 'x', gpuTypeIds: ['NVIDIA L4'] },
    'sandbox-key',
    400,
  ],
])('%s is said in v1 words', async (_what, method, path, body, key, status) => {
  const answer = await v1(method, path, body, key)
  expect(answer).toEqual({ status, body: { message: expect.any(String) } })
})
