import type { Finding } from '../../mappings/dsl/finding.ts'
import type { CallerSignal } from '../upstream/contract.ts'

/** The API a caller speaks; errors are always said in it. */
export type Dialect = 'v1' | 'graphql' | 'v2' | 'jobs' | 'none'

/** One legacy call as the core sees it, whatever server carried it. */
export interface Call {
  readonly method: string
  /** As sent: percent-encoded, without the query. */
  readonly path: string
  /** As sent, without `?`; empty when there is none. */
  readonly query: string
  /** Looks a request header up by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The whole body as text; empty when there is none. The server has already held it to the size limit. */
  readonly body: string
  /** Aborted when the caller hangs up. */
  readonly signal: CallerSignal
  readonly trace: Trace
  /** The connection it came over, where there is one: what is worked out about its key may be kept with it. */
  readonly carrier?: object
}

/** A whole answer in the caller's dialect. Header names are lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for an answer without a body (204). */
  readonly body: string | undefined
}

/** What one call did, gathered while it runs and handed to the observer (log, metrics, usage) when it ends. */
export interface Trace {
  readonly id: string
  dialect: Dialect
  /** The operation's id from the mapping (`v1.templates.create`, `graphql.saveTemplate`), never a raw path. */
  operation: string
  readonly notes: Finding[]
  readonly upstream: UpstreamHop[]
  /** W3C Trace Context: what upstream calls carry on. Left out where nobody traces. */
  readonly traceparent?: string
  /** Of a GraphQL document: who answers its fields. */
  split?: GraphqlSplit
}

/** How one GraphQL document is answered, in fields: those of `myself` count one by one. */
export interface GraphqlSplit {
  readonly v2: number
  /** Forwarded to the legacy API. */
  readonly legacy: number
}

/** One upstream call of a trace. */
export interface UpstreamHop {
  readonly method: string
  /** The route's template, never a path with ids in it: it becomes a metric label. */
  readonly route: string
  /** 0 when no answer came. */
  readonly status: number
  /** Milliseconds. */
  readonly took: number
  /** When it began, milliseconds of `performance.now()`. */
  readonly began?: number
  /** Waited for, but made for another call, whose trace has it. */
  readonly shared?: true
}
