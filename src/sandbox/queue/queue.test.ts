import { describe, expect, test } from 'vitest'
import {
  DAY,
  ENDPOINT,
  errorOf,
  gone,
  MINUTE,
  SECOND,
  settings,
  setUp,
} from '../../../test/support/held-queue.ts'
import { heldClock } from '../clock.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import type { Handler } from './handler.ts'
import { createQueue } from './queue.ts'

describe('the life of a job', () => {
  test('run answers at once; the job waits for a worker, runs and completes', async () => {
    const { clock, queue, run } = setUp()
    const job = run({ handler: 'sleep', ms: 3000 })
    expect(job).toEqual({ id: expect.any(String), status: 'IN_QUEUE' })
    expect(queue.status(ENDPOINT, job.id)).toEqual({ id: job.id, status: 'IN_QUEUE' })
    await clock.advance(1000)
    expect(queue.status(ENDPOINT, job.id)).toEqual({ id: job.id, status: 'IN_PROGRESS', delayTime: 1000 })
    await clock.advance(3000)
    expect(queue.status(ENDPOINT, job.id)).toEqual({
      id: job.id,
      status: 'COMPLETED',
      delayTime: 1000,
      executionTime: 3000,
      output: { slept: 3000 },
    })
  })

  test('runsync ids begin with sync-, others do not', () => {
    const { queue, run } = setUp()
    expect(queue.runsync(ENDPOINT, { input: {} }, 90_000).id).toMatch(/^sync-/)
    expect(run({}).id).not.toMatch(/^sync-/)
  })

  test('what a handler throws, of any kind, is the job’s error', async () => {
    for (const [thrown, said] of [
      [new Error('no memory'), 'no memory'],
      ['plain text', 'plain text'],
      [{ code: 7 }, '{"code":7}'],
      [undefined, 'undefined'],
    ] as const) {
      const { clock, queue, run } = setUp({
        handler: () => {
          throw thrown
        },
      })
      const { id } = run({})
      await clock.advance(1000)
      expect(queue.status(ENDPOINT, id)).toMatchObject({ status: 'FAILED', error: said, executionTime: 0 })
    }
  })

  test('output that is not JSON fails the job and says so; no output is no member', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    for (const bad of [cyclic, 10n, () => 1]) {
      const { clock, queue, run } = setUp({ handler: () => bad })
      const { id } = run({})
      await clock.advance(1000)
      expect(queue.status(ENDPOINT, id).status).toBe('FAILED')
      expect(queue.status(ENDPOINT, id).error).toContain('not JSON')
    }
    const { clock, queue, run } = setUp({ handler: () => undefined })
    const { id } = run({})
    await clock.advance(1000)
    expect(queue.status(ENDPOINT, id)).not.toHaveProperty('output')
  })

  test('a job that runs longer than its own limit is timed out, its handler told, its worker replaced', async () => {
    let reason: unknown
    const handler: Handler = (_job, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason)))
    const { clock, queue, run, status } = setUp({ handler })
    const short = run({}, { policy: { executionTimeout: 5000 } })
    const other = run({})
    await clock.advance(1000 + 4999)
    expect(status(short.id)).toBe('IN_PROGRESS')
    await clock.advance(1)
    expect(queue.status(ENDPOINT, short.id)).toMatchObject({ status: 'TIMED_OUT', executionTime: 5000 })
    expect(String(reason)).toContain('execution timeout')
    await clock.advance(5 * MINUTE + 5 * SECOND)
    expect(status(other.id), 'the endpoint’s limit holds for the others').toBe('TIMED_OUT')
  })

  test('without a limit of the endpoint ten minutes hold', async () => {
    const { clock, run, status } = setUp({
      handler: () => new Promise(() => {}),
      endpoint: { executionTimeout: 0 },
    })
    const { id } = run({})
    await clock.advance(1000 + 10 * MINUTE - 1)
    expect(status(id)).toBe('IN_PROGRESS')
    await clock.advance(1)
    expect(status(id)).toBe('TIMED_OUT')
  })
})

describe('waiting', () => {
  test('gives the result as soon as it is there, or the job as it stands when the time is over', async () => {
    const { clock, queue, run } = setUp()
    const { id } = run({ handler: 'sleep', ms: 5000 })
    const short = queue.wait(ENDPOINT, id, { ms: 500 })
    const middle = queue.wait(ENDPOINT, id, { ms: 2000 })
    const long = queue.wait(ENDPOINT, id, { ms: 90_000 })
    await clock.advance(6000)
    expect(await short).toEqual({ id, status: 'IN_QUEUE' })
    expect(await middle).toMatchObject({ id, status: 'IN_PROGRESS' })
    expect(await long).toMatchObject({ id, status: 'COMPLETED', output: { slept: 5000 } })
  })

  test('ends when the caller goes, and the job goes on', async () => {
    const { clock, queue, run, status } = setUp()
    const { id } = run({ handler: 'sleep', ms: 5000 })
    const caller = new AbortController()
    const waiting = queue.wait(ENDPOINT, id, { ms: 90_000, gone: caller.signal })
    await clock.advance(2000)
    caller.abort()
    expect((await waiting).status).toBe('IN_PROGRESS')
    await clock.advance(5000)
    expect(status(id)).toBe('COMPLETED')
  })

  test('ends in 404 when the job is deleted meanwhile', async () => {
    const { clock, queue, run } = setUp({ endpoint: { workersMax: 0 } })
    const { id } = run({}, { policy: { ttl: 10_000 } })
    const waiting = queue.wait(ENDPOINT, id, { ms: 90_000 }).catch((error: unknown) => error)
    await clock.advance(10_000)
    expect(await waiting).toEqual(gone)
  })
})

test('closing lets waiting calls go with the job as it stands', async () => {
  const { clock, queue, run } = setUp()
  const { id } = run({ handler: 'sleep', ms: DAY })
  const waiting = queue.wait(ENDPOINT, id, { ms: 90_000 })
  const streaming = queue.stream(ENDPOINT, id, { ms: 90_000 })
  await clock.advance(2000)
  await queue.close()
  expect((await waiting).status).toBe('IN_PROGRESS')
  expect((await streaming).status).toBe('IN_PROGRESS')
  await expect(
    queue.stream(ENDPOINT, id, { ms: 90_000 }),
    'or an event stream would ask for ever',
  ).rejects.toThrow()
  expect(clock.pending()).toBe(0)
})

test('unknown endpoints and jobs, and jobs of another endpoint, are not found', () => {
  const clock = heldClock()
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints: () => settings })
  const { id } = queue.run('one', { input: {} })
  expect(errorOf(() => queue.status('two', id))).toEqual(gone)
  expect(errorOf(() => setUp().queue.run('nowhere', { input: {} }))).toMatchObject({
    code: 'ENDPOINT_UNKNOWN',
  })
})

test('deleting an endpoint removes its jobs and history', async () => {
  const { clock, queue, run } = setUp()
  run({})
  const running = run({ handler: 'sleep', ms: DAY })
  await clock.advance(5000)
  queue.removeEndpoint(ENDPOINT)
  expect(queue.health(ENDPOINT)).toMatchObject({
    jobs: { completed: 0, inProgress: 0 },
    workers: { running: 0 },
  })
  expect(errorOf(() => queue.status(ENDPOINT, running.id))).toEqual(gone)
  expect(clock.pending()).toBe(0)
})
