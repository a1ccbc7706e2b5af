import type { IncomingMessage } from 'node:http'
import type { Trace } from '../proxy/exchange.ts'
import { type Observer, type Outcome, RequestTrace } from '../server/request-trace.ts'
import type { Consumer } from './fingerprint.ts'
import type { ProxyMetrics } from './proxy-metrics.ts'
import type { UsageRecorder } from './usage/recorder.ts'

/** Whoever wants to know of a finished request, with everything there is to know. */
export type Listening = (
  trace: RequestTrace,
  outcome: Outcome,
  request: IncomingMessage,
  consumer: Consumer,
) => void

export interface ObserverOptions {
  readonly metrics: ProxyMetrics
  readonly usage: UsageRecorder
  readonly consumerOf: (request: IncomingMessage) => Consumer
  /** The log, the span exporter: whatever is switched on. */
  readonly listening: readonly Listening[]
  /** Told when one of them threw. */
  readonly onTrouble: (error: unknown) => void
}

const isLegacy = ({ dialect }: Trace): boolean => dialect === 'v1' || dialect === 'graphql'

/** Hands each finished request to all who count, note or write it down; a failing one of them fails alone. */
export const createObserver = (options: ObserverOptions): Observer => {
  const { metrics, usage, consumerOf, listening } = options
  const tell = (trace: Trace, outcome: Outcome, request: IncomingMessage): void => {
    metrics.finished(trace, outcome)
    if (listening.length === 0 && !isLegacy(trace)) return
    const consumer = consumerOf(request)
    if (isLegacy(trace)) metrics.legacyCall(trace.dialect, consumer.id, outcome.status)
    usage.record(trace, consumer, outcome.status)
    if (trace instanceof RequestTrace) for (const one of listening) one(trace, outcome, request, consumer)
  }
  return {
    finished: (trace, outcome, request) => {
      try {
        tell(trace, outcome, request)
      } catch (error) {
        options.onTrouble(error)
      }
    },
  }
}
