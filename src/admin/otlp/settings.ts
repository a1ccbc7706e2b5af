/** What the standard OTEL_ variables ask for. */
export interface OtlpSettings {
  /** Where spans go; undefined for nowhere. */
  readonly traces: string | undefined
  readonly metrics: string | undefined
  readonly headers: {
    readonly traces: Readonly<Record<string, string>>
    readonly metrics: Readonly<Record<string, string>>
  }
  /** Attributes of the resource: `service.name` and whatever the operator adds. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: string
  /** 0 to 1, for the samplers that take a ratio. */
  readonly ratio: number
  /** Milliseconds. */
  readonly timeout: number
  readonly spanEvery: number
  readonly metricsEvery: number
}

type Environment = Readonly<Record<string, string | undefined>>

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return text.trim()
  }
}

/** `a=1,b=2`, percent-encoded (W3C Baggage), as headers and resource attributes are written. */
const pairs = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]]
    }),
  )

const numberOf = (text: string | undefined, fallback: number): number => {
  const value = Number(text)
  return text !== undefined && text !== '' && Number.isFinite(value) && value >= 0 ? value : fallback
}

type Signal = 'TRACES' | 'METRICS'

const endpointOf = (environment: Environment, signal: Signal): string | undefined => {
  const exporters = (environment[`OTEL_${signal}_EXPORTER`] ?? 'otlp').split(',')
  if (!exporters.includes('otlp')) return undefined
  const own = environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]
  if (own) return own
  const shared = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  return shared ? `${shared.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}` : undefined
}

const headersOf = (environment: Environment, signal: Signal): Record<string, string> => ({
  ...pairs(environment.OTEL_EXPORTER_OTLP_HEADERS),
  ...pairs(environment[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`]),
})

/** Reads the variables of the OpenTelemetry specification; undefined where they ask for nothing. */
export const readOtlpSettings = (environment: Environment): OtlpSettings | undefined => {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const traces = endpointOf(environment, 'TRACES')
  const metrics = endpointOf(environment, 'METRICS')
  if (!traces && !metrics) return undefined
  const resource = pairs(environment.OTEL_RESOURCE_ATTRIBUTES)
  const name = environment.OTEL_SERVICE_NAME || resource['service.name'] || 'upshift'
  return {
    traces,
    metrics,
    headers: { traces: headersOf(environment, 'TRACES'), metrics: headersOf(environment, 'METRICS') },
    resource: { ...resource, 'service.name': name },
    sampler: environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on',
    ratio: numberOf(environment.OTEL_TRACES_SAMPLER_ARG, 1),
    timeout: numberOf(environment.OTEL_EXPORTER_OTLP_TIMEOUT, 10_000),
    spanEvery: numberOf(environment.OTEL_BSP_SCHEDULE_DELAY, 5_000),
    metricsEvery: numberOf(environment.OTEL_METRIC_EXPORT_INTERVAL, 60_000),
  }
}
