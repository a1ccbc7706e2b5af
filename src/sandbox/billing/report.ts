import type { BillingQuery, BucketSize } from '../../../mappings/schemas/v2/billing.ts'
import { badRequest } from '../http/problem.ts'
import { isoTime } from '../state/iso-time.ts'
import { bucketStart } from './buckets.ts'
import type { Charge } from './charge.ts'
import { amountWithin } from './ledger.ts'

/** The span a report covers, on bucket boundaries. Epoch milliseconds, the end not included. */
export interface Window {
  readonly size: BucketSize
  readonly start: number
  readonly end: number
}

const THIRTY_DAYS_MS = 30 * 86_400_000

/**
 * The window as the service resolves it: the last 30 days unless told, widened to whole buckets.
 * @throws {Problem} 400 where it ends before it starts
 */
export const windowOf = (query: BillingQuery, now: number): Window => {
  const size = query.bucketSize ?? 'day'
  if (query.lastN !== undefined) {
    const start = Math.max(0, bucketStart(size, now, 1 - query.lastN))
    return { size, start, end: bucketStart(size, now, 1) }
  }
  const to = query.endTime === undefined ? now : Date.parse(query.endTime)
  const from = query.startTime === undefined ? to - THIRTY_DAYS_MS : Date.parse(query.startTime)
  if (from >= to) throw badRequest('startTime must be before endTime')
  const end = bucketStart(size, to)
  return { size, start: bucketStart(size, from), end: end < to ? bucketStart(size, to, 1) : end }
}

/** How a product names its amounts: which component of which family goes where. */
export type AmountName = (charge: Charge) => string | undefined

/** One bucket of one resource (of the account where `resourceId` is empty). */
interface Row {
  readonly start: number
  readonly resourceId: string
  readonly amounts: Record<string, number>
}

const addTo = (amounts: Record<string, number>, name: string, amount: number): void => {
  amounts.totalAmount = (amounts.totalAmount ?? 0) + amount
  if (name !== 'totalAmount') amounts[name] = (amounts[name] ?? 0) + amount
}

/** Whole cents are not enough for a second of a small disk: billionths of a dollar are. */
const round = (amount: number): number => Math.round(amount * 1e9) / 1e9

const rounded = (amounts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, round(amount)]))

export interface ReportOptions {
  readonly window: Window
  readonly now: number
  /** Every amount a record has, `totalAmount` first; all zero at first. */
  readonly names: readonly string[]
  readonly amountName: AmountName
  /** The member that names the resource in each record; left out for the whole account. */
  readonly idName?: string
}

/** The records of a report and what its metadata needs. */
export interface Report {
  readonly records: Record<string, unknown>[]
  readonly totals: Record<string, number>
  readonly resources: number
}

/** The parts of one charge, bucket by bucket. */
const eachBucket = (
  charge: Charge,
  { window, now }: ReportOptions,
  visit: (start: number, amount: number) => void,
): void => {
  const until = Math.min(charge.to ?? now, window.end)
  const from = Math.max(charge.from, window.start)
  for (
    let start = bucketStart(window.size, from);
    start < until;
    start = bucketStart(window.size, start, 1)
  ) {
    visit(start, amountWithin({ ...charge, to: charge.to ?? now }, start, bucketStart(window.size, start, 1)))
  }
}

const collect = (charges: readonly Charge[], options: ReportOptions): Row[] => {
  const rows = new Map<string, Row>()
  const zeros = Object.fromEntries(options.names.map((name) => [name, 0]))
  for (const charge of charges) {
    const name = options.amountName(charge)
    if (name === undefined) continue
    const resourceId = options.idName === undefined ? '' : charge.resourceId
    eachBucket(charge, options, (start, amount) => {
      const key = `${start}|${resourceId}`
      const row = rows.get(key) ?? { start, resourceId, amounts: { ...zeros } }
      rows.set(key, row)
      addTo(row.amounts, name, amount)
    })
  }
  return [...rows.values()].sort((a, b) => a.start - b.start)
}

const totalsOf = (rows: readonly Row[], names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    names.map((name) => [name, round(rows.reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0))]),
  )

/** Cuts what ran into buckets. A bucket in which nothing ran has no record. */
export const reportOn = (charges: readonly Charge[], options: ReportOptions): Report => {
  const rows = collect(charges, options)
  const records = rows.map(({ start, resourceId, amounts }) => ({
    startTime: isoTime(start),
    endTime: isoTime(bucketStart(options.window.size, start, 1)),
    ...(options.idName !== undefined && { [options.idName]: resourceId }),
    ...rounded(amounts),
  }))
  return {
    records,
    totals: totalsOf(rows, options.names),
    resources: new Set(rows.map(({ resourceId }) => resourceId)).size,
  }
}
