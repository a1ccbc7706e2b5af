import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTrace } from '../../test/support/call.ts'
import { type BrownoutError, createBrownoutCheck, readBrownouts } from './brownout.ts'
import { answerError } from './errors.ts'

const MINUTE = 60_000

const messageOf = (texts: readonly string[]): string => {
  try {
    readBrownouts(texts)
    return ''
  } catch (error) {
    return (error as BrownoutError).message
  }
}

test('a schedule is an API, how long it is gone, and how often', () => {
  expect(readBrownouts(['graphql@10m/1h', 'v1@30s/1d'])).toEqual([
    { api: 'graphql', gone: 10 * MINUTE, period: 60 * MINUTE },
    { api: 'v1', gone: 30_000, period: 1_440 * MINUTE },
  ])
})

test.each([
  '',
  'graphql',
  'graphql@10m',
  '10m/1h',
  'v2@10m/1h',
  'graphql@10/1h',
  'graphql@-1m/1h',
  'v1@1m/1w',
])('"%s" is told what a schedule looks like', (text) => {
  expect(messageOf([text])).toContain('write API@DURATION/PERIOD, like graphql@10m/1h')
})

test('a duration of nothing, one beyond its period, and two schedules for one API are mistakes', () => {
  expect(messageOf(['v1@0s/1h'])).toContain('more than nothing')
  expect(messageOf(['v1@2h/1h'])).toContain('no longer than the period')
  expect(messageOf(['v1@1m/1h', 'v1@2m/1h'])).toContain('two brownouts')
})

test('in its window an API is gone in its own dialect, with the headers of its retirement; others are not', () => {
  let now = 0
  const check = createBrownoutCheck(readBrownouts(['graphql@10m/1h']), () => now)
  const trace = (dialect: 'v1' | 'graphql' | 'v2' | 'jobs') => ({ ...openTrace(), dialect })
  const gone = trace('graphql')
  const refusal = check?.(gone)
  const answer = answerError('graphql', refusal!)
  expect(answer.status).toBe(410)
  expect(answer.headers).toMatchObject({
    sunset: expect.any(String),
    'upshift-notes': 'REFUSED;at="graphql";rule="graphql.brownout"',
  })
  expect(JSON.parse(answer.body ?? '').errors[0].extensions.code).toBe('BROWNOUT')
  expect(gone).toMatchObject({ operation: 'graphql.brownout', notes: [{ rule: 'graphql.brownout' }] })
  for (const dialect of ['v1', 'v2', 'jobs'] as const) expect(check?.(trace(dialect))).toBeUndefined()
  now = 10 * MINUTE
  expect(check?.(trace('graphql'))).toBeUndefined()
  now = 60 * MINUTE
  expect(check?.(trace('graphql'))).toBeDefined()
})

test('however the clock jumps, the share of time an API is gone is what was asked for', () => {
  const [one] = readBrownouts(['v1@10m/1h'])
  let now = 0
  const check = createBrownoutCheck([one!], () => now)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 42 }), (at) => {
      now = at
      const trace = { ...openTrace(), dialect: 'v1' as const }
      expect(check?.(trace) !== undefined).toBe(new Date(at).getUTCMinutes() < 10)
    }),
  )
})
