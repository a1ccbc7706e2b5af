/** Whether calls can be taken, and why not. */
export interface Readiness {
  readonly ready: boolean
  readonly upstream: 'reachable' | 'unreachable'
  readonly draining: boolean
}

export interface ReadinessOptions {
  /** One cheap call to the upstream. @throws when no answer came */
  readonly probe: () => Promise<{ readonly status: number }>
  readonly draining: () => boolean
  /** Milliseconds; only differences matter. */
  readonly now: () => number
}

/** A probe's answer is believed this long: orchestrators ask every few seconds, from several sides. */
const FRESH_FOR = 5_000 // milliseconds

/** Any answer will do but those of a gateway that has nobody behind it: 401 says somebody is there. */
const isReachable = (status: number): boolean => status > 0 && ![502, 503, 504].includes(status)

/** Asks the upstream at most once in `FRESH_FOR`, and once for everybody who asks meanwhile. */
export const createReadiness = (options: ReadinessOptions): (() => Promise<Readiness>) => {
  let known: { readonly until: number; readonly reachable: Promise<boolean> } | undefined
  const ask = async (): Promise<boolean> => {
    try {
      return isReachable((await options.probe()).status)
    } catch {
      return false
    }
  }
  return async () => {
    if (!known || known.until <= options.now()) known = { until: options.now() + FRESH_FOR, reachable: ask() }
    const draining = options.draining()
    const reachable = await known.reachable
    return {
      ready: reachable && !draining,
      upstream: reachable ? 'reachable' : 'unreachable',
      draining,
    }
  }
}
