import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres, type TestPostgres } from '../../test/support/postgres.ts'
import type { Store, UsageBatch } from './contract.ts'
import { fileStore } from './file-store.ts'
import { openStore } from './open-store.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const home = mkdtempSync(join(tmpdir(), 'upshift-store-'))
let postgres: TestPostgres | undefined
const missing = noPostgres()

beforeAll(async () => {
  if (missing === undefined) postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
})

let batches = 0
const batch = (consumer: string, count: number, id = `${process.pid}-${batches++}`): UsageBatch => ({
  id,
  at: NOW,
  usage: [
    {
      consumer,
      client: 'curl',
      operation: 'v1.pods.list',
      rule: '',
      count,
      first: NOW - count,
      last: NOW + count,
    },
    {
      consumer,
      client: 'curl',
      operation: 'v1.pods.list',
      rule: 'v1.pods.query.id',
      count,
      first: NOW,
      last: NOW,
    },
  ],
  days: [{ day: '2026-11-21', consumer, operation: 'v1.pods.list', count }],
})

const of = async (store: Store, consumer: string) => {
  const { usage, days } = await store.readUsage('2026-11-01')
  const mine = (row: { consumer: string }) => row.consumer === consumer
  return { usage: usage.filter(mine), days: days.filter(mine) }
}

const places = ['memory', 'file', 'postgres'] as const
const open = async (place: (typeof places)[number], name: string): Promise<Store> => {
  if (place === 'memory') return openStore(undefined, () => NOW)
  return openStore(place === 'file' ? join(home, `${name}.db`) : postgres?.url, () => NOW)
}

// Named by what is missing: a run without PostgreSQL says so in its list of tests.
const skipping = (place: (typeof places)[number]) => place === 'postgres' && missing !== undefined

for (const place of places) {
  const title = skipping(place) ? `postgres store (NOT TESTED: ${missing})` : `${place} store`
  describe.skipIf(skipping(place))(title, () => {
    test('adds up, keeps the first and the last time, and takes a batch once', async () => {
      const store = await open(place, 'adds')
      const second = batch('key-a', 3)
      await store.addUsage(batch('key-a', 2))
      await store.addUsage(second)
      await store.addUsage(second)
      const { usage, days } = await of(store, 'key-a')
      expect(usage.find(({ rule }) => rule === '')).toEqual({
        ...{ consumer: 'key-a', client: 'curl', operation: 'v1.pods.list', rule: '' },
        ...{ count: 5, first: NOW - 3, last: NOW + 3 },
      })
      expect(usage).toHaveLength(2)
      expect(days).toEqual([{ day: '2026-11-21', consumer: 'key-a', operation: 'v1.pods.list', count: 5 }])
      await store.close()
    })

    test('forgets old days and keeps the totals', async () => {
      const store = await open(place, 'forgets')
      await store.addUsage(batch('key-b', 1))
      await store.forgetUsage('2026-11-22')
      const { usage, days } = await of(store, 'key-b')
      expect(days).toEqual([])
      expect(usage).toHaveLength(2)
      await store.close()
    })

    test('has one salt', async () => {
      const store = await open(place, 'salt')
      const [one, two] = await Promise.all([store.salt(), store.salt()])
      expect(one).toMatch(/^[0-9a-f]{64}$/)
      expect(two).toBe(one)
      await store.close()
    })

    test('remembers echoes of one account apart from those of another', async () => {
      const store = await open(place, 'echo')
      const entry = {
        account: 'key-c',
        resource: 'v1.templates',
        id: 't1',
        fields: '{"readme":"x"}',
        at: NOW,
      }
      await store.putEcho({ ...entry, fields: '{}' })
      await store.putEcho(entry)
      await store.putEcho({ ...entry, id: 't2', at: NOW - 10 })
      expect(await store.getEcho('key-c', 'v1.templates', ['t1', 'none'])).toEqual([entry])
      expect(await store.getEcho('key-d', 'v1.templates', ['t1'])).toEqual([])
      await store.expireEcho(NOW)
      expect(await store.getEcho('key-c', 'v1.templates', ['t2'])).toEqual([])
      await store.deleteEcho('key-c', 'v1.templates', 't1')
      expect(await store.getEcho('key-c', 'v1.templates', ['t1'])).toEqual([])
      await store.close()
    })
  })
}

