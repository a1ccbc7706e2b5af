import type { Sampler } from '../../server/trace-context.ts'
import type { Family } from '../meter.ts'
import type { Listening } from '../observe.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { createMetricExporter } from './metrics.ts'
import type { OtlpSettings } from './settings.ts'
import { createSpanExporter, samplerOf } from './spans.ts'

/** Exporters that run until they are closed. */
export interface Otlp {
  /** Undefined where no spans are asked for. */
  readonly sampler: Sampler | undefined
  readonly listening: readonly Listening[]
  /** Begins to export metrics. */
  readonly exportMetrics: (families: readonly Family[]) => void
  readonly close: () => Promise<void>
}

export interface OtlpOptions {
  readonly settings: OtlpSettings
  readonly vocabulary: Vocabulary
  readonly version: string
  /** Told when an export failed; what it held is lost. */
  readonly onTrouble: (error: unknown) => void
}

/** Opens what the settings ask for. */
export const openOtlp = ({ settings, vocabulary, version, onTrouble }: OtlpOptions): Otlp => {
  const exports: (() => Promise<void>)[] = []
  const timers: NodeJS.Timeout[] = []
  const every = (milliseconds: number, work: () => Promise<void>): void => {
    exports.push(work)
    timers.push(setInterval(() => void work().catch(onTrouble), Math.max(milliseconds, 100)).unref())
  }
  const spans = settings.traces === undefined ? undefined : createSpanExporter(settings, vocabulary, version)
  if (spans) every(settings.spanEvery, spans.flush)
  return {
    sampler: spans && samplerOf(settings),
    listening: spans ? [spans.listening] : [],
    exportMetrics: (families) => {
      if (settings.metrics !== undefined)
        every(settings.metricsEvery, createMetricExporter(settings, families, version))
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(exports.map((work) => work().catch(onTrouble)))
    },
  }
}
