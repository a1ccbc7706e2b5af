import * as z from 'zod'

/**
 * One fault to inject into REST v2, jobs or GraphQL, matched in order of registration.
 *
 * - `path`: with `*` for any text, e.g. `/v2/pods*`; every path where left out.
 * - `every`: only each n-th matching request fails (2 = half of them); `times`: then the fault is gone.
 * - `when`: `before` the handler (nothing happened) or `after` it (it happened, the answer is lost).
 * - `latencyMs`: waits first, on the sandbox's clock. Alone, the normal answer follows.
 * - `cut`: `connection` drops the socket without a byte, `body` in the middle of the answer's body.
 * - `status` with `detail`: a problem; with `body` and `contentType`: that text, as a broken gateway would.
 */
export const Fault = z.strictObject({
  method: z.string().toUpperCase().optional(),
  path: z.string().optional(),
  every: z.int().min(1).optional(),
  times: z.int().min(1).optional(),
  when: z.enum(['before', 'after']).optional(),
  latencyMs: z.int().min(0).optional(),
  cut: z.enum(['connection', 'body']).optional(),
  status: z.int().min(200).max(599).optional(),
  detail: z.string().optional(),
  body: z.string().optional(),
  contentType: z.string().optional(),
  retryAfter: z.int().min(0).optional(),
})
export type Fault = z.infer<typeof Fault>

interface Armed {
  readonly fault: Fault
  readonly pattern: RegExp | undefined
  seen: number
  fired: number
}

export interface Faults {
  set(faults: readonly Fault[]): void
  /** The fault this request meets, counted as fired. */
  take(method: string, path: string): Fault | undefined
  clear(): void
}

const patternOf = (path: string | undefined): RegExp | undefined =>
  path === undefined
    ? undefined
    : new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

const matches = ({ fault, pattern }: Armed, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) && (pattern === undefined || pattern.test(path))

/** True where this match is the n-th that fires, and the fault is not used up. */
const fires = (armed: Armed): boolean => {
  if (armed.fired >= (armed.fault.times ?? Number.POSITIVE_INFINITY)) return false
  armed.seen += 1
  if (armed.seen % (armed.fault.every ?? 1) !== 0) return false
  armed.fired += 1
  return true
}

/** No fault until some are set; they fire in the order given. */
export const faultSwitch = (): Faults => {
  let armed: Armed[] = []
  return {
    set: (faults) => {
      armed = faults.map((fault) => ({ fault, pattern: patternOf(fault.path), seen: 0, fired: 0 }))
    },
    take: (method, path) =>
      armed.length === 0 ? undefined : armed.find((one) => matches(one, method, path) && fires(one))?.fault,
    clear: () => {
      armed = []
    },
  }
}
