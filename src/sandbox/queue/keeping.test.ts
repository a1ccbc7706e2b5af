import { describe, expect, test } from 'vitest'
import { DAY, ENDPOINT, errorOf, gone, MINUTE, setUp } from '../../../test/support/held-queue.ts'
import type { Handler } from './handler.ts'

describe('keeping and forgetting', () => {
  test.each([
    ['run', undefined, 30 * MINUTE],
    ['runsync', 1000, MINUTE],
    ['runsync', 90_000, MINUTE],
    ['runsync', 120_000, 120_000],
    ['runsync', 300_000, 300_000],
  ])('the result of %s (wait %s) is kept %i ms after completion', async (operation, wait, kept) => {
    const { clock, queue, run } = setUp()
    const { id } = operation === 'run' ? run({}) : queue.runsync(ENDPOINT, { input: {} }, wait ?? 0)
    await clock.advance(1000 + kept - 1)
    expect(queue.status(ENDPOINT, id).status).toBe('COMPLETED')
    await clock.advance(1)
    expect(errorOf(() => queue.status(ENDPOINT, id))).toEqual(gone)
    expect(errorOf(() => queue.retry(ENDPOINT, id))).toEqual(gone)
  })

  test('ttl counts from submission and takes a waiting, a running and an ended job alike', async () => {
    let stopped = 0
    const handler: Handler = (_job, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (stopped += 1)))
    const { clock, queue, run, status } = setUp({ handler, endpoint: { workersMax: 1 } })
    const running = run({}, { policy: { ttl: 60_000 } })
    const waiting = run({}, { policy: { ttl: 60_000 } })
    await clock.advance(59_999)
    expect([status(running.id), status(waiting.id)]).toEqual(['IN_PROGRESS', 'IN_QUEUE'])
    await clock.advance(1)
    expect(errorOf(() => queue.status(ENDPOINT, running.id))).toEqual(gone)
    expect(errorOf(() => queue.status(ENDPOINT, waiting.id))).toEqual(gone)
    expect(stopped).toBe(1)
    expect(queue.health(ENDPOINT).jobs).toMatchObject({ inProgress: 0, inQueue: 0, failed: 0 })

    const ended = setUp()
    const job = ended.run({}, { policy: { ttl: 60_000 } })
    await ended.clock.advance(60_000)
    expect(
      errorOf(() => ended.queue.status(ENDPOINT, job.id)),
      'before its retention is over',
    ).toEqual(gone)
  })

  test('status can set the ttl, forwards and back', async () => {
    const { clock, queue, run } = setUp({ endpoint: { workersMax: 0 } })
    const long = run({})
    const short = run({})
    queue.status(ENDPOINT, long.id, 7 * DAY)
    await clock.advance(20_000)
    expect(
      errorOf(() => queue.status(ENDPOINT, short.id, 15_000)),
      'already over',
    ).toEqual(gone)
    await clock.advance(7 * DAY - 20_000 - 1)
    expect(queue.status(ENDPOINT, long.id).status).toBe('IN_QUEUE')
    await clock.advance(1)
    expect(errorOf(() => queue.status(ENDPOINT, long.id))).toEqual(gone)
  })

  test('a job lives a day by default, and a day of silence leaves nothing behind', async () => {
    const { clock, queue, run } = setUp({ endpoint: { workersMax: 0 } })
    const { id } = run({})
    await clock.advance(DAY - 1)
    expect(queue.status(ENDPOINT, id).status).toBe('IN_QUEUE')
    await clock.advance(1)
    expect(errorOf(() => queue.status(ENDPOINT, id))).toEqual(gone)
    expect(clock.pending()).toBe(0)
  })
})

