import { expect, test } from 'vitest'
import type { Trace } from '../../proxy/exchange.ts'
import type { UsageBatch, UsageStore } from '../../storage/contract.ts'
import { memoryStore } from '../../storage/memory-store.ts'
import { proxyVocabulary } from '../proxy-vocabulary.ts'
import { UsageRecorder } from './recorder.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const vocabulary = proxyVocabulary()
const trace = (over: Partial<Trace> = {}): Trace => ({
  id: 'r1',
  dialect: 'v1',
  operation: 'v1.pods.list',
  notes: [],
  upstream: [],
  ...over,
})
const caller = { id: 'key-1', client: 'curl' }

const opened = (store: UsageStore = memoryStore(() => NOON)) => {
  const clock = { now: NOON }
  const troubles: unknown[] = []
  const recorder = new UsageRecorder({
    store,
    vocabulary,
    now: () => clock.now,
    onTrouble: (error) => troubles.push(error),
  })
  return { recorder, store, clock, troubles }
}

test('counts legacy calls by consumer, operation, rule and day', async () => {
  const { recorder, store, clock } = opened()
  const notes = [{ code: 'DROPPED', rule: 'v1.pods.query.includeMachine', at: '', why: '' } as const]
  recorder.record(trace(), caller, 200)
  clock.now += 13 * 3_600_000
  recorder.record(trace({ notes }), caller, 200)
  recorder.record(trace({ dialect: 'v2', operation: 'v2.pods' }), caller, 200)
  await recorder.flush()
  const { usage, days } = await store.readUsage('2026-11-01')
  expect(usage.find(({ rule }) => rule === '')).toMatchObject({ count: 2, first: NOON, last: clock.now })
  expect(usage.find(({ rule }) => rule !== '')).toMatchObject({
    rule: 'v1.pods.query.includeMachine',
    count: 1,
  })
  expect(days.map(({ day, count }) => `${day} ${count}`)).toEqual(['2026-11-21 1', '2026-11-22 1'])
  expect(recorder.waiting).toBe(0)
})

test('a clock that was set back counts on the day it says', async () => {
  const { recorder, store, clock } = opened()
  recorder.record(trace(), caller, 200)
  clock.now -= 24 * 3_600_000
  recorder.record(trace(), caller, 200)
  await recorder.flush()
  expect((await store.readUsage('2026-11-01')).days.map(({ day }) => day)).toEqual([
    '2026-11-21',
    '2026-11-20',
  ])
})

test('a rejected key is nobody', async () => {
  const { recorder, store } = opened()
  for (let at = 0; at < 50; at += 1) recorder.record(trace(), { id: `key-${at}`, client: 'curl' }, 401)
  await recorder.flush()
  expect((await store.readUsage('2026-11-01')).usage).toMatchObject([{ consumer: 'rejected', count: 50 }])
})

test('a store that answers too late is not told twice, and trouble is said once', async () => {
  const memory = memoryStore(() => NOON)
  let away = 2
  const tried: UsageBatch[] = []
  const store: UsageStore = {
    ...memory,
    addUsage: async (batch) => {
      tried.push(batch)
      await memory.addUsage(batch) // taken, but its answer is lost
      away -= 1
      if (away >= 0) throw new Error('away')
    },
  }
  const { recorder, troubles } = opened(store)
  recorder.record(trace(), caller, 200)
  for (let round = 0; round < 3; round += 1) {
    await recorder.flush()
    recorder.record(trace(), caller, 200)
  }
  await recorder.flush()
  expect(troubles).toHaveLength(1)
  expect(new Set(tried.map(({ id }) => id)).size).toBeLessThan(tried.length)
  expect((await memory.readUsage('2026-11-01')).usage[0]?.count).toBe(4)
})

test('a store that is away for long costs no memory without end', async () => {
  const away: UsageStore = {
    ...memoryStore(() => NOON),
    addUsage: async () => {
      throw new Error('away')
    },
  }
  const { recorder } = opened(away)
  for (let round = 0; round < 60; round += 1) {
    for (let at = 0; at < 1_000; at += 1)
      recorder.record(trace(), { id: `key-${round * 1_000 + at}`, client: 'curl' }, 200)
    await recorder.flush()
  }
  expect(recorder.waiting).toBeLessThan(60_000)
})

test('flushing while flushing stores once', async () => {
  const { recorder, store } = opened()
  recorder.record(trace(), caller, 200)
  await Promise.all([recorder.flush(), recorder.flush(), recorder.flush()])
  expect((await store.readUsage('2026-11-01')).usage[0]?.count).toBe(1)
})
