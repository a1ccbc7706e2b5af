import { afterEach, expect, test, vi } from 'vitest'
import { createBrownoutCheck, readBrownouts } from '../../src/proxy/brownout.ts'
import { openSockets, settledHeap } from '../support/resources.ts'
import { callServed, servedSandbox } from '../support/served-proxy.ts'

const SECONDS = Number(process.env.UPSHIFT_FAULT_SECONDS ?? (process.env.UPSHIFT_LONG ? 60 : 3))

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closers.splice(0).reverse()) await close()
})
const served = async (options: Parameters<typeof servedSandbox>[0] = {}) => {
  const made = await servedSandbox(options)
  closers.push(made.close)
  return made
}

const faults = [
  { method: 'POST', path: '/v2/templates', every: 3, when: 'after', cut: 'connection' },
  { method: 'POST', path: '/v2/templates', every: 4, when: 'after', cut: 'body' },
  { method: 'POST', path: '/v2/templates', every: 5, when: 'after', status: 503 },
  { method: 'POST', path: '/v2/templates', every: 7, status: 429, retryAfter: 1 },
  { method: 'GET', path: '/v2/*', every: 6, cut: 'connection' },
  { method: 'GET', path: '/v2/*', every: 7, status: 200, body: '<html>', contentType: 'text/html' },
  { path: '/v2/*', every: 9, latencyMs: 30 },
]
const mutation = (name: string) =>
  `mutation { saveTemplate(input: {name: "${name}", imageName: "i", containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: []}) { id } }`

test('mixed load with faults: every create was sent once, every acknowledged one is there, memory is flat', async () => {
  const { origin, sandbox, proxy, logged } = await served({ sandbox: { logCapacity: 1_000_000, quotas: {} } })
  const put = (body: object) =>
    sandbox.app.request('/_sandbox/faults', { method: 'PUT', body: JSON.stringify(body) })
  expect((await put({ faults })).status).toBe(204)
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const until = performance.now() + SECONDS * 1_000
  let turn = 0
  const client = async (who: number): Promise<void> => {
    for (; performance.now() < until; turn += 1) {
      const name = `t-${who}-${turn}`
      const kind = turn % 4
      const answer =
        kind === 0
          ? await callServed(origin, 'POST', '/graphql', { query: mutation(name) })
          : kind === 1
            ? await callServed(origin, 'GET', '/v1/templates')
            : await callServed(origin, 'POST', '/v1/templates', { name, imageName: 'i' })
      statuses.add(answer.status)
      const isMade = kind === 0 ? /"saveTemplate":\{"id"/.test(answer.text) : answer.status < 300
      if (kind !== 1 && isMade) acknowledged.push(name)
      if (answer.status >= 502) expect(answer.text).toMatch(/message|errors/)
    }
  }
  await client(99).catch(() => {}) // warms up: caches, pools, compiled code
  const heap = settledHeap()
  const sockets = openSockets()
  const again = performance.now() + SECONDS * 1_000
  const load = async (who: number): Promise<void> => {
    while (performance.now() < again) {
      turn += 1
      const name = `u-${who}-${turn}`
      const answer = await callServed(origin, 'POST', '/v1/templates', { name, imageName: 'i' })
      statuses.add(answer.status)
      if (answer.status < 300) acknowledged.push(name)
    }
  }
  await Promise.all([1, 2, 3, 4, 5, 6].map(load))
  await sandbox.app.request('/_sandbox/faults', { method: 'DELETE' })
  const { requests } = (await (await sandbox.app.request('/_sandbox/requests')).json()) as {
    requests: { method: string; path: string; body: { name: string } }[]
  }
  const creates = requests.filter(({ method, path }) => method === 'POST' && path === '/v2/templates')
  const names = creates.map(({ body }) => body.name)
  expect(new Set(names).size, 'no create is sent twice').toBe(names.length)
  const { json } = await callServed(origin, 'GET', '/v1/templates')
  const there = new Set((json as { name: string }[]).map(({ name }) => name))
  expect(acknowledged.filter((name) => !there.has(name))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(statuses.has(500)).toBe(false)
  expect(logged).toEqual([])
  await expect.poll(() => proxy.inFlight()).toBe(0)
  // What the sandbox keeps (templates and its log) is the sandbox's; the proxy's own share is bounded.
  const kept = requests.length * 4_096
  await expect.poll(() => settledHeap() - heap).toBeLessThan(16 * 1024 * 1024 + kept)
  await expect.poll(openSockets).toBeLessThanOrEqual(sockets + 12)
}, 300_000)

test('clocks that jump either way end no call, lose none, and count no negative time', async () => {
  const real = { date: Date.now, performance: performance.now.bind(performance) }
  let jump = 0
  const brownout = createBrownoutCheck(readBrownouts(['graphql@1h/1h']), () => Date.now())
  const { origin, outcomes } = await served({ brownout: brownout! })
  vi.spyOn(Date, 'now').mockImplementation(() => real.date() + jump)
  vi.spyOn(performance, 'now').mockImplementation(() => real.performance() + jump)
  for (const by of [0, 86_400_000, -86_400_000, 1e12, -1e12, 0]) {
    const call = callServed(origin, 'GET', '/v1/pods')
    jump = by
    expect((await call).status).toBe(200)
    expect((await callServed(origin, 'POST', '/graphql', { query: '{ myself { id } }' })).status).toBe(410)
    expect(
      (await callServed(origin, 'POST', '/v1/templates', { name: `j${by}`, imageName: 'i' })).status,
    ).toBeLessThan(500)
  }
  await expect.poll(() => outcomes.length).toBe(18)
  expect(outcomes.filter(({ ownTime }) => ownTime < 0)).toEqual([])
})
