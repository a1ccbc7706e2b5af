import type { IncomingMessage } from 'node:http'
import type { Observer } from '../server/request-trace.ts'
import type { Store } from '../storage/contract.ts'
import { createExposition, type Exposition } from './exposition.ts'
import { type Consumer, createConsumerReader } from './fingerprint.ts'
import type { Log } from './log.ts'
import { Gauge } from './meter.ts'
import { createObserver, type Listening } from './observe.ts'
import { ProxyMetrics } from './proxy-metrics.ts'
import { createRequestLog } from './request-log.ts'
import { UsageRecorder } from './usage/recorder.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface OperatorOptions {
  readonly store: Store
  readonly log: Pick<Log, 'logger' | 'line'>
  readonly vocabulary: Vocabulary
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Further readers of finished requests, e.g. the span exporter. */
  readonly listening?: readonly Listening[]
}

/** What one proxy process tells its operator. */
export interface Operator {
  readonly observer: Observer
  readonly metrics: ProxyMetrics
  readonly exposition: Exposition
  /** Fingerprints a key; undefined until the installation's secret is known. */
  readonly fingerprint: () => ((key: string) => string) | undefined
  /** Says where the number of requests in flight is to be had. */
  readonly watch: (inFlight: () => number) => void
  /** Stores what is counted and not yet stored. */
  readonly flush: () => Promise<void>
  /** The last flush, and no more after it. */
  readonly stop: () => Promise<void>
}

const FLUSH_EVERY = 5_000 // milliseconds
const TIDY_EVERY = 3_600_000 // milliseconds
/** Days of single counts kept: a year and a month, for those who compare. Totals stay. */
const DAYS_KEPT = 396
const DAY = 86_400_000 // milliseconds

const UNKNOWN: Consumer = { id: 'unidentified', client: 'other' }

/** A salt that is asked for until it is had: a store that is away must not keep a proxy from serving. */
class Identity {
  readonly #store: Store
  consumerOf: (request: IncomingMessage) => Consumer = () => UNKNOWN
  fingerprint: ((key: string) => string) | undefined

  constructor(store: Store) {
    this.#store = store
  }

  async learn(): Promise<void> {
    if (this.fingerprint) return
    const reader = createConsumerReader(await this.#store.salt())
    this.consumerOf = reader.consumerOf
    this.fingerprint = reader.fingerprint
  }
}

/** Sets up metrics, usage and log of this process. Never fails for a store that is away. */
export const openOperator = async (options: OperatorOptions): Promise<Operator> => {
  const { store, log, vocabulary, now } = options
  const { logger } = log
  const identity = new Identity(store)
  const onTrouble = (error: unknown): void =>
    logger.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'usage store')
  let inFlight = () => 0
  const metrics = new ProxyMetrics(vocabulary, { inFlight: () => inFlight() })
  const usage = new UsageRecorder({ store, vocabulary, now, onTrouble })
  const exposition = createExposition([
    ...metrics.families(),
    new Gauge('upshift_usage_waiting', 'Rows of usage that wait for the store.', () => usage.waiting),
    new Gauge(
      'upshift_usage_lost',
      'Calls not counted because the store was away too long.',
      () => usage.lost,
    ),
  ])
  const observer = createObserver({
    metrics,
    usage,
    consumerOf: (request) => identity.consumerOf(request),
    listening: [
      ...(logger.isLevelEnabled('warn') ? [createRequestLog(log, vocabulary)] : []),
      ...(options.listening ?? []),
    ],
    onTrouble: () => logger.error('a request could not be counted'),
  })

  const flush = async (): Promise<void> => {
    await identity.learn().catch(() => {}) // said by the flush that fails with it
    await usage.flush()
  }
  const tidy = (): void => {
    const oldest = new Date(now() - DAYS_KEPT * DAY).toISOString().slice(0, 10)
    store.forgetUsage(oldest).catch(onTrouble)
  }
  await identity.learn().catch(onTrouble)
  const timers = [setInterval(flush, FLUSH_EVERY).unref(), setInterval(tidy, TIDY_EVERY).unref()]
  return {
    observer,
    metrics,
    exposition,
    fingerprint: () => identity.fingerprint,
    watch: (read) => {
      inFlight = read
    },
    flush,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await flush()
    },
  }
}
