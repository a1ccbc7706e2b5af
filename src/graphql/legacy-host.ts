/** How long a host that is gone, or does not answer, is left alone by queries that can do without it. */
const REST = 30_000 // milliseconds

type Absence = 'retired' | 'unreachable'

/** What an attempt to ask it showed of the host itself. */
interface Attempt {
  readonly state: string
  /** Nothing came back at all. */
  readonly silent?: boolean
}

/** What the proxy remembers of the legacy API: one word and a time, nothing of any caller's. */
export interface LegacyHost {
  /** Why not to ask at present; undefined where it should be asked. One asker at a time finds out anew. */
  readonly absence: () => Absence | undefined
  /** Learns from an answer, or from there being none. */
  readonly learn: (attempt: Attempt) => void
}

/**
 * Spares the v2 half of split queries the wait for a host that has just shown that it is not there. Writes, and
 * documents that nobody else can answer, ask all the same, and tell what they found.
 */
export const createLegacyHost = (now: () => number): LegacyHost => {
  let absent: Absence | undefined
  let until = 0
  const absence = (): Absence | undefined => {
    if (!absent || now() < until) return absent
    until = now() + REST // the others go on without it while this one asks
    return undefined
  }
  const learn = ({ state, silent }: Attempt): void => {
    if (state === 'retired') absent = 'retired'
    else absent = silent ? 'unreachable' : undefined
    if (absent) until = now() + REST
  }
  return { absence, learn }
}
