import type { Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type FakeUpstream, rawUpstream } from '../support/fake-upstream.ts'
import { openSockets, settledHeap } from '../support/resources.ts'
import { callServed, type ServedProxy, servedProxy } from '../support/served-proxy.ts'
import { list, MEGABYTE, misbehaviours, whole } from './misbehaviours.ts'

/** `npm run test:faults` goes round more often. */
const ROUNDS = process.env.UPSHIFT_LONG ? 20 : 2
const DEADLINE = 400 // milliseconds

type Dialect = 'v1' | 'graphql' | 'v2' | 'jobs'
interface Asked {
  readonly dialect: Dialect
  readonly method: string
  readonly path: string
  readonly body?: object
}
const saveTemplate =
  'mutation { saveTemplate(input: {name: "n", imageName: "i", containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: []}) { id } }'
/** Writes first, where `saveTemplate` reads first. */
const createVolume =
  'mutation { createNetworkVolume(input: {name: "n", size: 10, dataCenterId: "EU-RO-1"}) { id } }'
const asked: readonly Asked[] = [
  { dialect: 'v1', method: 'GET', path: '/v1/templates' },
  { dialect: 'v1', method: 'POST', path: '/v1/templates', body: { name: 'n', imageName: 'i' } },
  { dialect: 'graphql', method: 'POST', path: '/graphql', body: { query: saveTemplate } },
  { dialect: 'graphql', method: 'POST', path: '/graphql', body: { query: createVolume } },
  { dialect: 'v2', method: 'GET', path: '/v2/pods' },
  { dialect: 'jobs', method: 'POST', path: '/v2/ep1/run', body: { input: {} } },
]

const isSaidIn: Record<Dialect, (json: Record<string, unknown>) => boolean> = {
  v1: ({ message }) => typeof message === 'string' && message !== '',
  graphql: ({ errors }) => Array.isArray(errors) && typeof errors[0]?.message === 'string',
  v2: ({ title, status }) => typeof title === 'string' && typeof status === 'number',
  jobs: ({ error }) => typeof error === 'string',
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const limits = { answerDeadline: DEADLINE, v2HeadersDeadline: DEADLINE, jobHeadersDeadline: DEADLINE }
/** Requests by method that reached the upstream, by their request line. */
const against = async (talk: (socket: Socket) => void) => {
  const seen: string[] = []
  const upstream: FakeUpstream = await rawUpstream((socket) => {
    socket.on('data', (chunk) => {
      const line = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/.exec(chunk.toString('latin1'))?.[1]
      if (line) seen.push(line)
    })
    talk(socket)
  })
  const served = await servedProxy(upstream.origin, { limits })
  closers.push(upstream.close, served.close)
  return { served, upstream, seen }
}

const statusOf = async (served: ServedProxy, { method, path, body }: Asked) =>
  callServed(served.origin, method, path, body).catch(() => ({
    status: 0,
    text: '',
    json: undefined,
    headers: new Headers(),
  }))

describe.each(misbehaviours)('an upstream that $name', ({ talk, translated, passed }) => {
  test('is told to callers in their own words, once, and costs nothing that lasts', async () => {
    const { served, seen } = await against(talk)
    for (const one of asked) {
      const isPassed = one.dialect === 'v2' || one.dialect === 'jobs'
      if (isPassed && passed.length === 0) continue
      const before = seen.length
      const { status, json, text } = await statusOf(served, one)
      // GraphQL says what failed in its errors, and its clients look nowhere else.
      const isSaid = one.dialect === 'graphql' && status === 200 && text.includes('"errors"')
      if (!isSaid)
        expect(isPassed ? passed : translated, `${one.method} ${one.path}: ${text.slice(0, 300)}`).toContain(
          status,
        )
      if (!isPassed && status >= 400) expect(isSaidIn[one.dialect](json as never)).toBe(true)
      if (!isPassed) expect(text.length, 'an upstream problem is not passed on whole').toBeLessThan(100_000)
      // A write is sent once at most, and what comes before it may only read.
      expect(seen.slice(before).filter((line) => !line.startsWith('GET')).length).toBeLessThanOrEqual(1)
    }
    expect(served.logged, 'nothing unexpected').toEqual([])
    await expect.poll(() => served.proxy.inFlight()).toBe(0)
  })
})

test('an upstream that is not there: nothing was sent, and the caller is told so', async () => {
  const gone = await rawUpstream(() => {})
  await gone.close()
  const served = await servedProxy(gone.origin, { limits })
  closers.push(served.close)
  for (const one of asked) {
    const { status, text, json } = await statusOf(served, one)
    if (one.dialect === 'graphql') expect(text).toContain('errors')
    else expect(status).toBe(502)
    expect(isSaidIn[one.dialect](json as never)).toBe(true)
    if (one.dialect !== 'graphql') expect(text).toContain('safe to try again')
  }
})

test('bytes beyond an answer never become part of the next one', async () => {
  const smuggled = whole('200 OK', 'application/json', '{"templates":[{"id":"evil","name":"evil"}]}')
  let answers = 0
  const { served } = await against((socket) => {
    socket.on('data', () => {
      answers += 1
      socket.write(Buffer.concat([whole('200 OK', 'application/json', list), smuggled]))
    })
  })
  for (let round = 0; round < 5; round += 1) {
    const { status, text } = await statusOf(served, asked[0]!)
    expect([200, 502]).toContain(status)
    expect(text).not.toContain('evil')
  }
  expect(answers).toBeGreaterThan(0)
})

test('rounds of every fault leave memory and sockets where they were', async () => {
  const sockets = openSockets()
  const round = async (): Promise<void> => {
    for (const { talk } of misbehaviours) {
      if (talk.length === 0) continue // the silent one only costs time
      const { served, upstream } = await against(talk)
      await Promise.all(asked.slice(0, 4).map((one) => statusOf(served, one)))
      await served.close()
      await upstream.close()
    }
  }
  await round()
  const before = settledHeap()
  for (let n = 0; n < ROUNDS; n += 1) await round()
  await expect.poll(() => settledHeap() - before).toBeLessThan(16 * MEGABYTE)
  await expect.poll(openSockets).toBeLessThanOrEqual(sockets)
}, 300_000)

afterAll(() => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
