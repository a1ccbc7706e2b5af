import type { EchoStore } from '../proxy/v1/echo-store.ts'
import type { EchoRows } from '../storage/contract.ts'

export interface EchoOptions {
  readonly store: EchoRows
  /** Names a key; undefined until the installation's secret is known. */
  readonly fingerprint: () => ((key: string) => string) | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told when the store failed or was too slow. */
  readonly onTrouble: (error: unknown) => void
}

/** What is longer is not remembered. */
const MOST_CHARACTERS = 64 * 1024
/** A caller waits this long for an echo, then does without. */
const PATIENCE = 300 // milliseconds
/** After a failure nobody is asked to wait again so soon. */
const PAUSE = 10_000 // milliseconds
/** An echo that nobody renewed is of a resource that went another way. */
const KEPT_FOR = 180 * 86_400_000 // milliseconds
const EXPIRE_EVERY = 3_600_000 // milliseconds

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the echo store is too slow')), PATIENCE)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Echoes in a store, apart for every key's fingerprint: two keys of one account do not share theirs. */
export const createEchoStore = ({ store, fingerprint, now, onTrouble }: EchoOptions): EchoStore => {
  let pausedUntil = 0
  let expires = now() + EXPIRE_EVERY

  const expire = (): void => {
    if (now() < expires) return
    expires = now() + EXPIRE_EVERY
    store.expireEcho(now() - KEPT_FOR).catch(onTrouble)
  }
  /** Runs `work` for the key's account; whatever goes wrong, the caller's answer goes out. */
  const attempt = async <T>(key: string, fallback: T, work: (account: string) => Promise<T>): Promise<T> => {
    const account = key === '' ? undefined : fingerprint()?.(key)
    if (account === undefined || now() < pausedUntil) return fallback
    try {
      return await inTime(work(account))
    } catch (error) {
      pausedUntil = now() + PAUSE
      onTrouble(error)
      return fallback
    }
  }

  return {
    remember: (key, resource, id, fields) => {
      const text = JSON.stringify(fields)
      if (text.length > MOST_CHARACTERS) return Promise.resolve()
      expire()
      return attempt(key, undefined, (account) =>
        store.putEcho({ account, resource, id, fields: text, at: now() }),
      )
    },
    recall: (key, resource, ids) =>
      attempt(key, new Map(), async (account) => {
        const entries = ids.length === 0 ? [] : await store.getEcho(account, resource, ids)
        const live = entries.filter(({ at }) => at >= now() - KEPT_FOR)
        return new Map(live.map(({ id, fields }) => [id, JSON.parse(fields) as Record<string, unknown>]))
      }),
    forget: (key, resource, id) =>
      attempt(key, undefined, (account) => store.deleteEcho(account, resource, id)),
  }
}
