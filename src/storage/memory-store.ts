import { randomBytes } from 'node:crypto'
import { type DayDelta, type EchoEntry, type Store, storeLimits, type UsageDelta } from './contract.ts'

const SALT_BYTES = 32
const BATCHES_REMEMBERED = 1_000

const key = (...parts: readonly string[]): string => parts.join('\u0000')

const addOne = (known: UsageDelta | undefined, more: UsageDelta): UsageDelta =>
  known === undefined
    ? more
    : {
        ...known,
        count: known.count + more.count,
        first: Math.min(known.first, more.first),
        last: Math.max(known.last, more.last),
      }

/** Drops the oldest entries of an insertion-ordered map. */
const trim = <T>(map: Map<string, T>, most: number): void => {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}

/** Keeps everything in this process; it is gone with it. @param now milliseconds since 1970. */
export const memoryStore = (now: () => number): Store => {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const since = now()
  const usage = new Map<string, UsageDelta>()
  const days = new Map<string, DayDelta>()
  const batches = new Map<string, number>()
  const echoes = new Map<string, EchoEntry>()

  const addUsage: Store['addUsage'] = async (batch) => {
    if (batches.has(batch.id)) return
    batches.set(batch.id, batch.at)
    trim(batches, BATCHES_REMEMBERED)
    for (const delta of batch.usage) {
      const id = key(delta.consumer, delta.client, delta.operation, delta.rule)
      const known = usage.get(id)
      usage.delete(id) // what was used last stands last, so that trimming forgets the least recent
      usage.set(id, addOne(known, delta))
    }
    for (const delta of batch.days) {
      const id = key(delta.day, delta.consumer, delta.operation)
      days.set(id, { ...delta, count: (days.get(id)?.count ?? 0) + delta.count })
    }
    trim(usage, storeLimits.rows)
    trim(days, storeLimits.rows)
  }

  return {
    salt: async () => salt,
    addUsage,
    readUsage: async (from) => ({
      since,
      usage: [...usage.values()].sort((a, b) => b.last - a.last),
      days: [...days.values()].filter(({ day }) => day >= from),
    }),
    forgetUsage: async (day) => {
      for (const [id, one] of days) if (one.day < day) days.delete(id)
    },
    putEcho: async (entry) => {
      const id = key(entry.account, entry.resource, entry.id)
      echoes.delete(id)
      echoes.set(id, entry)
      trim(echoes, storeLimits.echoes)
    },
    getEcho: async (account, resource, ids) =>
      ids.flatMap((id) => echoes.get(key(account, resource, id)) ?? []),
    deleteEcho: async (account, resource, id) => {
      echoes.delete(key(account, resource, id))
    },
    expireEcho: async (at) => {
      for (const [id, entry] of echoes) if (entry.at < at) echoes.delete(id)
    },
    close: async () => {},
  }
}
