import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldClock } from '../clock.ts'
import { JobError } from './job-error.ts'
import { RATE_LIMITS } from './limits.ts'
import { createRateLimiter, type LimitedCall } from './rate-limits.ts'

const call = (over: Partial<LimitedCall> = {}): LimitedCall => ({
  operation: 'status',
  endpointId: 'e1',
  user: 'u1',
  runningWorkers: 0,
  ...over,
})

const refusalOf = (act: () => unknown): JobError | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof JobError) return error
    throw error
  }
}

describe('the published table', () => {
  test.each(Object.entries(RATE_LIMITS))('%s', async (name, { rate, concurrent }) => {
    const operation = name as keyof typeof RATE_LIMITS
    const clock = heldClock()
    const limiter = createRateLimiter(clock, RATE_LIMITS, 1)
    for (let served = 0; served < rate; served += 1) limiter.enter(call({ operation }))()
    const refused = refusalOf(() => limiter.enter(call({ operation })))
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 10 })
    await clock.advance(10_000)
    const places = Math.min(concurrent, rate)
    const leaves = [...Array(places).keys()].map(() => limiter.enter(call({ operation })))
    if (concurrent < rate) {
      expect(refusalOf(() => limiter.enter(call({ operation })))).toMatchObject({ status: 429 })
      leaves[0]?.()
      leaves[0]?.() // leaving twice gives one place back
      limiter.enter(call({ operation }))
      expect(refusalOf(() => limiter.enter(call({ operation })))).toMatchObject({ status: 429 })
    }
  })
})

test('operations, endpoints and users are counted apart', () => {
  const limiter = createRateLimiter(heldClock(), RATE_LIMITS, 1)
  const purge = call({ operation: 'purge-queue' })
  limiter.enter(purge)
  limiter.enter(purge)
  expect(refusalOf(() => limiter.enter(purge))).toBeDefined()
  for (const other of [{ endpointId: 'e2' }, { user: 'u2' }, { operation: 'requests' as const }]) {
    expect(refusalOf(() => limiter.enter({ ...purge, ...other }))).toBeUndefined()
  }
})

test('running workers raise the limit where they can take more than the table says', () => {
  const limiter = createRateLimiter(heldClock(), RATE_LIMITS, 2)
  const purge = call({ operation: 'purge-queue', runningWorkers: 3 })
  for (let served = 0; served < 6; served += 1) limiter.enter(purge)
  expect(
    refusalOf(() => limiter.enter(purge)),
    '3 workers x 2',
  ).toBeDefined()
})

test('no ten seconds whatever see more than the limit, and Retry-After is always enough', async () => {
  const limits = { ...RATE_LIMITS, requests: { rate: 5, concurrent: 100 } }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 80 }), async (gaps) => {
      const clock = heldClock(0)
      const limiter = createRateLimiter(clock, limits, 1)
      const served: number[] = []
      for (const gap of gaps) {
        await clock.advance(gap)
        const refused = refusalOf(() => limiter.enter(call({ operation: 'requests' }))())
        const recent = served.filter((at) => at > clock.now() - 10_000).length
        expect(refused !== undefined).toBe(recent >= 5)
        if (refused === undefined) served.push(clock.now())
        else {
          await clock.advance((refused.retryAfter ?? 0) * 1000)
          limiter.enter(call({ operation: 'requests' }))()
          served.push(clock.now())
        }
      }
    }),
    { numRuns: 40 },
  )
})
