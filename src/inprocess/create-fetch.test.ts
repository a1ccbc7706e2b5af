import { expect, test } from 'vitest'
import { createFetch } from './create-fetch.ts'
import * as real from './fetch.ts'
import type * as declared from './public/fetch.d.ts'

const sent: { url: string; method: string; body: string | undefined }[] = []
const upstream =
  (status: number, body: unknown): typeof globalThis.fetch =>
  async (input, init) => {
    sent.push({ url: String(input), method: init?.method ?? 'GET', body: init?.body as string | undefined })
    return new Response(JSON.stringify(body), { status })
  }
const headers = { authorization: 'Bearer k', 'content-type': 'application/json' }

test('a legacy call is answered by v2, in the old shape', async () => {
  sent.length = 0
  const fetch = createFetch({ fetch: upstream(200, { registries: [{ id: 'r', name: 'n' }] }) })
  const answer = await fetch('https://rest.runpod.io/v1/containerregistryauth', { headers })
  expect(await answer.json()).toEqual([{ id: 'r', name: 'n' }])
  expect(answer.headers.get('sunset')).toContain('2026')
  expect(sent).toEqual([{ url: 'https://api.runpod.io/v2/registries', method: 'GET', body: undefined }])
})

test('a Request object with a body works too', async () => {
  sent.length = 0
  const fetch = createFetch({
    fetch: upstream(201, { id: 'v', name: 'n', size: 10, dataCenter: 'EU', type: 'STANDARD' }),
  })
  const body = JSON.stringify({ name: 'n', size: 10, dataCenterId: 'EU' })
  const answer = await fetch(
    new Request('https://rest.runpod.io/v1/networkvolumes', { method: 'POST', headers, body }),
  )
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ id: 'v', name: 'n', size: 10, dataCenterId: 'EU' })
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ name: 'n', size: 10, dataCenter: 'EU' })
})

test.each([
  'https://api.runpod.io/v2/pods',
  'https://api.runpod.ai/v2/abc/run',
  'https://example.com/v1/pods',
  'https://rest.runpod.io/status',
])('%s is left alone', async (url) => {
  sent.length = 0
  await createFetch({ fetch: upstream(200, {}) })(url)
  expect(sent.map((call) => call.url)).toEqual([url])
})

test('a body that is too large is refused in the dialect, and nothing is sent', async () => {
  sent.length = 0
  const fetch = createFetch({ fetch: upstream(200, {}) })
  const body = 'x'.repeat(1024 * 1024 + 1)
  const answer = await fetch('https://rest.runpod.io/v1/pods', { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([413, { message: expect.stringContaining('larger') }])
  expect(sent).toEqual([])
})

test('a body that is no UTF-8 is refused rather than sent with other letters', async () => {
  sent.length = 0
  const fetch = createFetch({ fetch: upstream(200, {}) })
  const body = Buffer.from('{"name":"caf\u00e9","imageName":"i"}', 'latin1')
  const answer = await fetch('https://rest.runpod.io/v1/templates', { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([400, { message: expect.stringContaining('UTF-8') }])
  expect(sent).toEqual([])
})

const never: typeof globalThis.fetch = (_input, init) =>
  new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  )

test.each<[string, RequestInit]>([
  ['https://rest.runpod.io/v1/pods', {}],
  [
    'https://rest.runpod.io/v1/pods',
    { method: 'POST', body: JSON.stringify({ imageName: 'i', gpuTypeIds: ['g'] }) },
  ],
  [
    'https://api.runpod.io/graphql',
    { method: 'POST', body: JSON.stringify({ query: '{ myself { pods { id } } }' }) },
  ],
])('a call of %s that the program gives up rejects with its reason, as fetch does', async (url, init) => {
  const fetch = createFetch({ fetch: never })
  const caller = new AbortController()
  const asked = fetch(url, { ...init, headers, signal: caller.signal })
  const reason = new Error('no longer wanted')
  caller.abort(reason)
  await expect(asked).rejects.toBe(reason)
  await expect(fetch(url, { ...init, headers, signal: caller.signal })).rejects.toBe(reason)
})

test('what is declared to programs is there', () => {
  const published: typeof declared = real
  expect(Object.keys(published).sort()).toEqual(['createFetch', 'fetch'])
})
