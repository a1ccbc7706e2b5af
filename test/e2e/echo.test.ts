import { afterEach, expect, test } from 'vitest'
import { echoRows } from '../../mappings/dsl/echo.ts'
import { resources } from '../../mappings/v1/index.ts'
import { createEchoStore } from '../../src/admin/echo.ts'
import type { Store } from '../../src/storage/contract.ts'
import { memoryStore } from '../../src/storage/memory-store.ts'
import { type OperatedProxy, operatedProxy } from '../support/operated-proxy.ts'

let running: OperatedProxy | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const now = () => Date.now()
const start = async (store: Store, troubles: unknown[] = []): Promise<OperatedProxy> => {
  running = await operatedProxy({
    store,
    proxy: ({ fingerprint }) => ({
      echo: createEchoStore({ store, fingerprint, now, onTrouble: (error) => troubles.push(error) }),
    }),
  })
  return running
}

const KEY = 'sandbox-key'
interface Answered {
  readonly status: number
  readonly notes: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
  readonly body: any
}

const send = async (method: string, path: string, body?: unknown, key = KEY): Promise<Answered> => {
  const answer = await fetch(`${running?.proxy}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const notes = answer.headers.get('upshift-notes') ?? ''
  return { status: answer.status, notes, body: text === '' ? undefined : JSON.parse(text) }
}

const template = { name: 'one', imageName: 'a/b:1', readme: '# Read me', isServerless: true, volumeInGb: 0 }
const ECHO = 'ECHOED;at="readme";rule="v1.templates.read.readme"'

test('a v1 GET returns the readme that a v1 POST set, and says that it is an echo', async () => {
  await start(memoryStore(now))
  const made = await send('POST', '/templates', template)
  expect(made.body.readme).toBe('# Read me')
  expect(made.notes).toContain('DROPPED;at="readme"')
  const { id } = made.body
  const read = await send('GET', `/templates/${id}`)
  expect(read.body.readme).toBe('# Read me')
  expect(read.notes).toContain(ECHO)
  const list = await send('GET', '/templates')
  expect(list.body).toMatchObject([{ id, readme: '# Read me' }])
  expect(list.notes.split('ECHOED')).toHaveLength(2)
})

test('an update changes what it names and keeps the rest', async () => {
  await start(memoryStore(now))
  const { id } = (await send('POST', '/templates', template)).body
  await send('PATCH', `/templates/${id}`, { name: 'two' })
  expect((await send('GET', `/templates/${id}`)).body).toMatchObject({ name: 'two', readme: '# Read me' })
  await send('PATCH', `/templates/${id}`, { readme: 'new' })
  expect((await send('GET', `/templates/${id}`)).body.readme).toBe('new')
})

test('an echo belongs to the key that set it, and goes with its resource', async () => {
  const store = memoryStore(now)
  await start(store)
  const { id } = (await send('POST', '/templates', template)).body
  const other = await send('GET', `/templates/${id}`, undefined, 'sandbox-readonly-key')
  expect(other).toMatchObject({ status: 200, notes: '', body: { readme: '' } })
  const account = running?.operator.fingerprint()?.(KEY) ?? ''
  expect(await store.getEcho(account, 'v1.templates', [id])).toHaveLength(1)
  expect((await send('DELETE', `/templates/${id}`)).status).toBe(204)
  expect(await store.getEcho(account, 'v1.templates', [id])).toEqual([])
})

test('an endpoint names its template, and its GPU types in the order they were given', async () => {
  await start(memoryStore(now))
  const { id: templateId } = (await send('POST', '/templates', template)).body
  const gpuTypeIds = ['NVIDIA A40', 'NVIDIA RTX A6000']
  const made = await send('POST', '/endpoints', { name: 'e', templateId, gpuTypeIds, workersMax: 1 })
  expect(made).toMatchObject({ status: 200 })
  const read = await send('GET', `/endpoints/${made.body.id}`)
  expect(read.body).toMatchObject({ templateId, gpuTypeIds })
  expect(read.notes).toContain('ECHOED;at="templateId";rule="v1.endpoints.read.templateId"')
  expect(read.notes).toContain('ECHOED;at="gpuTypeIds";rule="v1.endpoints.read.gpuTypeIds"')
  // Changed past the proxy: what v2 holds is shown, and only what it cannot hold is an echo.
  const url = `${running?.sandbox}/v2/serverless/${made.body.id}`
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const { gpu } = (await (await fetch(url, { headers })).json()) as { gpu: { pools: string[] } }
  const changed = await fetch(url, {
    ...{ method: 'PATCH', headers },
    body: JSON.stringify({ gpu: { pools: gpu.pools, excludedTypes: ['NVIDIA A40'] } }),
  })
  expect(changed.status).toBe(200)
  const after = (await send('GET', `/endpoints/${made.body.id}`)).body
  expect(after.templateId).toBe(templateId)
  expect(after.gpuTypeIds).not.toContain('NVIDIA A40')
})

test('without the store nothing is remembered', async () => {
  running = await operatedProxy()
  const { id } = (await send('POST', '/templates', template)).body
  expect((await send('GET', `/templates/${id}`)).body.readme).toBe('')
})

test('a store that fails or hangs costs an echo, never an answer', async () => {
  const troubles: unknown[] = []
  const store: Store = {
    ...memoryStore(now),
    putEcho: () => Promise.reject(new Error('disk full')),
    getEcho: () => new Promise(() => {}),
  }
  await start(store, troubles)
  const made = await send('POST', '/templates', template)
  expect(made).toMatchObject({ status: 200, body: { readme: '' } })
  expect((await send('GET', `/templates/${made.body.id}`)).status).toBe(200)
  expect(troubles).toHaveLength(1)
})

test('what is too long is not remembered', async () => {
  await start(memoryStore(now))
  const { id } = (await send('POST', '/templates', { ...template, readme: 'x'.repeat(70_000) })).body
  expect((await send('GET', `/templates/${id}`)).body.readme).toBe('')
})

test('no row that is remembered may hold a secret', () => {
  const names = resources.flatMap(({ read }) => echoRows(read).map(({ old }) => old))
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) expect(name).not.toMatch(/env|password|key|secret|token|docker|auth/i)
})
