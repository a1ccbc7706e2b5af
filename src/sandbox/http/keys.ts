import { Problem } from './problem.ts'

/** What a key may do. All keys see the same account: what one creates the others read. */
export interface Key {
  readonly name: string
  /** False: every method but GET and HEAD is answered 403. */
  readonly writes: boolean
  /** Requests allowed in each window; the sandbox's own quotas where left out. */
  readonly quotas?: Partial<Quotas>
}

/** Requests a key may make in each window. */
export interface Quotas {
  readonly minute: number
  readonly hour: number
  readonly day: number
}

const KEYS: ReadonlyMap<string, Key> = new Map(
  [
    { name: 'sandbox-key', writes: true },
    { name: 'sandbox-readonly-key', writes: false },
    { name: 'sandbox-limited-key', writes: true, quotas: { minute: 5 } },
  ].map((key) => [key.name, key]),
)

/** The names of the keys the sandbox accepts. */
export const keyNames: readonly string[] = [...KEYS.keys()]

/** The key of that exact text, if the sandbox knows it. */
export const findKey = (text: string | undefined): Key | undefined =>
  text === undefined ? undefined : KEYS.get(text)

const BEARER = /^Bearer +(\S+) *$/i

/** The token of an `Authorization: Bearer <token>` header (RFC 6750 section 2.1). */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : BEARER.exec(header)?.[1]

/** @throws {Problem} 401 where the header holds no key the sandbox knows */
export const authenticate = (header: string | undefined): Key => {
  if (header === undefined || header.trim() === '') throw new Problem(401, 'missing bearer token')
  const token = bearerToken(header)
  if (token === undefined) throw new Problem(401, 'malformed bearer token')
  const key = findKey(token)
  if (!key) throw new Problem(401, 'invalid bearer token')
  return key
}
