import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HeldClock, heldClock } from '../clock.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { createQueue } from './queue.ts'
import { createWebhooks, type WebhookOptions, type Webhooks } from './webhooks.ts'

interface Receipt {
  method: string | undefined
  path: string | undefined
  type: string | undefined
  body: unknown
  /** On the held clock. */
  at: number
}

const servers: Server[] = []
const senders: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

type Reply = (response: ServerResponse, count: number) => void

/** A real receiver on a port of its own. */
const receive = async (clock: HeldClock, reply: Reply = (response) => void response.end()) => {
  const receipts: Receipt[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const part of request) text += part
    const { method, url: path, headers } = request
    receipts.push({ method, path, type: headers['content-type'], body: JSON.parse(text), at: clock.now() })
    reply(response, receipts.length)
  }
  const server = createServer((request, response) => void listener(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { receipts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const setUp = (options?: WebhookOptions) => {
  const clock = heldClock(0)
  const storage = memoryStorage()
  const webhooks = createWebhooks({ clock, storage }, options)
  senders.push(webhooks)
  return { clock, storage, webhooks }
}

/** Lets the network work until so many calls have ended. */
const ended = (webhooks: Webhooks, attempts: number) =>
  expect.poll(() => webhooks.counts().attempts).toBe(attempts)
const settled = (webhooks: Webhooks) => expect.poll(() => webhooks.pending()).toBe(0)

const answer =
  (status: number, headers = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end()

test('posts the body once when the receiver answers 200', async () => {
  const { clock, webhooks } = setUp()
  const { receipts, url } = await receive(clock)
  webhooks.notify(url, { id: 'j1', status: 'COMPLETED' })
  await settled(webhooks)
  await clock.advance(60_000)
  expect(receipts).toEqual([
    {
      method: 'POST',
      path: '/hook',
      type: 'application/json',
      body: { id: 'j1', status: 'COMPLETED' },
      at: 0,
    },
  ])
  expect(webhooks.counts()).toEqual({ attempts: 1, delivered: 1, failed: 0, dropped: 0 })
})

test.each([500, 404, 201, 204])(
  'takes %i for a failure: two more attempts, ten seconds apart',
  async (status) => {
    const { clock, webhooks } = setUp()
    const { receipts, url } = await receive(clock, answer(status))
    webhooks.notify(url, {})
    await expect.poll(() => receipts.length).toBe(1)
    await ended(webhooks, 1)
    await clock.advance(9999)
    expect(receipts.length).toBe(1)
    await clock.advance(1)
    await ended(webhooks, 2)
    await clock.advance(10_000)
    await settled(webhooks)
    await clock.advance(100_000)
    expect(receipts.map(({ at }) => at)).toEqual([0, 10_000, 20_000])
    expect(webhooks.counts()).toEqual({ attempts: 3, delivered: 0, failed: 1, dropped: 0 })
  },
)

test('stops at the first 200', async () => {
  const { clock, webhooks } = setUp()
  const { receipts, url } = await receive(clock, (response, count) =>
    answer(count === 1 ? 503 : 200)(response, count),
  )
  webhooks.notify(url, {})
  await ended(webhooks, 1)
  await clock.advance(10_000)
  await settled(webhooks)
  expect(receipts.length).toBe(2)
  expect(webhooks.counts().delivered).toBe(1)
})

test('follows no redirect', async () => {
  const { clock, webhooks } = setUp({ attempts: 1 })
  const elsewhere = await receive(clock)
  const { receipts, url } = await receive(clock, answer(307, { location: elsewhere.url }))
  webhooks.notify(url, {})
  await settled(webhooks)
  expect([receipts.length, elsewhere.receipts.length]).toEqual([1, 0])
  expect(webhooks.counts().failed).toBe(1)
})

test('a refused connection is a failed attempt', async () => {
  const { clock, webhooks } = setUp()
  webhooks.notify('http://127.0.0.1:1/hook', {})
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await ended(webhooks, attempt)
    await clock.advance(10_000)
  }
  await settled(webhooks)
  expect(webhooks.counts().failed).toBe(1)
})

test('gives a silent receiver its deadline, and others their news meanwhile', async () => {
  const { clock, webhooks } = setUp({ attempts: 1, concurrency: 8, concurrencyPerOrigin: 2 })
  const silent = await receive(clock, () => {})
  const lively = await receive(clock)
  for (let job = 0; job < 20; job += 1) webhooks.notify(silent.url, { job })
  for (let job = 0; job < 5; job += 1) webhooks.notify(lively.url, { job })
  await expect.poll(() => lively.receipts.length).toBe(5)
  await expect.poll(() => silent.receipts.length).toBe(2)
  await clock.advance(9999)
  expect(silent.receipts.length).toBe(2)
  await clock.advance(1)
  await expect.poll(() => silent.receipts.length).toBe(4)
  expect(webhooks.counts()).toMatchObject({ delivered: 5, failed: 2 })
})

test('an endless answer is cut off and does no harm', async () => {
  const { clock, webhooks } = setUp()
  const { url } = await receive(clock, (response) => {
    const more = (): void =>
      void (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
    response.on('error', () => {})
    if (!response.destroyed) more()
    response.on('close', () => response.removeAllListeners('drain'))
  })
  webhooks.notify(url, {})
  await settled(webhooks)
  expect(webhooks.counts().delivered).toBe(1)
})

test('a backlog that is full gives up what is new, and counts it', async () => {
  const { clock, webhooks } = setUp({ backlog: 3 })
  const { url } = await receive(clock, () => {})
  for (let job = 0; job < 5; job += 1) webhooks.notify(url, { job })
  expect(webhooks.pending()).toBe(3)
  expect(webhooks.counts().dropped).toBe(2)
  const small = setUp({ backlogSize: 100 })
  small.webhooks.notify(url, 'x'.repeat(90))
  small.webhooks.notify(url, 'x'.repeat(90))
  expect([small.webhooks.pending(), small.webhooks.counts().dropped]).toEqual([1, 1])
})

test('what waits when the process ends is sent after the next start, in its own time', async () => {
  const { clock, storage, webhooks } = setUp()
  const { receipts, url } = await receive(clock, (response, count) =>
    answer(count === 1 ? 500 : 200)(response, count),
  )
  webhooks.notify(url, { id: 'j1' })
  await ended(webhooks, 1)
  await webhooks.close()
  const next = createWebhooks({ clock, storage })
  senders.push(next)
  expect(next.pending()).toBe(1)
  await clock.advance(9999)
  expect(receipts.length).toBe(1)
  await clock.advance(1)
  await settled(next)
  expect(receipts.map(({ at }) => at)).toEqual([0, 10_000])
  expect(storage.entries('queue.webhooks')).toEqual([])
})

test('every end of a job is announced with the job as status shows it; a deletion is not', async () => {
  const clock = heldClock()
  const { receipts, url: webhook } = await receive(clock)
  const endpoint = {
    workersMin: 0,
    workersMax: 5,
    idleTimeout: 5,
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  } as const
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints: () => endpoint })
  senders.push(queue)
  const run = (input: Record<string, unknown>, policy = {}) => queue.run('e1', { input, webhook, policy }).id
  const completed = run({ handler: 'echo' })
  const failed = run({ handler: 'fail', message: 'no' })
  const timedOut = run({ handler: 'sleep', ms: 60_000 }, { executionTimeout: 5000 })
  const cancelled = run({ handler: 'sleep', ms: 60_000 })
  run({ handler: 'sleep', ms: 60_000 }, { ttl: 10_000 })
  await clock.advance(2000)
  queue.cancel('e1', cancelled)
  await clock.advance(20_000)
  await expect.poll(() => receipts.length).toBe(4)
  await expect.poll(() => queue.webhooks.pending()).toBe(0)
  const bodies = new Map(receipts.map(({ body }) => [(body as { id: string }).id, body]))
  for (const id of [completed, failed, timedOut, cancelled]) {
    expect(bodies.get(id)).toEqual(JSON.parse(JSON.stringify(queue.status('e1', id))))
  }
})

test('a receiver that never answers does not hold the queue', async () => {
  const clock = heldClock()
  const { url: webhook } = await receive(clock, () => {})
  const endpoint = {
    workersMin: 0,
    workersMax: 1,
    idleTimeout: 5,
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  } as const
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints: () => endpoint })
  senders.push(queue)
  for (let job = 0; job < 300; job += 1) queue.run('e1', { input: {}, webhook })
  await clock.advance(1000)
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(1)
  expect(queue.health('e1').jobs).toMatchObject({ completed: 300, inQueue: 0 })
})
