import type { Finding } from '../../mappings/dsl/finding.ts'
import { parsedObject } from '../../mappings/dsl/json.ts'
import type { Policy } from '../../mappings/dsl/runtime.ts'
import type { Wording } from '../../mappings/dsl/wording.ts'
import type { CapabilityName } from '../../mappings/hosts.ts'
import { identityHeaders } from '../proxy/carried-headers.ts'
import { type Catalog, CatalogError, type CatalogFor } from '../proxy/catalog.ts'
import type { Call } from '../proxy/exchange.ts'
import { type CallerSignal, type Send, type UpstreamAnswer, UpstreamError } from '../upstream/contract.ts'
import type { Arguments, Variables } from './arguments.ts'
import { Fault, refusalFault, unavailable, unknownOutcome, unsent } from './fault.ts'
import type { Json } from './json.ts'
import { readLongList } from './long-list.ts'
import type { Selection } from './selected.ts'
import type { SharedReads } from './shared-reads.ts'

/** One write to v2, for one field of the document. */
export interface Write {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  /** The path as a metric label: no ids. */
  readonly route: string
  readonly body?: Json
  /** The GraphQL field it is for, and what to look at should its outcome stay unknown. */
  readonly operation: string
  readonly look: string
  /** Says v2's field paths in the caller's words. */
  readonly wording?: Wording
}

/** What resolvers work with: one per request. */
export interface Context {
  readonly variables: Variables
  readonly capabilities: ReadonlySet<CapabilityName>
  readonly policy: Policy
  /** False where the legacy API is known to be unable to help: losses are then warned about or refused. */
  readonly passOn: boolean
  /** One GET per path and document, however often it is asked for. @throws {Fault} */
  readonly read: (path: string, route: string) => Promise<Json>
  /**
   * Reads by calls that begin after this was asked, and that other documents of the same key may share: for questions
   * whose answer must hold what the caller has just done. @throws {Fault}
   */
  readonly readAnew: <T>(name: string, reading: (read: Context['read']) => Promise<T>) => Promise<T>
  /** Undefined for an answer without a body. Never repeated. @throws {Fault} */
  readonly write: (write: Write) => Promise<Json | undefined>
  /** Cached reads. @throws {Fault} */
  readonly catalog: Catalog
  /** The caller's account id, which only the legacy API knows; null where it does not say. */
  readonly identity: () => Promise<string | null>
  readonly note: (findings: readonly Finding[]) => void
}

/** Answers one field. Values may be plain, or functions for fields with arguments. @throws {Fault} */
export type Resolve = (given: Arguments, selection: Selection, context: Context) => Promise<unknown>

/** Thrown before anything is sent: the legacy API can hold what v2 cannot, so the whole field goes there. */
export class PassOn extends Error {
  override readonly name = 'PassOn'
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super('this goes to the legacy API')
    this.findings = findings
  }
}

export interface ContextOptions {
  readonly call: Call
  readonly key: string
  readonly send: Send
  readonly catalogFor: CatalogFor
  readonly now: () => number
  readonly variables: Variables
  readonly capabilities: ReadonlySet<CapabilityName>
  readonly policy: Policy
  readonly passOn: boolean
  readonly identity: () => Promise<string | null>
  readonly shared: SharedReads
}

/** Reads of one document that may be under way at once. */
const AT_ONCE = 8

/** The two ways a document speaks to v2. */
export const createContext = (options: ContextOptions): Context => {
  const { call, key, variables, capabilities, policy, passOn } = options
  const ask = tracedSend(options)
  const limit = limiter(AT_ONCE)
  const known = new Map<string, Promise<Json>>()

  const read = (path: string, route: string): Promise<Json> => {
    const found = known.get(path)
    if (found) return found
    const loading = limit(() => readOnce(ask, path, route))
    known.set(path, loading)
    return loading
  }
  const write = (one: Write) => writeOnce(ask, one)
  const catalog = faulting(options.catalogFor(tracedCatalog(options, limit), key, call.carrier))
  const note = (findings: readonly Finding[]) => {
    for (const finding of findings) call.trace.notes.push(finding)
  }
  const { identity } = options
  const readAnew = anewWith(options)
  return { variables, capabilities, policy, passOn, read, readAnew, write, catalog, identity, note }
}

