import { describe, expect, test } from 'vitest'
import { DAY, ENDPOINT, setUp } from '../../../test/support/held-queue.ts'

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
