import { describe, expect, test } from 'vitest'
import { ENDPOINT, setUp } from '../../../test/support/held-queue.ts'
import type { Handler } from './handler.ts'

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
