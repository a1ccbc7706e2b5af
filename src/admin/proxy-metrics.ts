import type { Dialect, GraphqlSplit, Trace, UpstreamHop } from '../proxy/exchange.ts'
import type { Outcome } from '../server/request-trace.ts'
import { type Cell, Counter, type Distribution, type Family, Gauge, Histogram } from './meter.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Seconds: the proxy's own share is a fraction of a millisecond. */
const ADDED = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5]
/** Seconds: a call to the next continent, a create, a job that is waited for. */
const UPSTREAM = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90, 300]
const MILLISECONDS = 1_000 // in a second

/** `cut`: the answer did not reach its caller whole. */
const CLASSES = ['cut', '1xx', '2xx', '3xx', '4xx', '5xx'] as const
const DIALECTS: readonly Dialect[] = ['v1', 'graphql', 'v2', 'jobs', 'none']
const METHODS = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'])

/** What a proxy can be asked about itself besides its requests. */
export interface Readings {
  readonly inFlight: () => number
}

/** Consumers with a series of their own; the next are `other`. */
const MOST_CONSUMERS = 50

/** Cells of one operation, by status class. */
type Requests = readonly Cell[]

interface HopCells {
  readonly took: Distribution
  readonly failed: Cell
  readonly refused: Cell
}

/** Which of the proxy's caches, e.g. `catalog`. Ours to name: never a caller's word. */
export type CacheName = 'catalog' | 'documents'

