import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'
import { CAPACITY_DETAIL } from '../http/problem.ts'

const RTX = 'NVIDIA GeForce RTX 4090'
const gpuPod = { name: 'p', image: 'python:3.12', gpu: { id: RTX } }
const cpuPod = { name: 'c', image: 'python:3.12', cpu: { id: 'cpu3g', vcpuCount: 4 } }

describe('the life of a pod', () => {
  test('it is provisioned, starts, runs, stops and starts again', async () => {
    const { call, clock } = sandboxClient()
    const { body: made, status } = await call('POST', '/v2/pods', {
      ...gpuPod,
      ports: ['8888/http', '22/tcp'],
    })
    expect(status).toBe(201)
    expect(made).toMatchObject({
      status: 'PROVISIONING',
      actions: ['stop', 'terminate'],
      runtime: null,
      startedAt: null,
    })
    const path = `/v2/pods/${made.id}`
    await clock.advance(1000)
    expect((await call('GET', path)).body.status).toBe('STARTING')
    await clock.advance(1000)
    const { body: running } = await call('GET', path)
    expect(running).toMatchObject({
      status: 'RUNNING',
      actions: ['stop', 'restart', 'terminate'],
      cost: 0.69,
    })
    expect(running.runtime.ports).toMatchObject([
      { private: 8888, type: 'http', ip: expect.stringMatching(/^100\.65\./) },
      { private: 22, type: 'tcp', ip: expect.stringMatching(/^203\.0\.113\./) },
    ])
    expect(running.ssh.direct).toMatchObject({ username: 'root', port: running.runtime.ports[1].public })
    expect(running.startedAt).toBe('2027-01-01T00:00:02Z')
    const stopped = await call('POST', `${path}/action`, { action: 'stop' })
    expect(stopped.body).toMatchObject({
      status: 'EXITED',
      actions: ['start', 'terminate'],
      cost: 0,
      runtime: null,
    })
    expect(stopped.body.startedAt).toBe('2027-01-01T00:00:02Z')
    await clock.advance(60_000)
    expect((await call('POST', `${path}/action`, { action: 'start' })).body.status).toBe('STARTING')
    await clock.advance(1000)
    expect((await call('GET', path)).body.startedAt).toBe('2027-01-01T00:01:03Z')
    expect((await call('POST', `${path}/action`, { action: 'terminate' })).status).toBe(204)
    expect((await call('GET', path)).body.detail).toBe('pod not found')
    expect((await call('GET', '/v2/pods')).body).toEqual({ pods: [] })
  })

  test.each([
    ['start', 'PROVISIONING', 0],
    ['restart', 'STARTING', 1000],
    ['start', 'RUNNING', 2000],
  ])('%s is 409 for a pod that is %s', async (action, status, age) => {
    const { call, clock } = sandboxClient()
    const { body } = await call('POST', '/v2/pods', gpuPod)
    await clock.advance(age)
    const answer = await call('POST', `/v2/pods/${body.id}/action`, { action })
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: `action '${action}' is not valid for a pod that is ${status}` },
    })
  })

  test('stop is 409 when stopped, 400 when locked; an unknown action 422', async () => {
    const { call } = sandboxClient()
    const { body } = await call('POST', '/v2/pods', gpuPod)
    const act = (action: string) => call('POST', `/v2/pods/${body.id}/action`, { action })
    await call('PATCH', `/v2/pods/${body.id}`, { locked: true })
    expect((await act('stop')).status).toBe(400)
    await call('PATCH', `/v2/pods/${body.id}`, { locked: false })
    await act('stop')
    expect((await act('stop')).status).toBe(409)
    expect((await act('reset')).body.errors).toEqual([
      "$.action: value must be one of 'start', 'stop', 'restart', 'terminate'",
    ])
  })

  test('a test can break a pod, and it can be started again', async () => {
    const { call } = sandboxClient()
    const { body } = await call('POST', '/v2/pods', gpuPod)
    await call('PUT', `/_sandbox/pods/${body.id}`, { status: 'ERROR' })
    expect((await call('GET', `/v2/pods/${body.id}`)).body).toMatchObject({
      status: 'ERROR',
      actions: ['start', 'terminate'],
    })
    expect((await call('POST', `/v2/pods/${body.id}/action`, { action: 'start' })).status).toBe(200)
  })
})

