import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { catalogPaths } from '../../mappings/catalog.ts'
import type { Send, UpstreamAnswer } from '../upstream/contract.ts'

/** Catalog answers change slowly and are asked for often: sixty seconds, in milliseconds. */
const FRESH_FOR = 60_000
/** Answers kept in all; the least recently used go first. */
const KEPT = 500

/** v2 answered a catalog read with something other than 200; `answer` is that answer, to be said in the caller's dialect. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly answer: UpstreamAnswer
  constructor(answer: UpstreamAnswer) {
    super(`the catalog answered ${answer.status}`)
    this.answer = answer
  }
}

/** v2's catalog as one caller sees it. `query` is ready-made, without `?`. Answers are shared: never change one. */
export interface Catalog {
  readonly gpus: (query?: string) => Promise<readonly unknown[]>
  readonly gpu: (id: string, query?: string) => Promise<unknown>
  readonly cpus: (query?: string) => Promise<readonly unknown[]>
  readonly dataCenters: (query?: string) => Promise<readonly unknown[]>
}

/**
 * The catalog for one API key. What the key's answers are filed under is kept with `carrier`, the connection that
 * brought the key, and goes with it.
 * @throws {CatalogError} and whatever `send` throws; failures are never kept.
 */
export type CatalogFor = (send: Send, key: string, carrier?: object) => Catalog

interface Entry {
  /** Not used from here on; already past for an answer that turned out to be a failure. */
  until: number
  readonly value: Promise<unknown>
  /** The answer itself, once it has come. */
  answer: unknown
}

export interface CatalogOptions {
  /** Milliseconds; only differences matter. */
  readonly now: () => number
  readonly freshFor?: number
  readonly kept?: number
  /** Told of every read: whether the answer was there already. */
  readonly onRead?: (hit: boolean) => void
}

/** Answers by name, for a while. */
class Cache {
  readonly now: () => number
  readonly onRead: ((hit: boolean) => void) | undefined
  readonly #freshFor: number
  readonly #kept: number
  readonly #entries = new Map<string, Entry>()

  constructor({ now, freshFor = FRESH_FOR, kept = KEPT, onRead }: CatalogOptions) {
    this.now = now
    this.onRead = onRead
    this.#freshFor = freshFor
    this.#kept = kept
  }

  /** What is kept under a name, however old, and now the most recently used. */
  find(name: string): Entry | undefined {
    const found = this.#entries.get(name)
    if (!found) return undefined
    this.#entries.delete(name)
    this.#entries.set(name, found)
    return found
  }

