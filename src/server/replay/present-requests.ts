import { routes } from '../../../mappings/v1/index.ts'
import { createGraphql } from '../../graphql/create-graphql.ts'
import { createCatalog } from '../../proxy/catalog.ts'
import type { ProxyConfig } from '../../proxy/config.ts'
import type { Call, Trace } from '../../proxy/exchange.ts'
import { createV1 } from '../../proxy/v1/handler.ts'
import {
  type Send,
  UpstreamError,
  type UpstreamErrorCode,
  type UpstreamRequest,
} from '../../upstream/contract.ts'
import type { RecordedExchange, RecordedHop, RecordedTarget } from '../record/recorded-exchange.ts'
import type { Handle } from '../translate.ts'

/** A request that changes something, as compared. */
export interface WriteRequest {
  readonly to: RecordedTarget
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: string
}

/** Recorded answers to reads of any call, for what the proxy had in its cache when this one came. */
export type KnownReads = ReadonlyMap<string, RecordedHop>

const targetOf = ({ path, query }: { path: string; query: string }): string =>
  query === '' ? path : `${path}?${query}`

const readKey = (to: RecordedTarget, target: string): string => `${to} ${target}`

/** Gathers every answered read of a record. */
export const knownReads = (exchanges: readonly RecordedExchange[]): KnownReads =>
  new Map(
    exchanges.flatMap(({ upstream }) =>
      upstream
        .filter(({ to, request, answer }) => answer && to === 'v2' && request.method === 'GET')
        .map((hop) => [readKey(hop.to, targetOf(hop.request)), hop] as const),
    ),
  )

/** The writes that were recorded. Calls of the legacy API count: which of them are left is what a mapping decides. */
export const recordedWrites = ({ upstream }: RecordedExchange): WriteRequest[] =>
  upstream
    .filter(({ request }) => request.method !== 'GET')
    .map(({ to, request }) => ({ to, method: request.method, path: targetOf(request), body: request.body }))

const UPSTREAM_CODES: readonly string[] = [
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_RESET',
  'UPSTREAM_TOO_LARGE',
  'CALLER_GONE',
] satisfies readonly UpstreamErrorCode[]

const said = ({ answer, error = '' }: RecordedHop) => {
  if (answer) return answer
  const code = UPSTREAM_CODES.includes(error) ? (error as UpstreamErrorCode) : 'UPSTREAM_RESET'
  throw new UpstreamError(code, true)
}

/** Answers from the record; what it does not hold is unreachable. Nothing goes out. */
const fromRecord = (exchange: RecordedExchange, reads: KnownReads, writes: WriteRequest[]) => {
  const left = [...exchange.upstream]
  const take = (to: RecordedTarget, { method, path }: UpstreamRequest): RecordedHop | undefined => {
    const isSame = ({ to: other, request }: RecordedHop): boolean =>
      other === to && request.method === method && (method !== 'GET' || targetOf(request) === path)
    const at = left.findIndex(isSame)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  return (to: RecordedTarget): Send =>
    async (request) => {
      const { method, path, body = '' } = request
      if (method !== 'GET') writes.push({ to, method, path, body })
      const hop = take(to, request) ?? (method === 'GET' ? reads.get(readKey(to, path)) : undefined)
      if (!hop) throw new UpstreamError('UPSTREAM_UNREACHABLE', false)
      return said(hop)
    }
}

const callOf = ({ request, id, dialect }: RecordedExchange): Call => {
  const trace: Trace = { id, dialect, operation: '', notes: [], upstream: [] }
  const query = new URLSearchParams(request.query)
  return {
    method: request.method,
    path: request.path,
    query: String(query),
    body: request.body,
    header: (name) => request.headers[name],
    signal: new AbortController().signal,
    trace,
  }
}

const handlerFor = (
  { dialect, upstream }: RecordedExchange,
  config: ProxyConfig,
  send: (to: RecordedTarget) => Send,
): Handle => {
  const now = () => 0
  const catalog = createCatalog({ now })
  if (dialect === 'v1') return createV1({ send: send('v2'), routes, config, now, catalogFor: catalog })
  const legacy = upstream.some(({ to }) => to === 'graphql') ? send('graphql') : undefined
  return createGraphql({ v2: send('v2'), legacy, config, catalog, clock: { now } }).handle
}

/** What the present mapping makes of a recorded write: its upstream writes, in order. Nothing is sent. */
export const presentWrites = async (
  exchange: RecordedExchange,
  config: ProxyConfig,
  reads: KnownReads,
): Promise<WriteRequest[]> => {
  const writes: WriteRequest[] = []
  const handle = handlerFor(exchange, config, fromRecord(exchange, reads, writes))
  // A refusal before anything is sent shows as a request that is missing.
  await handle(callOf(exchange)).catch(() => undefined)
  return writes
}
