import { request as httpRequest } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { call, post } from '../../../test/support/queue-client.ts'
import { KEY, type ServedQueue, serveQueue } from '../../../test/support/serve-queue.ts'
import type { QueueOptions } from './queue.ts'
import type { QueueRoutesOptions } from './routes.ts'

const open: ServedQueue[] = []
const serve = async (
  options: Partial<QueueOptions> = {},
  onBody?: QueueRoutesOptions['onBody'],
): Promise<ServedQueue> => {
  const served = await serveQueue(options, onBody)
  open.push(served)
  return served
}
afterEach(async () => {
  for (const served of open.splice(0)) await served.close()
})

test('the rate limit of purge-queue answers 429 with the seconds to wait, per endpoint', async () => {
  const { url } = await serve()
  expect((await post(`${url}/e1/purge-queue`)).status).toBe(200)
  expect((await post(`${url}/e1/purge-queue`)).status).toBe(200)
  const third = await post(`${url}/e1/purge-queue`)
  expect(third).toMatchObject({ status: 429, body: { error: expect.any(String) } })
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await post(`${url}/e2/purge-queue`)).status).toBe(200)
})

test('a runsync whose caller hangs up gives its place back and goes on', async () => {
  const { url, queue } = await serve({ limits: { runsync: { rate: 100, concurrent: 1 } } })
  const caller = new AbortController()
  const first = call(`${url}/e1/runsync`, {
    method: 'POST',
    body: '{"input":{"handler":"sleep","ms":60000}}',
    signal: caller.signal,
  }).catch(() => 'hung up')
  await expect.poll(() => queue.health('e1').jobs.inProgress).toBe(1)
  expect((await post(`${url}/e1/runsync`, { input: {} })).status).toBe(429)
  caller.abort()
  expect(await first).toBe('hung up')
  await expect.poll(async () => (await post(`${url}/e1/runsync?wait=1000`, { input: {} })).status).toBe(200)
  expect(queue.health('e1').jobs.inProgress).toBe(1)
})

test('a reader that leaves an event stream cancels the job and gives its place back', async () => {
  let aborted = false
  const { url, queue } = await serve({
    limits: { openai: { rate: 100, concurrent: 1 } },
    handler: async function* (_job, { signal, sleep }) {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      for (;;) {
        yield { choices: [] }
        await sleep(5)
      }
    },
  })
  const reader = new AbortController()
  const response = await fetch(`${url}/e1/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: KEY },
    body: '{"stream":true}',
    signal: reader.signal,
  })
  await response.body?.getReader().read()
  reader.abort()
  await expect.poll(() => aborted).toBe(true)
  expect(queue.health('e1').jobs.inProgress).toBe(0)
  const again = await fetch(`${url}/e1/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: KEY },
    body: '{"stream":true}',
  })
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('an event stream whose job is deleted says so and ends', async () => {
  const { url, queue } = await serve({
    handler: async function* (_job, { sleep }) {
      yield { choices: [] }
      await sleep(60_000)
    },
  })
  const response = await fetch(`${url}/e1/openai/v1/completions`, {
    method: 'POST',
    headers: { authorization: KEY },
    body: '{"stream":true}',
  })
  const text = response.text()
  await expect.poll(() => queue.health('e1').jobs.inProgress).toBe(1)
  queue.removeEndpoint('e1')
  const events = (await text).split('\n\n').filter(Boolean)
  expect(JSON.parse(events.at(-1)?.slice('data: '.length) ?? '')).toMatchObject({
    error: { type: 'server_error' },
  })
})

test('the log is shown every body', async () => {
  const bodies: unknown[] = []
  const { url } = await serve({}, (_context, body) => bodies.push(body))
  await post(`${url}/e1/runsync`, { input: { n: 1 } })
  await post(`${url}/e1/openai/v1/completions`, { prompt: 'x' })
  expect(bodies).toEqual([{ input: { n: 1 } }, { prompt: 'x' }])
})

test('a client that keeps sending far beyond the limit still gets its answer', async () => {
  const { url } = await serve()
  const sent = await new Promise<number | undefined>((resolve, reject) => {
    const outgoing = httpRequest(
      `${url}/e1/run`,
      { method: 'POST', headers: { authorization: KEY } },
      (answer) => {
        resolve(answer.statusCode)
        answer.resume()
      },
    )
    outgoing.on('error', reject)
    const piece = Buffer.alloc(1024 * 1024, 'x')
    outgoing.write('{"input":{"data":"')
    for (let megabyte = 0; megabyte < 40; megabyte += 1) outgoing.write(piece)
    outgoing.end('"}}')
  })
  expect(sent).toBe(400)
})
