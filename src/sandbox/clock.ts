/** A timer that has been set. Cancelling one that has run, or was cancelled before, does nothing. */
export interface Timer {
  cancel(): void
}

/** The only source of time in the sandbox, so that a test can play a day of retention in milliseconds. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Runs `run` once, `ms` milliseconds from now (at the next turn when `ms` is zero or less). */
  after(ms: number, run: () => void): Timer
}

/** A clock that moves only when told to. */
export interface HeldClock extends Clock {
  /**
   * Moves time on by `ms` milliseconds and runs every timer that falls due, in order of time and, at the same
   * instant, of setting. Promise work a timer starts is finished before the next one runs; network and disk are not waited for.
   */
  advance(ms: number): Promise<void>
  /** Timers that are set and have not run. */
  pending(): number
}

/** setTimeout fires at once for longer delays than this (2^31 - 1 ms, about 24.8 days). */
const LONGEST_TIMEOUT_MS = 2_147_483_647

const systemTimer = (ms: number, run: () => void): Timer => {
  const due = Date.now() + ms
  let handle: NodeJS.Timeout
  const arm = (left: number): void => {
    const step = Math.min(Math.max(left, 0), LONGEST_TIMEOUT_MS)
    // unref: a job that expires tomorrow must not keep the process alive until then
    handle = setTimeout(() => (step < left ? arm(due - Date.now()) : run()), step).unref()
  }
  arm(ms)
  return { cancel: () => clearTimeout(handle) }
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = { now: () => Date.now(), after: systemTimer }

interface HeldTimer {
  due: number
  run: () => void
}

/** Where a timer due at `due` belongs: behind every timer due then or earlier. */
const slotFor = (timers: readonly HeldTimer[], due: number): number => {
  let low = 0
  let high = timers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timers[middle]?.due ?? 0) <= due) low = middle + 1
    else high = middle
  }
  return low
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * A clock for tests: time stands still until `advance`.
 * @param start epoch milliseconds, by default 1 January 2027
 * @example
 * const clock = heldClock()
 * await clock.advance(86_400_000) // a day, at once
 */
export const heldClock = (start = Date.UTC(2027, 0, 1)): HeldClock => {
  const timers: HeldTimer[] = []
  let time = start
  const after = (ms: number, run: () => void): Timer => {
    const timer = { due: time + Math.max(ms, 0), run }
    timers.splice(slotFor(timers, timer.due), 0, timer)
    return {
      cancel: () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      },
    }
  }
  const advance = async (ms: number): Promise<void> => {
    const end = time + ms
    await settle()
    for (let next = timers[0]; next && next.due <= end; next = timers[0]) {
      timers.shift()
      time = next.due
      next.run()
      await settle()
    }
    time = end
  }
  return { now: () => time, after, advance, pending: () => timers.length }
}
