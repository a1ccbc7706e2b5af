import makeSdk from 'runpod-sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KEY, type ServedQueue, serveQueue } from '../../../test/support/serve-queue.ts'

// The client prints as it polls, with the console it finds when it loads
vi.hoisted(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

/** The service's own JavaScript client, unmodified, living a whole life on the sandbox. */
describe('the published JavaScript client', () => {
  let served: ServedQueue
  beforeAll(async () => {
    served = await serveQueue()
  })
  afterAll(() => served.close())

  const endpoint = (id = 'e1', key = KEY) => {
    const found = makeSdk(key, { baseUrl: served.url }).endpoint(id)
    if (!found) throw new Error('the client refused the endpoint')
    return found
  }

  test('run, status, health', async () => {
    const job = await endpoint().run({ input: { prompt: 'hello' } })
    expect(job.status).toBe('IN_QUEUE')
    await expect.poll(async () => (await endpoint().status(job.id)).status).toBe('COMPLETED')
    expect(await endpoint().status(job.id)).toMatchObject({
      output: { prompt: 'hello' },
      completed: true,
      succeeded: true,
    })
    const { jobs, workers } = await endpoint().health()
    expect(jobs.completed).toBeGreaterThan(0)
    expect(workers).toMatchObject({ ready: expect.any(Number), throttled: 0 })
  })

  test('runSync, finished at once and after polling', async () => {
    const quick = await endpoint().runSync({ input: { a: 1 } })
    expect(quick).toMatchObject({ status: 'COMPLETED', output: { a: 1 }, succeeded: true })
    const slow = await endpoint().runSync({ input: { handler: 'sleep', ms: 1400 } }, 1000) // ms, then it polls
    expect(slow).toMatchObject({ status: 'COMPLETED', output: { slept: 1400 } })
  })

  test('a failure', async () => {
    const failed = await endpoint().runSync({ input: { handler: 'fail', message: 'no luck' } })
    expect(failed).toMatchObject({ status: 'FAILED', error: 'no luck', succeeded: false })
  })

  test('stream', async () => {
    const job = await endpoint().run({ input: { handler: 'stream', chunks: ['a', 'b', 'c'], ms: 30 } })
    const outputs: unknown[] = []
    for await (const chunk of endpoint().stream(job.id)) outputs.push(chunk.output)
    expect(outputs).toEqual(['a', 'b', 'c'])
  })

  test('cancel and purge', async () => {
    const running = await endpoint('busy').run({ input: { handler: 'sleep', ms: 60_000 } })
    for (let job = 0; job < 4; job += 1)
      await endpoint('busy').run({ input: {}, policy: { lowPriority: true } })
    await expect.poll(async () => (await endpoint('busy').status(running.id)).status).toBe('IN_PROGRESS')
    expect(await endpoint('busy').purgeQueue()).toEqual({ removed: 4, status: 'completed' })
    expect(await endpoint('busy').cancel(running.id)).toEqual({ id: running.id, status: 'CANCELLED' })
    expect(await endpoint('busy').status(running.id)).toMatchObject({ status: 'CANCELLED', completed: true })
  })

  test('a wrong key and an unknown endpoint are errors', async () => {
    await expect(endpoint('e1', 'wrong').health()).rejects.toThrow(/401/)
    await expect(endpoint('nowhere').run({ input: {} })).rejects.toThrow(/404/)
  })
})
