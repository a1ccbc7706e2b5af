import { describe, expect, test } from 'vitest'
import { heldClock } from '../clock.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import type { Handler } from './handler.ts'
import { createQueue, type QueueOptions } from './queue.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 86_400 * SECOND
const ENDPOINT = 'e1'

const settings: EndpointSettings = {
  workersMin: 0,
  workersMax: 3,
  idleTimeout: 5,
  executionTimeout: 5 * MINUTE,
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

const setUp = (options: Partial<QueueOptions> & { endpoint?: Partial<EndpointSettings> } = {}) => {
  const clock = heldClock()
  const endpoint = { ...settings, ...options.endpoint }
  const endpoints = (id: string) => (id === ENDPOINT ? endpoint : undefined)
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints, coldStart: 1000, ...options })
  const run = (input: Record<string, unknown>, more: object = {}) => queue.run(ENDPOINT, { input, ...more })
  const status = (id: string) => queue.status(ENDPOINT, id).status
  return { clock, queue, run, status, endpoint }
}

const gone = expect.objectContaining({ code: 'JOB_UNKNOWN', status: 404 })

const errorOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return 'no error'
}

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

describe('workers', () => {
  const workers = ({ queue }: ReturnType<typeof setUp>) => queue.health(ENDPOINT).workers

  test('the first starts at once, more when a job has waited for the delay, never more than the maximum', async () => {
    const setting = setUp()
    for (let job = 0; job < 10; job += 1) setting.run({ handler: 'sleep', ms: 60_000 })
    expect(workers(setting)).toMatchObject({ initializing: 1, idle: 0, running: 0 })
    await setting.clock.advance(3999)
    expect(workers(setting)).toMatchObject({ initializing: 0, running: 1 })
    await setting.clock.advance(1)
    expect(workers(setting)).toMatchObject({ initializing: 2, running: 1 })
    await setting.clock.advance(1000)
    expect(workers(setting)).toMatchObject({ initializing: 0, running: 3 })
    expect(setting.queue.health(ENDPOINT).jobs).toMatchObject({ inProgress: 3, inQueue: 7 })
  })

  test('by request count there is one for every so many jobs', async () => {
    const setting = setUp({ endpoint: { scaling: { type: 'REQUEST_COUNT', requestCount: 2 } } })
    setting.run({ handler: 'sleep', ms: 60_000 })
    setting.run({ handler: 'sleep', ms: 60_000 })
    expect(workers(setting).initializing).toBe(1)
    setting.run({ handler: 'sleep', ms: 60_000 })
    expect(workers(setting).initializing).toBe(2)
  })

  test('a job of low priority starts none, and runs behind the others once one is there', async () => {
    const setting = setUp({ endpoint: { workersMax: 1 } })
    const low = setting.run({ handler: 'echo' }, { policy: { lowPriority: true } })
    await setting.clock.advance(60_000)
    expect(workers(setting)).toMatchObject({ initializing: 0, idle: 0, running: 0 })
    expect(setting.status(low.id)).toBe('IN_QUEUE')
    const normal = setting.run({ handler: 'sleep', ms: 2000 })
    await setting.clock.advance(1500)
    expect([setting.status(normal.id), setting.status(low.id)]).toEqual(['IN_PROGRESS', 'IN_QUEUE'])
    await setting.clock.advance(2000)
    expect(setting.status(low.id)).toBe('COMPLETED')
  })

  test('the minimum is always there; others go after the idle timeout', async () => {
    const setting = setUp({ endpoint: { workersMin: 1 } })
    setting.queue.refresh(ENDPOINT)
    await setting.clock.advance(1000)
    expect(workers(setting)).toMatchObject({ idle: 1, ready: 1 })
    for (let job = 0; job < 3; job += 1) setting.run({ handler: 'sleep', ms: 20_000 })
    await setting.clock.advance(22_000)
    expect(workers(setting)).toMatchObject({ idle: 1, running: 2 })
    await setting.clock.advance(4000)
    expect(workers(setting), 'the first has gone').toMatchObject({ idle: 2, running: 0 })
    await setting.clock.advance(20_000)
    expect(workers(setting)).toMatchObject({ idle: 1 })
    await setting.clock.advance(DAY)
    expect(workers(setting)).toMatchObject({ idle: 1 })
  })

  test('a change of the endpoint is felt: a lower maximum at once, a lower minimum after the idle timeout', async () => {
    const setting = setUp({ endpoint: { workersMin: 3 } })
    setting.queue.refresh(ENDPOINT)
    await setting.clock.advance(10_000)
    expect(workers(setting).idle).toBe(3)
    Object.assign(setting.endpoint, { workersMin: 0, workersMax: 2 })
    setting.queue.refresh(ENDPOINT)
    expect(workers(setting).idle).toBe(2)
    await setting.clock.advance(5000)
    expect(workers(setting).idle).toBe(0)
  })

  test('refresh_worker ends the worker after its job, and is no output', async () => {
    const setting = setUp({ handler: () => ({ refresh_worker: true, answer: 42 }) })
    const { id } = setting.run({})
    await setting.clock.advance(1000)
    expect(setting.queue.status(ENDPOINT, id).output).toEqual({ answer: 42 })
    expect(workers(setting)).toMatchObject({ idle: 0, running: 0 })
  })

  test('a returned error fails the job of a user’s handler; echo gives it back', async () => {
    const user = setUp({ handler: () => ({ error: 'bad input' }) })
    const failed = user.run({})
    await user.clock.advance(1000)
    expect(user.queue.status(ENDPOINT, failed.id)).toMatchObject({ status: 'FAILED', error: 'bad input' })
    const builtIn = setUp()
    const echoed = builtIn.run({ error: 'bad input' })
    await builtIn.clock.advance(1000)
    expect(builtIn.queue.status(ENDPOINT, echoed.id)).toMatchObject({
      status: 'COMPLETED',
      output: { error: 'bad input' },
    })
  })
})