/** No caller's signal ends a reading that others wait for; whoever did not make it himself notes what he waited. */
const anewWith = (options: ContextOptions): Context['readAnew'] => {
  const { call, key, shared, now } = options
  const ask = tracedSend(options, UNBOUND)
  return async (name, reading) => {
    const asked = now()
    let began: number | undefined
    const answer = shared.read(`${key} ${name}`, () => {
      began = now()
      return reading((path, route) => readOnce(ask, path, route))
    })
    if (began !== undefined) return answer
    let status = 0
    try {
      const read = await answer
      status = 200
      return read
    } finally {
      const took = (began ?? now()) - asked
      call.trace.upstream.push({ method: 'GET', route: name, status, took, began: asked, shared: true })
    }
  }
}

/** Nobody who hangs up. */
const UNBOUND: CallerSignal = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} }

type Ask = (method: string, path: string, route: string, body?: string) => Promise<UpstreamAnswer>

const tracedSend = ({ call, key, send, now }: ContextOptions, signal = call.signal): Ask => {
  const headers = { ...identityHeaders(call), authorization: `Bearer ${key}` }
  return async (method, path, route, body) => {
    const began = now()
    let status = 0
    try {
      const answer = await send({ method, path, headers, signal, ...(body && { body }) })
      status = answer.status
      return answer
    } finally {
      call.trace.upstream.push({ method, route, status, took: now() - began })
    }
  }
}

/** Catalog reads are shared between callers: no caller's signal may end them. */
const tracedCatalog =
  ({ call, send, now }: ContextOptions, limit: Limit): Send =>
  (request) =>
    limit(async () => {
      const began = now()
      const answer = await send(request)
      const route = request.path.replace(/\?.*$/, '').replace(/^(\/v2\/catalog\/\w+)\/.+$/, '$1/{id}')
      call.trace.upstream.push({ method: 'GET', route, status: answer.status, took: now() - began })
      return answer
    })

const readOnce = async (ask: Ask, path: string, route: string): Promise<Json> => {
  const answer = await ask('GET', path, route).catch(failedRead)
  if (answer.status >= 500 || answer.status < 200) throw unavailable()
  if (answer.status > 299) throw refusalFault(answer, undefined)
  const long = readLongList(answer.body)
  const body = (long && (await long)) ?? parsedObject(answer.body)
  if (!body) throw unavailable()
  return body
}

const failedRead = (error: unknown): never => {
  if (error instanceof UpstreamError && error.code !== 'CALLER_GONE') throw unavailable()
  throw error
}

const writeOnce = async (ask: Ask, one: Write): Promise<Json | undefined> => {
  const { method, path, route, operation, look } = one
  const body = one.body && JSON.stringify(one.body)
  const answer = await ask(method, path, route, body).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || error.code === 'CALLER_GONE') throw error
    throw error.sent ? unknownOutcome(operation, look) : unsent(operation)
  })
  // A redirect or a 1xx is no answer to a write: nobody knows what it did.
  if (answer.status >= 500 || answer.status < 200 || (answer.status > 299 && answer.status < 400)) {
    throw unknownOutcome(operation, look)
  }
  if (answer.status > 299) throw refusalFault(answer, one.wording)
  if (answer.body === '' && mayBeEmpty(one)) return undefined
  const read = parsedObject(answer.body)
  if (!read || (makesOrChanges(one) && typeof read.id !== 'string')) throw unknownOutcome(operation, look)
  return read
}

/** What is made or changed is answered with its id: an object without one is somebody else's answer. */
const makesOrChanges = ({ method }: Write): boolean => method === 'POST' || method === 'PATCH'

/** A deletion and an action need no words; a create or a change without any was answered by somebody else. */
const mayBeEmpty = ({ method, route }: Write): boolean => method === 'DELETE' || route.endsWith('/action')

/** The catalog, its failures said as faults. */
const faulting = (catalog: Catalog): Catalog => {
  const guard = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading
    } catch (error) {
      if (error instanceof CatalogError && error.answer.status < 500)
        throw refusalFault(error.answer, undefined)
      if (error instanceof CatalogError || error instanceof UpstreamError) throw unavailable()
      throw error
    }
  }
  return {
    gpus: (query) => guard(catalog.gpus(query)),
    gpu: (id, query) => guard(catalog.gpu(id, query)),
    cpus: (query) => guard(catalog.cpus(query)),
    dataCenters: (query) => guard(catalog.dataCenters(query)),
  }
}

type Limit = <T>(run: () => Promise<T>) => Promise<T>

/** Lets `most` promises run at once; the others wait their turn. */
export const limiter = (most: number): Limit => {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      // The place is handed on, not given up: nobody who comes in between can take it as well.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Whether an error is v2 saying that there is no such thing. */
export const isNotFound = (error: unknown): boolean => error instanceof Fault && error.status === 404
