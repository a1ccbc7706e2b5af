import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'

const RTX = 'NVIDIA GeForce RTX 4090'
const gpuPod = { name: 'p', image: 'python:3.12', gpu: { id: RTX } }

describe('a patch', () => {
  test('changes what it names', async () => {
    const { call } = sandboxClient()
    const made = await call('POST', '/v2/pods', {
      ...gpuPod,
      env: { A: '1' },
      mounts: { persistent: { size: 10, path: '/w' } },
    })
    const patch = {
      name: 'q',
      env: { B: '2' },
      ports: [],
      mounts: { persistent: { size: 20, path: '/x' } },
      globalNetworking: true,
    }
    const { body } = await call('PATCH', `/v2/pods/${made.body.id}`, patch)
    expect(body).toMatchObject({
      ...patch,
      image: gpuPod.image,
      globalNetworking: { enabled: true, internalDns: `${body.id}.runpod.internal` },
    })
  })

  test.each([
    [{ network: [] }, 'mounts cannot be cleared'],
    [{ persistent: { size: 10, path: '/w' } }, 'the kind of mount is fixed when the pod is created'],
    [{ network: [{ volumeId: 'v', path: '/w' }] }, 'the kind of mount is fixed when the pod is created'],
  ])('mounts %o on a pod without one are refused', async (mounts, detail) => {
    const { call } = sandboxClient()
    const made = await call('POST', '/v2/pods', gpuPod)
    expect(await call('PATCH', `/v2/pods/${made.body.id}`, { mounts })).toMatchObject({
      status: 400,
      body: { detail },
    })
    expect((await call('PATCH', `/v2/pods/${made.body.id}`, { mounts: {} })).status).toBe(200)
  })
})

describe('logs', () => {
  const stream = async (path: string, headers: Record<string, string> = {}) => {
    const { call, clock, sandbox } = sandboxClient()
    const { body } = await call('POST', '/v2/pods', gpuPod)
    await clock.advance(2500)
    const response = await sandbox.app.request(`/v2/pods/${body.id}/logs${path}`, {
      headers: { authorization: 'Bearer sandbox-key', ...headers },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    return { response, next, reader, call, clock, path: `/v2/pods/${body.id}` }
  }

  test('history comes first, then what is written, until the pod is gone', async () => {
    const { response, next, reader, call, clock, path } = await stream('')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('ratelimit')).toContain('"minute"')
    expect(await next()).toContain(
      'id: 2027-01-01T00:00:02Z\ndata: {"ts":"2027-01-01T00:00:02Z","source":"system","line":"container started"}\n\n',
    )
    await clock.advance(100)
    await call('POST', `${path}/action`, { action: 'stop' })
    await clock.advance(1000)
    expect(await next()).toContain('stop container')
    await call('DELETE', path)
    await clock.advance(1000)
    expect((await reader.read()).done).toBe(true)
    expect(clock.pending()).toBe(0)
  })

  test.each([
    ['?source=container', {}, 1],
    ['?tail=2', {}, 2],
    ['?tail=0', {}, 0],
    ['?since=2027-01-01T00:00:01Z', {}, 3],
    ['?tail=1', { 'last-event-id': '2027-01-01T00:00:01Z' }, 2],
  ])('%s with %o shows %i lines of history', async (path, headers, lines) => {
    const { next, reader } = await stream(path, headers as Record<string, string>)
    expect((await next()).match(/^data:/gm) ?? []).toHaveLength(lines)
    await reader.cancel()
  })
})
