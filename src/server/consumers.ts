import type { IncomingMessage } from 'node:http'
import { keyParameter } from '../../mappings/hosts.ts'

const BEARER = 'Bearer '
/** Differs in every process: a sum says nothing about its key to anyone outside. */
const SEED = Math.floor(Math.random() * 0x7fffffff)

/** A 32-bit FNV-1a sum of the key. Two keys with one sum would only share an in-flight limit. */
const sum = (text: string): number => {
  let hash = SEED
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

const KEY_IN_QUERY = new RegExp(`(?:^|&)${keyParameter.is}=([^&]*)`)

/** 0 for a caller without a key. The key itself is never kept. */
const consumerOf = (request: IncomingMessage, query: string): number => {
  const sent = request.headers.authorization ?? KEY_IN_QUERY.exec(query)?.[1] ?? ''
  const key = sent.startsWith(BEARER) ? sent.slice(BEARER.length) : sent
  return key === '' ? 0 : sum(key)
}

/** Requests in flight by API key; holds a number a busy key, nothing about an idle one. */
export class Consumers {
  readonly #limit: number
  readonly #inFlight = new Map<number, number>()

  /** @param limit requests at once under one key. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @returns a token to `leave` with, or `undefined` when the key has its fill. */
  enter(request: IncomingMessage, query: string): number | undefined {
    const consumer = consumerOf(request, query)
    const before = this.#inFlight.get(consumer) ?? 0
    if (before >= this.#limit) return undefined
    this.#inFlight.set(consumer, before + 1)
    return consumer
  }

  leave(consumer: number): void {
    const left = (this.#inFlight.get(consumer) ?? 1) - 1
    if (left > 0) this.#inFlight.set(consumer, left)
    else this.#inFlight.delete(consumer)
  }
}