test('a file keeps what was written by a process that never closed it', async () => {
  const killed = await open('file', 'crash')
  const salt = await killed.salt()
  await killed.addUsage(batch('key-e', 7))
  const after = await open('file', 'crash')
  expect(await after.salt()).toBe(salt)
  expect((await of(after, 'key-e')).days[0]?.count).toBe(7)
  await Promise.all([killed.close(), after.close()])
})

test('a full file refuses a batch wholly, and takes it when there is room', async () => {
  const file = join(home, 'full.db')
  const small = await fileStore({ file, now: () => NOW, maxBytes: 80 * 1024 })
  const big = Array.from({ length: 100 }, (_, at) => batch(`key-full-${at}-${'x'.repeat(40)}`, 1))
  const many = { ...batch('key-f', 1), usage: big.flatMap(({ usage }) => usage) }
  let refused: unknown
  let last = many
  for (let round = 0; round < 50 && !refused; round += 1) {
    last = { ...many, id: `full-${round}`, usage: many.usage.map((row) => ({ ...row, client: `c${round}` })) }
    refused = await small.addUsage(last).catch((error: unknown) => error)
  }
  expect(String(refused)).toMatch(/full\.db cannot be written \(SQLITE_FULL\)/)
  await small.close()
  const roomy = await fileStore({ file, now: () => NOW })
  const lastRows = async () =>
    (await roomy.readUsage('2026-11-01')).usage.filter(({ client }) => client === last.usage[0]?.client)
  expect(await lastRows()).toEqual([])
  await roomy.addUsage(last)
  expect(await lastRows()).toHaveLength(last.usage.length)
  await roomy.close()
})

test('a new file is its owner’s alone, and so are its journals', async () => {
  const file = join(home, 'new', 'owner.db')
  const store = await fileStore({ file, now: () => NOW })
  await store.addUsage(batch('a', 1))
  for (const path of [file, `${file}-wal`]) expect(statSync(path).mode & 0o777, path).toBe(0o600)
  await store.close()
})

test('a file that is something else is refused by name', async () => {
  const file = join(home, 'other.txt')
  writeFileSync(file, 'this is no database, and long enough to be looked at'.repeat(100))
  await expect(openStore(file, () => NOW)).rejects.toThrow(/other\.txt cannot be opened as a usage store/)
})

test('a place nobody knows is refused without repeating it', async () => {
  await expect(openStore('mysql://user:hunter2@host/db', () => NOW)).rejects.toThrow(
    'the usage store must be a file or a postgres:// address',
  )
})

describe.skipIf(missing !== undefined)(
  missing === undefined ? 'ten instances on one PostgreSQL' : `ten instances (NOT TESTED: ${missing})`,
  () => {
    test('start at once, agree on the salt, and lose and double nothing', async () => {
      const stores = await Promise.all(Array.from({ length: 10 }, () => open('postgres', '')))
      const salts = new Set(await Promise.all(stores.map((store) => store.salt())))
      expect(salts.size).toBe(1)
      const work = stores.flatMap((store, at) =>
        Array.from({ length: 10 }, (_, round) => store.addUsage(batch('key-ten', 1, `ten-${at}-${round}`))),
      )
      await Promise.all(work)
      const { usage, days } = await of(stores[0] as Store, 'key-ten')
      expect(usage.map(({ count }) => count)).toEqual([100, 100])
      expect(days[0]?.count).toBe(100)
      await Promise.all(stores.map((store) => store.close()))
    })

    test('outlive a crash of the database', async () => {
      const store = await open('postgres', '')
      await store.addUsage(batch('key-crash', 1))
      if (!postgres?.restart) return
      await postgres.restart()
      const later = batch('key-crash', 1)
      // The first use of a connection that died may fail; the batch keeps its id and is added once.
      await store.addUsage(later).catch(() => store.addUsage(later))
      expect((await of(store, 'key-crash')).days[0]?.count).toBe(2)
      await store.close()
    })
  },
)

test('a PostgreSQL that is away is said without its password', async () => {
  const store = await openStore('postgres://user:hunter2@127.0.0.1:9/none', () => NOW)
  const error = await store.addUsage(batch('key-g', 1)).catch((reason: unknown) => reason)
  expect(String(error)).toBe('StoreError: the usage store in PostgreSQL cannot be written (ECONNREFUSED)')
  await store.close()
})
