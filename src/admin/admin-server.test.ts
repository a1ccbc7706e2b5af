import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { rawRequest } from '../../test/support/raw-request.ts'
import type { UsageStore } from '../storage/contract.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { type AdminParts, type AdminServer, startAdmin } from './admin-server.ts'
import { createReadiness } from './readiness.ts'

const DAY = 86_400_000 // milliseconds
const NOW = Date.parse('2026-11-21T12:00:00Z')
const opened: AdminServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

const start = async (over: Partial<AdminParts> = {}) => {
  const server = await startAdmin(
    {
      metrics: { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: async () => 'up 1\n' },
      readiness: async () => ({ ready: true, upstream: 'reachable', draining: false }),
      usage: memoryStore(() => NOW),
      flush: async () => {},
      now: () => NOW,
      ...over,
    },
    { host: '127.0.0.1', port: 0 },
  )
  opened.push(server)
  return `http://127.0.0.1:${server.address.port}`
}

const used = async (made: number, last: number): Promise<UsageStore> => {
  const store = memoryStore(() => made)
  const row = { consumer: 'key-1', client: 'curl', operation: 'v1.pods.list', count: 4, first: made, last }
  await store.addUsage({
    ...{ id: 'one', at: NOW },
    usage: [
      { ...row, rule: '' },
      { ...row, rule: 'v1.pods.query.id' },
      { ...row, consumer: 'rejected', rule: '', last: NOW },
    ],
    days: [{ day: new Date(last).toISOString().slice(0, 10), ...row }],
  })
  return store
}

test('health and metrics', async () => {
  const url = await start()
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  const metrics = await fetch(`${url}/metrics`)
  expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await metrics.text()).toBe('up 1\n')
})

test('not ready while draining or while nobody answers upstream; asked once for all who ask', async () => {
  let probes = 0
  let answer: () => Promise<{ status: number }> = async () => ({ status: 401 })
  const clock = { now: 0 }
  let draining = false
  const readiness = createReadiness({
    probe: () => {
      probes += 1
      return answer()
    },
    draining: () => draining,
    now: () => clock.now,
  })
  const url = await start({ readiness })
  const status = async () => (await fetch(`${url}/readyz`)).status
  expect(await Promise.all([status(), status(), status()])).toEqual([200, 200, 200])
  expect(probes).toBe(1)
  answer = () => Promise.reject(new Error('down'))
  expect(await status()).toBe(200)
  clock.now += 5_000
  expect(await status()).toBe(503)
  answer = async () => ({ status: 503 })
  clock.now += 5_000
  expect(await status()).toBe(503)
  answer = async () => ({ status: 404 })
  clock.now += 5_000
  expect(await status()).toBe(200)
  draining = true
  expect(await status()).toBe(503)
})

test('says who still calls what, and that the proxy is still needed', async () => {
  const url = await start({ usage: await used(NOW - 90 * DAY, NOW - 3 * DAY) })
  const report = await (await fetch(`${url}/usage`)).json()
  expect(report).toMatchObject({
    report: 'upshift-usage/1',
    switchOff: { can: false, active: 1, daysSinceLastCall: 3, daysWatched: 90 },
    consumers: [{ consumer: 'rejected' }, { consumer: 'key-1', calls: 4, daysSinceLastCall: 3 }],
  })
  const page = await (await fetch(url)).text()
  expect(page).toContain('Not yet.')
  expect(page).toContain('1 consumer made a legacy call within the last 31 days.')
  expect(page).toContain('2026-11-18: 4 calls')
})

test('says yes once nobody has called for a month, whatever rejected keys do', async () => {
  const url = await start({ usage: await used(NOW - 90 * DAY, NOW - 40 * DAY) })
  expect(await (await fetch(url)).text()).toContain('Yes.')
})

test('does not say yes on the first day', async () => {
  const url = await start()
  const { switchOff } = (await (await fetch(`${url}/usage`)).json()) as { switchOff: unknown }
  expect(switchOff).toMatchObject({ can: false, daysSinceLastCall: null, daysWatched: 0 })
  expect(await (await fetch(url)).text()).toContain('No legacy call has been recorded yet')
})

test('names in the store cannot write markup', async () => {
  const store = memoryStore(() => NOW)
  const evil = '<script>alert(1)</script>'
  await store.addUsage({
    ...{ id: 'x', at: NOW, days: [] },
    usage: [{ consumer: evil, client: evil, operation: evil, rule: evil, count: 1, first: NOW, last: NOW }],
  })
  const page = await fetch(await start({ usage: store }))
  expect(await page.text()).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('serves mounted pages and links rules to them', async () => {
  const app = new Hono().get('/', (context) => context.text('the reference'))
  const mount = { path: '/mapping', title: 'Mapping', app, ruleHref: (rule: string) => `/mapping#${rule}` }
  const url = await start({ usage: await used(NOW - DAY, NOW), mounts: async () => [mount] })
  expect(await (await fetch(`${url}/mapping`)).text()).toBe('the reference')
  expect(await (await fetch(url)).text()).toContain('href="/mapping#v1.pods.query.id"')
})

test('only reads, and only by a loopback name', async () => {
  const url = await start()
  expect((await fetch(`${url}/usage`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  const port = Number(new URL(url).port)
  const led = await rawRequest(port, 'GET /usage HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n')
  expect(led).toContain('403 Forbidden')
})

test('a store that fails is said without its words', async () => {
  const usage = { readUsage: () => Promise.reject(new Error('postgres://user:hunter2@host')) }
  const answer = await fetch(`${await start({ usage })}/usage`)
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toContain('hunter2')
})