  keep(name: string, value: Promise<unknown>): Entry {
    const entry: Entry = { until: this.now() + this.#freshFor, value, answer: undefined }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    if (this.#entries.size > this.#kept) this.#entries.delete(this.#entries.keys().next().value ?? '')
    value.then(
      (answer) => {
        entry.answer = answer
      },
      () => {
        entry.until = Number.NEGATIVE_INFINITY
        if (this.#entries.get(name) === entry) this.#entries.delete(name)
      },
    )
    return entry
  }
}

/** One caller's view. Its name is made when it is first needed: most calls ask nothing of the catalog. */
class CallersCatalog implements Catalog {
  readonly #cache: Cache
  readonly #ownerOf: OwnerOf
  readonly #send: Send
  readonly #key: string
  readonly #carrier: object | undefined

  constructor(cache: Cache, ownerOf: OwnerOf, ...[send, key, carrier]: Parameters<CatalogFor>) {
    this.#cache = cache
    this.#ownerOf = ownerOf
    this.#send = send
    this.#key = key
    this.#carrier = carrier
  }

  gpus(query?: string): Promise<readonly unknown[]> {
    return this.#list(withQuery(catalogPaths.gpus, query), 'gpus')
  }

  gpu(id: string, query?: string): Promise<unknown> {
    const path = withQuery(`${catalogPaths.gpus}/${encodeURIComponent(id)}`, query)
    return this.#keep(path, () => fetchJson(this.#send, this.#key, path))
  }

  cpus(query?: string): Promise<readonly unknown[]> {
    return this.#list(withQuery(catalogPaths.cpus, query), 'cpus')
  }

  dataCenters(query?: string): Promise<readonly unknown[]> {
    return this.#list(withQuery(catalogPaths.dataCenters, query), 'dataCenters')
  }

  #list(path: string, name: string): Promise<readonly unknown[]> {
    const load = async () => listIn(await fetchJson(this.#send, this.#key, path), name)
    return this.#keep(path, load) as Promise<readonly unknown[]>
  }

  #keep(path: string, load: () => Promise<unknown>): Promise<unknown> {
    const owner = this.#ownerOf(this.#key, this.#carrier)
    const found = this.#fresh(owner, path)
    this.#cache.onRead?.(found !== undefined)
    if (found) return found.value
    const entry = this.#cache.keep(`${owner.name} ${path}`, load())
    owner.read = { path, entry }
    return entry.value
  }

  /** A connection that asks the same again, as most do, finds it without a name being put together. */
  #fresh(owner: Owner, path: string): Entry | undefined {
    const now = this.#cache.now()
    const { read } = owner
    if (read?.path === path && read.entry.until > now) return read.entry
    const entry = this.#cache.find(`${owner.name} ${path}`)
    if (!entry || entry.until <= now) return undefined
    owner.read = { path, entry }
    return entry
  }
}

/**
 * A cache of catalog reads, apart for every API key: prices and stock may differ between accounts.
 * Keys are held only as salted digests. Concurrent readers of one answer share one call, which therefore
 * outlives any single caller and is not bound to a caller's signal.
 */
export const createCatalog = (options: CatalogOptions): CatalogFor => {
  const cache = new Cache(options)
  const ownerOf = ownersByCarrier()
  return (...caller) => new CallersCatalog(cache, ownerOf, ...caller)
}

/** The same for an answer made in parts: each thing is asked once, and what came, or failed, holds for all of them. */
export const askedOnce = (catalog: Catalog): Catalog => {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    const found = known.get(name) ?? ask()
    known.set(name, found)
    return found as Promise<T>
  }
  return {
    gpus: (query = '') => once(`gpus ${query}`, () => catalog.gpus(query)),
    gpu: (id, query = '') => once(`gpu ${id} ${query}`, () => catalog.gpu(id, query)),
    cpus: (query = '') => once(`cpus ${query}`, () => catalog.cpus(query)),
    dataCenters: (query = '') => once(`dataCenters ${query}`, () => catalog.dataCenters(query)),
  }
}

/** A catalog path as a metric label: without its query, ids left out. */
export const catalogRoute = (path: string): string =>
  path.replace(/\?.*$/s, '').replace(/^(\/v2\/catalog\/[^/]+)\/.+$/, '$1/{id}')

const withQuery = (path: string, query: string | undefined) => (query ? `${path}?${query}` : path)

const fetchJson = async (send: Send, key: string, path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  const answer = await send({ method: 'GET', path, headers })
  if (answer.status !== 200) throw new CatalogError(answer)
  try {
    return JSON.parse(answer.body) as unknown
  } catch {
    throw new CatalogError({ ...answer, status: 502 })
  }
}

const listIn = (body: unknown, name: string): readonly unknown[] => {
  const list = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []
}

/** Bytes: a block of SHA-256, so that the salt is worked in once and a key costs one more block. */
const BLOCK = 64

/** One-way, with a salt of this process, so that nothing kept or dumped can be turned back into a key. */
const saltedDigest = () => {
  const salted = sha256.create().update(crypto.getRandomValues(new Uint8Array(BLOCK)))
  const encoder = new TextEncoder()
  return (key: string): string => bytesToHex(salted.clone().update(encoder.encode(key)).digest())
}

/** Whose answers: what they are filed under, and the last one that was read over a connection. */
interface Owner {
  readonly key: string
  readonly name: string
  read: { readonly path: string; readonly entry: Entry } | undefined
}

type OwnerOf = (key: string, carrier: object | undefined) => Owner

/** A digest a connection: a kept-alive client's key is worked out once, and no key outlives its connection. */
const ownersByCarrier = (): OwnerOf => {
  // With the first key: random numbers are long in loading.
  let digest: ReturnType<typeof saltedDigest> | undefined
  const known = new WeakMap<object, Owner>()
  return (key, carrier) => {
    const found = carrier && known.get(carrier)
    if (found?.key === key) return found
    digest ??= saltedDigest()
    const owner: Owner = { key, name: digest(key), read: undefined }
    if (carrier) known.set(carrier, owner)
    return owner
  }
}
