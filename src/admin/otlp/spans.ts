import { randomBytes } from 'node:crypto'
import type { UpstreamHop } from '../../proxy/exchange.ts'
import type { RequestTrace } from '../../server/request-trace.ts'
import type { Sampler } from '../../server/trace-context.ts'
import type { Listening } from '../observe.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { OtlpSettings } from './settings.ts'
import { attributes, nanoseconds, post, scopeOf } from './wire.ts'

const SERVER = 2
const CLIENT = 3
const FAILED = { code: 2 }
const BATCH = 512 // spans in one export
/** Spans waiting for their export; more are dropped. */
const MOST_WAITING = 4_096
const SAMPLED = 1
/** The last 56 bits of a trace id are random (W3C Trace Context level 2): compared with the ratio's share of them. */
const RANDOM_DIGITS = 14

const byRatio = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < ratio * 16 ** RANDOM_DIGITS

/** OTEL_TRACES_SAMPLER: always_on, always_off, traceidratio, and each parent-based. Unknown names mean the default. */
export const samplerOf = ({ sampler, ratio }: Pick<OtlpSettings, 'sampler' | 'ratio'>): Sampler => {
  const kind = sampler.replace(/^parentbased_/, '')
  const root = (traceId: string): boolean => {
    if (kind === 'always_off') return false
    return kind === 'traceidratio' ? byRatio(traceId, ratio) : true
  }
  const isParentBased =
    sampler.startsWith('parentbased_') || !['always_on', 'always_off', 'traceidratio'].includes(sampler)
  return ({ traceId, parentId, flags }) => {
    if (isParentBased && parentId !== undefined) return (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
    return root(traceId)
  }
}

export interface SpanExporter {
  readonly listening: Listening
  readonly flush: () => Promise<void>
}

const SPAN_BYTES = 8

/** Turns finished requests into spans, a child for each upstream call, and posts them in batches. */
export const createSpanExporter = (
  settings: OtlpSettings,
  vocabulary: Vocabulary,
  version: string,
): SpanExporter => {
  let waiting: object[] = []
  const hopSpan = ({ span }: RequestTrace, { method, route, status, took, began }: UpstreamHop) => {
    const start = performance.timeOrigin + (began ?? performance.now() - took)
    const name = `${method} ${vocabulary.route(route)}`
    return {
      ...{
        traceId: span.traceId,
        spanId: randomBytes(SPAN_BYTES).toString('hex'),
        parentSpanId: span.spanId,
      },
      ...{
        name,
        kind: CLIENT,
        startTimeUnixNano: nanoseconds(start),
        endTimeUnixNano: nanoseconds(start + took),
      },
      attributes: attributes({
        'http.request.method': method,
        'url.template': vocabulary.route(route),
        'http.response.status_code': status || undefined,
      }),
      ...((status === 0 || status >= 500) && { status: FAILED }),
    }
  }
  const listening: Listening = (trace, { status, began, took, cut }, request, consumer) => {
    if (Number.parseInt(trace.span.flags, 16) % 2 === 0 || waiting.length >= MOST_WAITING) return
    const start = performance.timeOrigin + began
    const { traceId, spanId, parentId } = trace.span
    waiting.push({
      ...{ traceId, spanId, ...(parentId && { parentSpanId: parentId }) },
      ...{ name: vocabulary.operation(trace.operation), kind: SERVER },
      ...{ startTimeUnixNano: nanoseconds(start), endTimeUnixNano: nanoseconds(start + took) },
      attributes: attributes({
        'http.request.method': request.method,
        'http.response.status_code': status || undefined,
        'upshift.dialect': trace.dialect,
        'upshift.consumer': consumer.id,
        'upshift.client': consumer.client,
        'upshift.request': trace.id,
      }),
      ...((cut || status >= 500) && { status: FAILED }),
    })
    for (const hop of trace.upstream) if (!hop.shared) waiting.push(hopSpan(trace, hop))
  }
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      const { resource, scope } = scopeOf(settings, version)
      const body = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }
      await post(settings.traces ?? '', settings.headers.traces, settings.timeout, body)
    }
  }
  return { listening, flush }
}