/** The numbers of one process. Nothing here allocates once an operation has been seen. */
export class ProxyMetrics {
  readonly #requests = new Counter(
    'upshift_requests_total',
    'Requests answered, by dialect, operation of the mapping and status class (cut: not delivered whole).',
    ['dialect', 'operation', 'class'],
  )
  readonly #added = new Histogram(
    'upshift_added_latency_seconds',
    "Time spent in the proxy itself: the request's time less the upstream's share and the caller's upload.",
    ADDED,
    ['dialect'],
  )
  readonly #notes = new Counter(
    'upshift_notes_total',
    'Translation notes, by rule of the mapping and code.',
    ['rule', 'code'],
  )
  readonly #hops = new Histogram(
    'upshift_upstream_seconds',
    'Upstream calls: time to their answer.',
    UPSTREAM,
    ['method', 'route'],
  )
  readonly #hopErrors = new Counter(
    'upshift_upstream_errors_total',
    'Upstream calls that got no answer (none) or an answer of 500 and above (5xx).',
    ['method', 'route', 'kind'],
  )
  readonly #split = new Counter(
    'upshift_graphql_fields_total',
    'GraphQL fields of an API, by who answers them: v2, or the legacy API they are forwarded to.',
    ['by'],
  )
  readonly #cache = new Counter('upshift_cache_reads_total', 'Reads of a cache, by outcome.', [
    'cache',
    'outcome',
  ])
  readonly #legacy = new Counter(
    'upshift_legacy_calls_total',
    `Legacy calls by consumer (fingerprint of the key), the first ${MOST_CONSUMERS} of them.`,
    ['consumer', 'dialect'],
  )
  readonly #byConsumer = new Map<string, Map<string, Cell>>()
  readonly #inFlight: Gauge
  readonly #vocabulary: Vocabulary
  readonly #byDialect = new Map<Dialect, Map<string, Requests>>(DIALECTS.map((name) => [name, new Map()]))
  readonly #addedBy = new Map(DIALECTS.map((name) => [name, this.#added.distribution(name)]))
  readonly #byRule = new Map<string, Map<string, Cell>>()
  readonly #byHop = new Map<string, Map<string, HopCells>>()
  readonly #splitCells = { v2: this.#split.cell('v2'), legacy: this.#split.cell('legacy') }
  readonly #cacheCells = {
    catalog: { hit: this.#cache.cell('catalog', 'hit'), miss: this.#cache.cell('catalog', 'miss') },
    documents: { hit: this.#cache.cell('documents', 'hit'), miss: this.#cache.cell('documents', 'miss') },
  }

  constructor(vocabulary: Vocabulary, readings: Readings) {
    this.#vocabulary = vocabulary
    this.#inFlight = new Gauge('upshift_in_flight', 'Requests being answered now.', readings.inFlight)
  }

  /** Counts one finished request. */
  finished(trace: Trace, { status, ownTime, cut }: Outcome): void {
    const requests = this.#requestsOf(trace.dialect, trace.operation)
    const at = cut ? 0 : Math.trunc(status / 100)
    const cell = requests[at] ?? requests[0]
    if (cell) cell.value += 1
    this.#addedBy.get(trace.dialect)?.observe(ownTime / MILLISECONDS)
    for (const { rule, code } of trace.notes) this.#noteCell(rule, code).value += 1
    for (const hop of trace.upstream) if (!hop.shared) this.#hop(hop)
    if (trace.split) this.#countSplit(trace.split)
  }

  /** Counts one legacy call of a consumer. A key that v2 rejects (401) gets no series: anybody can make one up. */
  legacyCall(dialect: Dialect, consumer: string, status: number): void {
    const sent = status === 401 ? 'rejected' : consumer
    const known = this.#byConsumer.get(sent)?.get(dialect)
    if (known) {
      known.value += 1
      return
    }
    const isFull = this.#byConsumer.size >= MOST_CONSUMERS && !this.#byConsumer.has(sent)
    const name = isFull ? 'other' : sent
    const cells = this.#byConsumer.get(name) ?? new Map<string, Cell>()
    const cell = cells.get(dialect) ?? this.#legacy.cell(name, dialect)
    cell.value += 1
    this.#byConsumer.set(name, cells.set(dialect, cell))
  }

  /** Counts one read of a cache. */
  cacheRead(cache: CacheName, hit: boolean): void {
    this.#cacheCells[cache][hit ? 'hit' : 'miss'].value += 1
  }

  /** Everything, as an exposition or an exporter reads it. */
  families(): readonly Family[] {
    return [
      this.#requests,
      this.#added,
      this.#notes,
      this.#hops,
      this.#hopErrors,
      this.#split,
      this.#cache,
      this.#legacy,
      this.#inFlight,
    ]
  }

  #countSplit({ v2, legacy }: GraphqlSplit): void {
    this.#splitCells.v2.value += v2
    this.#splitCells.legacy.value += legacy
  }

  #requestsOf(dialect: Dialect, sent: string): Requests {
    const operations = this.#byDialect.get(dialect)
    const known = operations?.get(sent)
    if (known) return known
    const operation = this.#vocabulary.operation(sent)
    const cells =
      operations?.get(operation) ?? CLASSES.map((name) => this.#requests.cell(dialect, operation, name))
    operations?.set(operation, cells)
    return cells
  }

  #noteCell(sent: string, code: string): Cell {
    const known = this.#byRule.get(sent)?.get(code)
    if (known) return known
    const rule = this.#vocabulary.rule(sent)
    const codes = this.#byRule.get(rule) ?? new Map<string, Cell>()
    const cell = codes.get(code) ?? this.#notes.cell(rule, code)
    this.#byRule.set(rule, codes.set(code, cell))
    return cell
  }

  #hop({ method, route, status, took }: UpstreamHop): void {
    const cells = this.#byHop.get(route)?.get(method) ?? this.#hopCells(method, route)
    cells.took.observe(took / MILLISECONDS)
    if (status === 0) cells.failed.value += 1
    else if (status >= 500) cells.refused.value += 1
  }

  #hopCells(sentMethod: string, sentRoute: string): HopCells {
    const route = this.#vocabulary.route(sentRoute)
    const method = METHODS.has(sentMethod) ? sentMethod : 'other'
    const methods = this.#byHop.get(route) ?? new Map<string, HopCells>()
    const cells = methods.get(method) ?? {
      took: this.#hops.distribution(method, route),
      failed: this.#hopErrors.cell(method, route, 'none'),
      refused: this.#hopErrors.cell(method, route, '5xx'),
    }
    this.#byHop.set(route, methods.set(method, cells))
    return cells
  }
}
