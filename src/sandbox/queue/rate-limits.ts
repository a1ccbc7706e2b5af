import type { Clock } from '../clock.ts'
import { JobError } from './job-error.ts'
import { type LimitedOperation, RATE_WINDOW_MS, type RateLimit, type RateLimits } from './limits.ts'

/** Whose call it is, and to what. Limits hold for each combination apart. */
export interface LimitedCall {
  readonly operation: LimitedOperation
  readonly endpointId: string
  readonly user: string
  /** Workers of the endpoint that are busy with a job now. */
  readonly runningWorkers: number
}

export interface RateLimiter {
  /**
   * Lets a call in and counts it; the caller says when it is over.
   * @throws {JobError} RATE_LIMITED with the seconds to wait
   */
  enter(call: LimitedCall): () => void
}

interface Lane {
  /** Instants of the calls let in within the window, oldest at `first`. */
  instants: number[]
  first: number
  active: number
}

/** Forgets the calls that have left the window. */
const slide = (lane: Lane, now: number): void => {
  while (lane.first < lane.instants.length && (lane.instants[lane.first] ?? 0) <= now - RATE_WINDOW_MS)
    lane.first += 1
  if (lane.first > 1024 || lane.first === lane.instants.length) {
    lane.instants.splice(0, lane.first)
    lane.first = 0
  }
}

/** The dynamic limit: what the endpoint's workers can take, where that is more than the published limit. */
const effective = (base: RateLimit, dynamic: number): RateLimit => ({
  rate: Math.max(base.rate, dynamic),
  concurrent: Math.max(base.concurrent, dynamic),
})

const refuse = (call: LimitedCall, what: string, milliseconds: number): JobError =>
  new JobError(
    'RATE_LIMITED',
    `too many ${call.operation} requests to this endpoint: ${what}; wait and try again, longer each time`,
    Math.max(1, Math.ceil(milliseconds / 1000)),
  )

/** Counts calls over a sliding window, so that no ten seconds whatever see more than the limit. */
export const createRateLimiter = (
  clock: Clock,
  limits: RateLimits,
  requestsPerWorker: number,
): RateLimiter => {
  const lanes = new Map<string, Lane>()

  const laneOf = ({ operation, endpointId, user }: LimitedCall): Lane => {
    const key = JSON.stringify([operation, endpointId, user])
    const lane = lanes.get(key) ?? { instants: [], first: 0, active: 0 }
    lanes.set(key, lane)
    return lane
  }

  const check = (call: LimitedCall, lane: Lane, now: number): void => {
    const limit = effective(limits[call.operation], call.runningWorkers * requestsPerWorker)
    if (lane.active >= limit.concurrent) throw refuse(call, `${limit.concurrent} at the same time`, 1000)
    if (lane.instants.length - lane.first < limit.rate) return
    const freed = lane.instants[lane.instants.length - limit.rate] ?? now
    throw refuse(call, `${limit.rate} in ${RATE_WINDOW_MS / 1000} seconds`, freed + RATE_WINDOW_MS - now)
  }

  const enter = (call: LimitedCall): (() => void) => {
    const lane = laneOf(call)
    const now = clock.now()
    slide(lane, now)
    check(call, lane, now)
    lane.instants.push(now)
    lane.active += 1
    let left = false
    return () => {
      if (!left) lane.active -= 1
      left = true
    }
  }

  return { enter }
}