describe('what a create must say', () => {
  test.each([
    [{ ...gpuPod, image: undefined }, 422, "$: missing property 'image'"],
    [{ ...gpuPod, imageName: 'x' }, 422, "$: additional properties 'imageName' not allowed"],
    [{ ...gpuPod, gpu: { count: 1 } }, 422, "$.gpu: missing property 'id'"],
    [
      { ...gpuPod, mounts: { persistent: { size: 5, path: '/w' } } },
      422,
      '$.mounts.persistent.size: minimum: got 5, want 10',
    ],
    [{ name: 'p', image: 'i' }, 400, 'exactly one of gpu or cpu must be set'],
    [{ ...gpuPod, cpu: cpuPod.cpu }, 400, 'exactly one of gpu or cpu must be set'],
    [
      {
        ...gpuPod,
        mounts: { persistent: { size: 10, path: '/w' }, network: [{ volumeId: 'v', path: '/w' }] },
      },
      400,
      'persistent and network mounts are mutually exclusive',
    ],
    [
      { ...cpuPod, mounts: { persistent: { size: 10, path: '/w' } } },
      400,
      'a persistent mount is not available on CPU pods',
    ],
    [
      { ...gpuPod, gpu: { id: RTX, allowedCudaVersions: ['12.8'], minCudaVersion: '12.1' } },
      400,
      'allowedCudaVersions and minCudaVersion are mutually exclusive',
    ],
    [{ ...gpuPod, gpu: { id: 'NVIDIA GTX 1' } }, 400, "unknown GPU type 'NVIDIA GTX 1'"],
    [{ ...gpuPod, dataCenterIds: ['XX-1'] }, 400, "unknown data center 'XX-1'"],
    [
      { ...gpuPod, mounts: { network: [{ volumeId: 'v', path: '/w' }] } },
      400,
      "network volume 'v' not found",
    ],
    [{ ...cpuPod, cpu: { id: 'cpu3g', vcpuCount: 6 } }, 400, 'cpu.vcpuCount must be a power of two'],
    [
      { ...cpuPod, cpu: { id: 'cpu3g', vcpuCount: 64 } },
      400,
      "cpu.vcpuCount must be between 2 and 32 for 'cpu3g'",
    ],
    [{ ...cpuPod, globalNetworking: true }, 400, 'global networking requires an NVIDIA GPU'],
    [{ ...gpuPod, templateId: 'nobody' }, 404, 'template not found'],
    [{ ...gpuPod, templateId: 'sbechoworker' }, 422, "$.templateId: 'sbechoworker' is not a pod template"],
  ])('%o is %i', async (body, status, words) => {
    const { call } = sandboxClient()
    const answer = await call('POST', '/v2/pods', body)
    expect(answer.status).toBe(status)
    expect(answer.body.errors ?? [answer.body.detail]).toContain(words)
    expect((await call('GET', '/v2/pods')).body.pods).toEqual([])
  })
})