describe('cancel, retry, purge', () => {
  test('cancel takes a waiting job out and stops a running one; what has ended stays as it is', async () => {
    let reason: unknown
    const handler: Handler = (job, { signal, sleep }) => {
      signal.addEventListener('abort', () => (reason = signal.reason))
      return job.input.quick ? 'done' : sleep(DAY)
    }
    const { clock, queue, run, status } = setUp({ handler, endpoint: { workersMax: 1 } })
    const running = run({})
    const waiting = run({})
    await clock.advance(2000)
    expect(queue.cancel(ENDPOINT, waiting.id)).toEqual({ id: waiting.id, status: 'CANCELLED' })
    expect(queue.cancel(ENDPOINT, running.id)).toEqual({ id: running.id, status: 'CANCELLED' })
    expect(String(reason)).toContain('cancelled')
    const quick = run({ quick: true })
    await clock.advance(10_000)
    expect([status(running.id), status(waiting.id), status(quick.id)]).toEqual([
      'CANCELLED',
      'CANCELLED',
      'COMPLETED',
    ])
    expect(queue.cancel(ENDPOINT, quick.id).status).toBe('COMPLETED')
  })

  test('retry begins a failed or timed out job again with the same id and the original input', async () => {
    const seen: unknown[] = []
    const handler: Handler = (job) => {
      seen.push(structuredClone(job.input))
      job.input.prompt = 'changed by the handler'
      if (seen.length === 1) throw new Error('first try')
      return 'second try'
    }
    const { clock, queue, run } = setUp({ handler })
    const { id } = run({ prompt: 'original' })
    await clock.advance(1000)
    expect(queue.status(ENDPOINT, id)).toMatchObject({ status: 'FAILED', error: 'first try' })
    await clock.advance(10_000)
    expect(queue.retry(ENDPOINT, id)).toEqual({ id, status: 'IN_QUEUE' })
    expect(queue.status(ENDPOINT, id)).toEqual({ id, status: 'IN_QUEUE' })
    await clock.advance(1000)
    expect(queue.status(ENDPOINT, id)).toEqual({
      id,
      status: 'COMPLETED',
      output: 'second try',
      delayTime: 1000,
      executionTime: 0,
    })
    expect(seen).toEqual([{ prompt: 'original' }, { prompt: 'original' }])
    expect(queue.health(ENDPOINT).jobs).toMatchObject({ completed: 1, failed: 1, retried: 1 })
  })

  test('retry of any other state is a bad request and changes nothing', async () => {
    const { clock, queue, run, status } = setUp({ endpoint: { workersMax: 1 } })
    const running = run({ handler: 'sleep', ms: 100_000 })
    const waiting = run({})
    const cancelled = run({})
    queue.cancel(ENDPOINT, cancelled.id)
    await clock.advance(1000)
    for (const [id, state] of [
      [running.id, 'IN_PROGRESS'],
      [waiting.id, 'IN_QUEUE'],
      [cancelled.id, 'CANCELLED'],
    ] as const) {
      expect(errorOf(() => queue.retry(ENDPOINT, id))).toMatchObject({ code: 'NOT_RETRYABLE', status: 400 })
      expect(status(id)).toBe(state)
    }
  })

  test('purge removes what waits and leaves what runs', async () => {
    const { clock, queue, run, status } = setUp({ endpoint: { workersMax: 1 } })
    const running = run({ handler: 'sleep', ms: 5000 })
    await clock.advance(1000)
    const waiting = [run({}), run({}, { policy: { lowPriority: true } })]
    expect(queue.purge(ENDPOINT)).toEqual({ removed: 2, status: 'completed' })
    expect(queue.purge(ENDPOINT)).toEqual({ removed: 0, status: 'completed' })
    for (const { id } of waiting) expect(errorOf(() => queue.status(ENDPOINT, id))).toEqual(gone)
    await clock.advance(5000)
    expect(status(running.id)).toBe('COMPLETED')
  })

  test('a lost worker costs two retries at most, then the job fails', async () => {
    const { clock, queue, run } = setUp()
    const recovers = run({ handler: 'fail', crashes: 2 })
    await clock.advance(10_000)
    expect(queue.status(ENDPOINT, recovers.id)).toMatchObject({
      status: 'COMPLETED',
      output: { attempts: 3 },
    })
    const hopeless = run({ handler: 'fail', crashes: 9, message: 'out of memory' })
    await clock.advance(10_000)
    expect(queue.status(ENDPOINT, hopeless.id)).toMatchObject({ status: 'FAILED', error: 'out of memory' })
    expect(queue.health(ENDPOINT).jobs).toMatchObject({ completed: 1, failed: 1, retried: 4 })
  })
})