describe('streams', () => {
  test('hand over every chunk once, as it comes; the output is the list of all', async () => {
    const { clock, queue, run } = setUp()
    const { id } = run({ handler: 'stream', chunks: ['a', { b: 1 }, 'c'], ms: 100 })
    const first = queue.stream(ENDPOINT, id, { ms: 5000 })
    await clock.advance(1100)
    expect(await first).toEqual({
      status: 'IN_PROGRESS',
      stream: [{ output: 'a', metrics: { scenario: 'stream', stream_index: 0, elapsed: 100 } }],
    })
    await clock.advance(200)
    const rest = await queue.stream(ENDPOINT, id, { ms: 5000 })
    expect(rest.status).toBe('COMPLETED')
    expect(rest.stream.map(({ output }) => output)).toEqual([{ b: 1 }, 'c'])
    expect(await queue.stream(ENDPOINT, id, { ms: 5000 })).toEqual({ status: 'COMPLETED', stream: [] })
    expect(queue.status(ENDPOINT, id).output).toEqual(['a', { b: 1 }, 'c'])
  })

  test('answer with an empty list when nothing came in time', async () => {
    const { clock, queue, run } = setUp()
    const { id } = run({ handler: 'sleep', ms: 60_000 })
    const waiting = queue.stream(ENDPOINT, id, { ms: 5000 })
    await clock.advance(5000)
    expect(await waiting).toEqual({ status: 'IN_PROGRESS', stream: [] })
  })

  test('what came before a failure can still be read', async () => {
    const handler: Handler = async function* () {
      yield 1
      throw new Error('broke')
    }
    const { clock, queue, run, status } = setUp({ handler })
    const { id } = run({})
    await clock.advance(1000)
    expect(status(id)).toBe('FAILED')
    const { stream } = await queue.stream(ENDPOINT, id, { ms: 1 })
    expect(stream.map(({ output }) => output)).toEqual([1])
  })

  test('a generator that never waits does not hold the clock: its job times out', async () => {
    const handler: Handler = function* () {
      for (;;) yield 'x'
    }
    const { clock, run, status } = setUp({ handler })
    const { id } = run({}, { policy: { executionTimeout: 5000 } })
    await clock.advance(6000)
    expect(status(id)).toBe('TIMED_OUT')
  })
})

test('progress is the output of a running job, and gone when it has ended', async () => {
  const handler: Handler = async (_job, context) => {
    context.progress({ done: '50 %' })
    await context.sleep(1000)
  }
  const { clock, queue, run } = setUp({ handler })
  const { id } = run({})
  await clock.advance(1500)
  expect(queue.status(ENDPOINT, id)).toMatchObject({ status: 'IN_PROGRESS', output: { done: '50 %' } })
  await clock.advance(1000)
  expect(queue.status(ENDPOINT, id)).not.toHaveProperty('output')
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