describe('capacity', () => {
  test('runs out per GPU, cloud and data center, and comes back with what is freed', async () => {
    const { call } = sandboxClient()
    await call('PUT', '/_sandbox/capacity', { gpu: RTX, cloud: 'SECURE', count: 0 })
    await call('PUT', '/_sandbox/capacity', { gpu: RTX, cloud: 'SECURE', dataCenter: 'EU-RO-1', count: 2 })
    const first = await call('POST', '/v2/pods', { ...gpuPod, gpu: { id: RTX, count: 2 } })
    expect(first.body.dataCenterId).toBe('EU-RO-1')
    const second = await call('POST', '/v2/pods', gpuPod)
    expect(second).toMatchObject({ status: 400, body: { title: 'Bad Request', detail: CAPACITY_DETAIL } })
    expect((await call('POST', '/v2/pods', { ...gpuPod, cloud: 'COMMUNITY' })).status).toBe(201)
    await call('POST', `/v2/pods/${first.body.id}/action`, { action: 'stop' })
    expect((await call('POST', '/v2/pods', gpuPod)).status).toBe(201)
    const start = await call('POST', `/v2/pods/${first.body.id}/action`, { action: 'start' })
    expect(start.body.detail).toBe(CAPACITY_DETAIL)
  })

  test('a wider pod than any machine, a cloud without the type and an exact CUDA nobody has are no capacity', async () => {
    const { call } = sandboxClient()
    for (const body of [
      { ...gpuPod, gpu: { id: RTX, count: 9 } },
      { ...gpuPod, gpu: { id: 'NVIDIA B200' }, cloud: 'COMMUNITY' },
      { ...gpuPod, gpu: { id: RTX, allowedCudaVersions: ['9.9'] } },
    ]) {
      expect((await call('POST', '/v2/pods', body)).body.detail).toBe(CAPACITY_DETAIL)
    }
    const floor = { ...gpuPod, gpu: { id: RTX, minCudaVersion: '12.7' } }
    expect((await call('POST', '/v2/pods', floor)).body.cudaVersion).toBe('12.8')
  })

  test('preferred data centers are tried in order; a volume holds the pod where it is', async () => {
    const { call } = sandboxClient()
    const preferred = { ...gpuPod, dataCenterIds: ['EU-CZ-1', 'US-KS-2'] }
    expect((await call('POST', '/v2/pods', preferred)).body.dataCenterId).toBe('EU-CZ-1')
    const volume = await call('POST', '/v2/network-volumes', { name: 'v', size: 10, dataCenter: 'EU-RO-1' })
    const mounts = { network: [{ volumeId: volume.body.id, path: '/data' }] }
    const pod = await call('POST', '/v2/pods', { ...gpuPod, mounts })
    expect(pod.body).toMatchObject({ dataCenterId: 'EU-RO-1', mounts })
    expect((await call('POST', '/v2/pods', { ...preferred, mounts })).body.detail).toContain('EU-RO-1')
    expect((await call('DELETE', `/v2/network-volumes/${volume.body.id}`)).status).toBe(400)
  })

  test('an account with nothing left creates nothing', async () => {
    const { call } = sandboxClient()
    await call('PUT', '/_sandbox/balance', { amount: 0 })
    const answer = await call('POST', '/v2/pods', gpuPod)
    expect(answer).toMatchObject({ status: 402, body: { title: 'Payment Required' } })
  })
})

describe('templates and pods', () => {
  test('the body wins over the template, env merges by name', async () => {
    const { call } = sandboxClient()
    const template = await call('POST', '/v2/templates', {
      name: 't',
      image: 'from-template',
      args: 'serve',
      disk: 33,
      env: { A: 'template', B: 'template' },
      ports: ['80/http'],
      mounts: { persistent: { size: 20, path: '/workspace' } },
      startSsh: false,
      startJupyter: false,
    })
    const templateId = template.body.id
    const pod = await call('POST', '/v2/pods', {
      name: 'p',
      gpu: { id: RTX },
      templateId,
      disk: 50,
      env: { B: 'body' },
    })
    expect(pod.body).toMatchObject({
      image: 'from-template',
      args: 'serve',
      disk: 50,
      env: { A: 'template', B: 'body' },
      ports: ['80/http'],
      mounts: { persistent: { size: 20, path: '/workspace' } },
      template: templateId,
    })
    const cpu = await call('POST', '/v2/pods', { ...cpuPod, image: undefined, templateId })
    expect(cpu.body.mounts).toEqual({})
    expect(cpu.body.cpu).toEqual({ id: 'cpu3g', vcpuCount: 4, memory: 16 })
    const refused = await call('DELETE', `/v2/templates/${templateId}`)
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('in use') } })
    await call('DELETE', `/v2/pods/${pod.body.id}`)
    await call('DELETE', `/v2/pods/${cpu.body.id}`)
    expect((await call('DELETE', `/v2/templates/${templateId}`)).status).toBe(204)
  })

  test('the start flags put a key and a password into the environment, unless it has its own', async () => {
    const { call } = sandboxClient()
    const keys = ['ssh-ed25519 AAAA me@here']
    await call('PUT', '/v2/account/ssh-keys', { keys })
    const flags = { startSsh: true, startJupyter: true }
    const pod = await call('POST', '/v2/pods', { ...gpuPod, ...flags, env: { JUPYTER_PASSWORD: 'mine' } })
    expect(pod.body.env).toEqual({ PUBLIC_KEY: keys[0], JUPYTER_PASSWORD: 'mine' })
    expect((await call('POST', '/v2/pods', gpuPod)).body.env).toEqual({})
  })
})
