import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { keyParameter } from '../../mappings/hosts.ts'
import { clientFamily } from './client-family.ts'

/** Who called: the key's fingerprint and the program's family. */
export interface Consumer {
  /** `key-` and 16 hex digits, or `anonymous` for a call without a key. */
  readonly id: string
  readonly client: string
}

/** The HMAC's first 64 bits: enough to tell ten thousand keys apart, nothing to find one by. */
const DIGITS = 16

/**
 * Names an API key without keeping it: HMAC-SHA-256 under a random salt of the installation. Equal keys have equal
 * fingerprints wherever the salt is shared, and without the salt a fingerprint cannot be tested against guessed keys.
 */
export const fingerprintOf = (salt: string): ((key: string) => string) => {
  return (key) => `key-${createHmac('sha256', salt).update(key).digest('hex').slice(0, DIGITS)}`
}

const SCHEME = /^bearer\s+/i
const NAMED = `${keyParameter.is}=`
const KEY_IN_QUERY = new RegExp(`[?&]${NAMED}([^&#]*)`)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The key a request carries, in its header or (old GraphQL clients) in its URL; empty where there is none. */
export const keyOf = (authorization: string | undefined, url: string): string => {
  if (authorization) return authorization.replace(SCHEME, '')
  const inQuery = url.includes(NAMED) ? KEY_IN_QUERY.exec(url)?.[1] : undefined
  return inQuery === undefined ? '' : decoded(inQuery)
}

interface Seen extends Consumer {
  readonly authorization: string | undefined
  readonly userAgent: string | undefined
}

/** Names keys and callers under one salt. */
export interface ConsumerReader {
  readonly fingerprint: (key: string) => string
  readonly consumerOf: (request: IncomingMessage) => Consumer
}

/**
 * Reads the consumer of a request. The answer is kept with the connection that carried the key, and goes with it: a
 * kept-alive client is fingerprinted once, and no key outlives its connection.
 */
export const createConsumerReader = (salt: string): ConsumerReader => {
  const fingerprint = fingerprintOf(salt)
  const bySocket = new WeakMap<object, Seen>()
  const consumerOf = (request: IncomingMessage): Consumer => {
    const { 'user-agent': userAgent, authorization } = request.headers
    const before = bySocket.get(request.socket)
    if (before && before.authorization === authorization && before.userAgent === userAgent) return before
    const key = keyOf(authorization, request.url ?? '')
    const id = key === '' ? 'anonymous' : fingerprint(key)
    const seen: Seen = { authorization, userAgent, id, client: clientFamily(userAgent) }
    // A key in the URL may differ from request to request: only a header's is remembered.
    if (authorization) bySocket.set(request.socket, seen)
    return seen
  }
  return { fingerprint, consumerOf }
}
