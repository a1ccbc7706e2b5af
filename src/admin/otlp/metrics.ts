import { type Family, Histogram, type Sample } from '../meter.ts'
import type { OtlpSettings } from './settings.ts'
import { attributes, nanoseconds, post, scopeOf } from './wire.ts'

/** OTLP's AggregationTemporality: totals since the start, as Prometheus has them. */
const CUMULATIVE = 2

interface Span {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

const point = ({ labels, value }: Sample, times: Span) => ({
  ...times,
  attributes: attributes(labels),
  asDouble: value,
})

const histogramPoints = (family: Histogram, times: Span) =>
  family.all().map(({ labels, child }) => ({
    ...times,
    attributes: attributes(labels),
    count: String(child.count),
    sum: child.sum,
    bucketCounts: Array.from(child.counts, String),
    explicitBounds: child.bounds,
  }))

const metricOf = (family: Family, times: Span): object => {
  const { name, help: description } = family
  if (family instanceof Histogram)
    return {
      ...{ name, description, unit: 's' },
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(family, times) },
    }
  const dataPoints = family.samples().map((sample) => point(sample, times))
  if (family.type === 'gauge') return { name, description, gauge: { dataPoints } }
  return { name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
}

/** Posts the proxy's own families; each call is one export. */
export const createMetricExporter = (
  settings: OtlpSettings,
  families: readonly Family[],
  version: string,
): (() => Promise<void>) => {
  const startTimeUnixNano = nanoseconds(Date.now())
  return () => {
    const times = { startTimeUnixNano, timeUnixNano: nanoseconds(Date.now()) }
    const { resource, scope } = scopeOf(settings, version)
    const metrics = families.map((family) => metricOf(family, times))
    const body = { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }
    return post(settings.metrics ?? '', settings.headers.metrics, settings.timeout, body)
  }
}
