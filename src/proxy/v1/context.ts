import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import type { Method, Route } from '../../../mappings/dsl/route.ts'
import type { UpstreamAnswer } from '../../upstream/contract.ts'
import type { Catalog } from '../catalog.ts'
import type { ProxyConfig } from '../config.ts'
import type { Call } from '../exchange.ts'
import type { EchoStore } from './echo-store.ts'

/** A JSON object nobody has looked into yet. */
export type Json = Record<string, unknown>

/** One v2 call of a translation. */
export interface V2Call {
  readonly method: Method
  /** Path with its query, ids filled in. */
  readonly path: string
  /** The path's template: a metric label. */
  readonly route: string
  readonly body?: Json
}

/** How a call speaks to v2: with the caller's own key, each hop noted, no more of them than the operator allows. */
export interface V2Calls {
  /** Sends one call. @throws {UpstreamError}, and {ProxyError} TOO_MANY_CALLS */
  readonly v2: (call: V2Call) => Promise<UpstreamAnswer>
  /** Like `v2`, and reads the answer. @throws {V2Refusal} for anything but 2xx with JSON */
  readonly read: (call: V2Call) => Promise<Json>
  /** The whole list under `name`, whatever number of pages it comes in. */
  readonly list: (path: string, name: string, route?: string) => Promise<Json[]>
  /** The items under `name` of a first page that is there already, and of those that follow it. */
  readonly pages: (first: Json, call: Omit<V2Call, 'body'>, name: string) => Promise<Json[]>
}

/** A v1 call under way: what behaviours may read and change. */
export interface Context extends V2Calls {
  readonly call: Call
  readonly route: PreparedRoute
  /** The id in the path, as sent (percent-encoded); empty where the route has none. */
  readonly id: string
  readonly query: URLSearchParams
  /** The old body as sent; empty where there is none. */
  readonly body: Json
  /** The v2 body; behaviours may change it before it is sent. */
  doc: Json | undefined
  /** v2's query, encoded and without `?`; empty for none. */
  search: string
  /** Whether the request that the old call stands for has left: before, nothing can have happened. */
  sent: boolean
  readonly notes: Finding[]
  readonly config: ProxyConfig
  readonly catalog: Catalog
  /** What v2 forgot; undefined unless the operator asked for it. */
  readonly echo: EchoStore | undefined
  /** Another resource's mapping as it holds for this proxy. */
  readonly inForce: InForce
}

/** An answer that came back whole: v2's items beside their old form, in one order. */
export interface Result {
  v2: Json[]
  old: Json[]
}

/** A behaviour's part in a call. Each is optional; a route's behaviours take their turns in order. */
export interface Behaviour {
  /** Changes the v2 request before it is sent. */
  readonly before?: (context: Context) => Promise<void> | void
  /** Sends the request its own way (several tries). */
  readonly send?: (context: Context, send: () => Promise<UpstreamAnswer>) => Promise<UpstreamAnswer>
  /** Turns a refusal into an answer where v1 had none (idempotent start and stop). */
  readonly settle?: (context: Context, answer: UpstreamAnswer) => Promise<UpstreamAnswer>
  /** Completes, filters or extends the old-shaped answer. */
  readonly after?: (context: Context, result: Result) => Promise<void> | void
  /** Where the caller asked for nothing more, `after` looks at each item by itself: a long list may come in parts. */
  readonly byItem?: true
}

/** A route with everything that can be settled before a call comes. */
export interface PreparedRoute extends Route {
  /** The facet its body goes up through. */
  readonly facet: CompiledFacet | undefined
  readonly before: readonly NonNullable<Behaviour['before']>[]
  readonly senders: readonly NonNullable<Behaviour['send']>[]
  readonly settle: readonly NonNullable<Behaviour['settle']>[]
  readonly after: readonly NonNullable<Behaviour['after']>[]
  /** A long list of it may be answered part by part. */
  readonly byItem: boolean
  /** v2's path before and after the id. */
  readonly around: readonly [head: string, tail: string | undefined]
}

/** The resource as the capabilities that are switched on have it. */
export type InForce = (resource: Resource) => Resource

/** Thrown where v2 refused one of the calls: the caller is told in v1's words. */
export class V2Refusal extends Error {
  override readonly name = 'V2Refusal'
  readonly answer: UpstreamAnswer

  constructor(answer: UpstreamAnswer) {
    super(`v2 answered ${answer.status}`)
    this.answer = answer
  }
}
