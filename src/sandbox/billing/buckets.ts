import type { BucketSize } from '../../../mappings/schemas/v2/billing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** 5 January 1970 was the first Monday of the epoch: weeks begin on Mondays (ISO 8601). */
const FIRST_MONDAY = 4 * DAY

const LENGTHS: Partial<Record<BucketSize, readonly [length: number, origin: number]>> = {
  hour: [HOUR, 0],
  day: [DAY, 0],
  week: [WEEK, FIRST_MONDAY],
}

/** The start of the bucket `offset` buckets after the one that holds the instant; UTC, epoch milliseconds. */
export const bucketStart = (size: BucketSize, instant: number, offset = 0): number => {
  const fixed = LENGTHS[size]
  if (fixed) {
    const [length, origin] = fixed
    return (Math.floor((instant - origin) / length) + offset) * length + origin
  }
  const date = new Date(instant)
  const start =
    size === 'month'
      ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)
      : Date.UTC(date.getUTCFullYear() + offset, 0, 1)
  // So far back that no date can say it: the beginning of time is early enough
  return Number.isNaN(start) ? 0 : start
}
