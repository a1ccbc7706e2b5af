import { groupBy } from '../../../mappings/dsl/group-by.ts'
import type { UsageDelta, UsageRecord } from '../../storage/contract.ts'

/** Calls on one day. */
export interface DayCount {
  readonly day: string
  readonly calls: number
}

/** One legacy operation as one consumer uses it. */
export interface OperationUse {
  readonly operation: string
  readonly calls: number
  readonly firstSeen: string
  readonly lastSeen: string
  /** Rules that its calls touched. */
  readonly rules: readonly { readonly rule: string; readonly notes: number; readonly lastSeen: string }[]
}

/** One consumer: a key's fingerprint, and what it still calls. */
export interface ConsumerUse {
  readonly consumer: string
  readonly clients: readonly string[]
  readonly calls: number
  readonly firstSeen: string
  readonly lastSeen: string
  readonly daysSinceLastCall: number
  readonly days: readonly DayCount[]
  readonly operations: readonly OperationUse[]
}

/** The answer to "can the proxy be switched off?". */
export interface SwitchOff {
  /** True once nobody has made a legacy call for `quietDays`, and the proxy has watched for that long. */
  readonly can: boolean
  /** Null where no legacy call has ever been seen. */
  readonly daysSinceLastCall: number | null
  readonly quietDays: number
  readonly daysWatched: number
  /** Consumers that called within the quiet days. */
  readonly active: number
  readonly why: string
}

/** `GET /usage`. Times are ISO 8601, days UTC. */
export interface UsageReport {
  readonly report: 'upshift-usage/1'
  readonly generatedAt: string
  readonly watchedSince: string
  readonly switchOff: SwitchOff
  readonly consumers: readonly ConsumerUse[]
}

/** Days of the sparklines, today included. */
export const SHOWN_DAYS = 30
/** No legacy call for this long counts as nobody's: monthly jobs are the ones that are forgotten. */
const QUIET_DAYS = 31
const DAY = 86_400_000 // milliseconds

const iso = (at: number): string => new Date(at).toISOString()

/** The first day that is shown. @param now milliseconds since 1970 */
export const shownSince = (now: number): string => iso(now - (SHOWN_DAYS - 1) * DAY).slice(0, 10)

const daysBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / DAY))

const first = (rows: readonly UsageDelta[]): number =>
  rows.reduce((least, row) => Math.min(least, row.first), Number.POSITIVE_INFINITY)
const last = (rows: readonly UsageDelta[]): number => rows.reduce((most, row) => Math.max(most, row.last), 0)
const total = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0)
const isCall = ({ rule }: UsageDelta): boolean => rule === ''

const rulesOf = (rows: readonly UsageDelta[]): OperationUse['rules'] =>
  [...groupBy(rows, ({ rule }) => rule)]
    .filter(([rule]) => rule !== '')
    .map(([rule, of]) => ({ rule, notes: total(of), lastSeen: iso(last(of)) }))
    .sort((a, b) => b.notes - a.notes)

const operationsOf = (rows: readonly UsageDelta[]): OperationUse[] =>
  [...groupBy(rows, ({ operation }) => operation)]
    .map(([operation, of]) => ({
      operation,
      calls: total(of.filter(isCall)),
      firstSeen: iso(first(of)),
      lastSeen: iso(last(of)),
      rules: rulesOf(of),
    }))
    .sort((a, b) => b.calls - a.calls)

/** Every shown day, those without a call too: a gap must look like one. */
const daysOf = (rows: UsageRecord['days'], now: number): DayCount[] => {
  const byDay = groupBy(rows, ({ day }) => day)
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = iso(now - (SHOWN_DAYS - 1 - at) * DAY).slice(0, 10)
    return { day, calls: total(byDay.get(day) ?? []) }
  })
}

const consumersOf = ({ usage, days }: UsageRecord, now: number): ConsumerUse[] => {
  const daysBy = groupBy(days, ({ consumer }) => consumer)
  return [...groupBy(usage, ({ consumer }) => consumer)]
    .map(([consumer, rows]) => ({
      consumer,
      clients: [...new Set(rows.map(({ client }) => client))].sort(),
      calls: total(rows.filter(isCall)),
      firstSeen: iso(first(rows)),
      lastSeen: iso(last(rows)),
      daysSinceLastCall: daysBetween(last(rows), now),
      days: daysOf(daysBy.get(consumer) ?? [], now),
      operations: operationsOf(rows),
    }))
    .sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const reason = (can: boolean, active: number, watched: number): string => {
  if (can) return `Nobody has made a legacy call for ${QUIET_DAYS} days or more.`
  if (active > 0)
    return `${plural(active, 'consumer')} made a legacy call within the last ${QUIET_DAYS} days.`
  return `No legacy call is on record, but the record is only ${plural(watched, 'day')} old; ${QUIET_DAYS} are needed.`
}

/** Calls with a key that v2 rejects never worked: they keep nobody from switching the proxy off. */
const counts = ({ consumer }: ConsumerUse): boolean => consumer !== 'rejected'

const switchOffOf = (consumers: readonly ConsumerUse[], since: number, now: number): SwitchOff => {
  const real = consumers.filter(counts)
  const active = real.filter(({ daysSinceLastCall }) => daysSinceLastCall < QUIET_DAYS).length
  const daysWatched = daysBetween(since, now)
  const can = active === 0 && daysWatched >= QUIET_DAYS
  return {
    can,
    daysSinceLastCall:
      real.length === 0 ? null : Math.min(...real.map(({ daysSinceLastCall }) => daysSinceLastCall)),
    quietDays: QUIET_DAYS,
    daysWatched,
    active,
    why: reason(can, active, daysWatched),
  }
}

/** What the store knows, as people and programs ask for it. @param now milliseconds since 1970 */
export const usageReport = (record: UsageRecord, now: number): UsageReport => {
  const consumers = consumersOf(record, now)
  return {
    report: 'upshift-usage/1',
    generatedAt: iso(now),
    watchedSince: iso(record.since),
    switchOff: switchOffOf(consumers, record.since, now),
    consumers,
  }
}
