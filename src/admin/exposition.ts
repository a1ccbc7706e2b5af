import prometheus from 'prom-client'
import type { Family } from './meter.ts'

/** A whole set of metrics as plain data: what a worker hands to the primary. */
export type Snapshot = readonly object[]

/** One process's metrics, for its own listener or for another process to add up. */
export interface Exposition {
  readonly contentType: string
  /** Prometheus text exposition format 0.0.4. */
  readonly text: () => Promise<string>
  readonly snapshot: () => Promise<Snapshot>
}

/** A family in the form that registries ask for: read when somebody scrapes, never pushed to. */
const asMetric = (family: Family) => ({
  ...{ name: family.name, help: family.help, type: family.type, aggregator: family.aggregator },
  get: async () => ({
    ...{ name: family.name, help: family.help, type: family.type, aggregator: family.aggregator },
    values: family.samples(),
  }),
})

/**
 * Metrics of this process: ours, and what the library knows of node (memory, event-loop delay, collections).
 * @param families asked again at every scrape.
 */
export const createExposition = (families: readonly Family[]): Exposition => {
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  // The registry only ever calls `get`; the library's type asks for one of its own classes.
  for (const family of families) registry.registerMetric(asMetric(family) as unknown as prometheus.Metric)
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    snapshot: async () => (await registry.getMetricsAsJSON()) as unknown as Snapshot,
  }
}

type Plain = Parameters<typeof prometheus.AggregatorRegistry.aggregate>[0]

const registryOf = (snapshots: readonly Snapshot[]) =>
  prometheus.AggregatorRegistry.aggregate(snapshots as unknown as Plain)

/** Several processes' metrics as one: counters and distributions are added, gauges as each says. */
export const textOfAll = (snapshots: readonly Snapshot[]): Promise<string> => registryOf(snapshots).metrics()

/** The same as data, and only of what outlives a process: a count that went down would be read as a restart of all. */
export const countsOfAll = async (snapshots: readonly Snapshot[]): Promise<Snapshot> =>
  (await registryOf(snapshots).getMetricsAsJSON()).filter(({ type }) => LASTING.has(String(type)))

const LASTING = new Set(['counter', 'histogram'])
