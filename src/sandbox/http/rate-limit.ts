import type { Clock } from '../clock.ts'
import type { Key, Quotas } from './keys.ts'
import { Problem } from './problem.ts'

/** Window names and lengths in seconds, as the headers list them. */
const WINDOWS = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const

/** The service does not publish its quotas: these are ours, wide enough that no load test meets them by accident. */
export const GENEROUS_QUOTAS: Quotas = { minute: 10_000_000, hour: 100_000_000, day: 1_000_000_000 }

interface Window {
  readonly name: keyof Quotas
  readonly seconds: number
  readonly quota: number
  used: number
  /** Epoch milliseconds. A window opens with the first request in it. */
  resetsAt: number
}

/** The state of one caller's quota, as the RateLimit fields say it. */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>
  /** Set where the request is refused. */
  readonly refusal?: Problem
}

export interface RateLimiter {
  /** Counts one request of this key. */
  take(key: Key): Allowance
  reset(): void
}

interface Account {
  readonly windows: readonly Window[]
  readonly policy: string
}

const openAccount = (quotas: Quotas): Account => ({
  windows: WINDOWS.map(([name, seconds]) => ({ name, seconds, quota: quotas[name], used: 0, resetsAt: 0 })),
  policy: WINDOWS.map(([name, seconds]) => `"${name}";q=${quotas[name]};w=${seconds}`).join(', '),
})

const roll = (window: Window, now: number): void => {
  if (now < window.resetsAt) return
  window.used = 0
  window.resetsAt = now + window.seconds * 1000
}

const secondsLeft = (window: Window, now: number): number => Math.ceil((window.resetsAt - now) / 1000)

/** RateLimit and RateLimit-Policy: RFC 9651 lists with a string item a window. */
const headersOf = ({ windows, policy }: Account, now: number): Record<string, string> => ({
  ratelimit: windows
    .map((window) => `"${window.name}";r=${window.quota - window.used};t=${secondsLeft(window, now)}`)
    .join(', '),
  'ratelimit-policy': policy,
})

const refuse = (window: Window, now: number): Problem =>
  new Problem(429, `rate limit exceeded for the ${window.name} window`, {
    headers: { 'retry-after': String(secondsLeft(window, now)) },
  })

/** Fixed windows of a minute, an hour and a day for each key. A refused request is not counted. */
export const rateLimiter = (clock: Clock, quotas: Quotas): RateLimiter => {
  const accounts = new Map<string, Account>()
  const accountOf = (key: Key): Account => {
    const known = accounts.get(key.name)
    if (known) return known
    const opened = openAccount({ ...quotas, ...key.quotas })
    accounts.set(key.name, opened)
    return opened
  }
  const take = (key: Key): Allowance => {
    const now = clock.now()
    const account = accountOf(key)
    for (const window of account.windows) roll(window, now)
    const spent = account.windows.findLast((window) => window.used >= window.quota)
    if (spent) return { headers: headersOf(account, now), refusal: refuse(spent, now) }
    for (const window of account.windows) window.used += 1
    return { headers: headersOf(account, now) }
  }
  return { take, reset: () => accounts.clear() }
}
