import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dialect, Trace } from '../proxy/exchange.ts'
import type { Outcome } from '../server/request-trace.ts'
import { createExposition, textOfAll } from './exposition.ts'
import { ProxyMetrics } from './proxy-metrics.ts'
import { proxyVocabulary } from './proxy-vocabulary.ts'

const vocabulary = proxyVocabulary()
const open = () => new ProxyMetrics(vocabulary, { inFlight: () => 3 })
const trace = (over: Partial<Trace> = {}): Trace => ({
  id: 'r1',
  dialect: 'v1',
  operation: 'v1.templates.list',
  notes: [],
  upstream: [],
  ...over,
})
const outcome = (over: Partial<Outcome> = {}): Outcome => ({
  ...{ status: 200, began: 0, took: 12, ownTime: 0.4, cut: false },
  ...over,
})
const text = (metrics: ProxyMetrics) => createExposition(metrics.families()).text()
const ours = (lines: string) => lines.split('\n').filter((line) => line.startsWith('upshift_'))

test('a call that was shared counts once, for the request it was made for', async () => {
  const metrics = open()
  const hop = { method: 'GET', route: '/v2/templates', status: 200, took: 20 }
  metrics.finished(trace({ upstream: [hop] }), outcome())
  metrics.finished(trace({ upstream: [{ ...hop, shared: true }] }), outcome())
  const lines = ours(await text(metrics))
  expect(lines).toContain('upshift_upstream_seconds_count{method="GET",route="/v2/templates"} 1')
})

test('a request shows in every family it belongs to', async () => {
  const metrics = open()
  metrics.finished(
    trace({
      operation: 'v1.templates.create',
      notes: [{ code: 'DROPPED', rule: 'v1.templates.create.readme', at: 'readme', why: '' }],
      upstream: [{ method: 'POST', route: '/v2/templates', status: 503, took: 20 }],
    }),
    outcome({ status: 502 }),
  )
  metrics.finished(trace({ split: { v2: 2, legacy: 1 }, dialect: 'graphql' }), outcome())
  metrics.legacyCall('v1', 'key-1', 200)
  metrics.cacheRead('catalog', false)
  metrics.cacheRead('documents', true)
  const lines = ours(await text(metrics))
  for (const line of [
    'upshift_requests_total{dialect="v1",operation="v1.templates.create",class="5xx"} 1',
    'upshift_added_latency_seconds_bucket{dialect="v1",le="0.00025"} 0',
    'upshift_added_latency_seconds_bucket{dialect="v1",le="0.0005"} 1',
    'upshift_notes_total{rule="v1.templates.create.readme",code="DROPPED"} 1',
    'upshift_upstream_seconds_count{method="POST",route="/v2/templates"} 1',
    'upshift_upstream_errors_total{method="POST",route="/v2/templates",kind="5xx"} 1',
    'upshift_graphql_fields_total{by="v2"} 2',
    'upshift_graphql_fields_total{by="legacy"} 1',
    'upshift_cache_reads_total{cache="catalog",outcome="miss"} 1',
    'upshift_cache_reads_total{cache="documents",outcome="hit"} 1',
    'upshift_legacy_calls_total{consumer="key-1",dialect="v1"} 1',
    'upshift_in_flight 3',
  ])
    expect(lines).toContain(line)
})

test('a cut answer counts as cut, whatever its status said', async () => {
  const metrics = open()
  metrics.finished(trace(), outcome({ cut: true }))
  expect(await text(metrics)).toContain(
    'upshift_requests_total{dialect="v1",operation="v1.templates.list",class="cut"} 1',
  )
})

test('an id in a hop does not become a label', async () => {
  const metrics = open()
  const hop = (route: string) => ({ method: 'GET', route, status: 200, took: 1 })
  metrics.finished(
    trace({
      upstream: [hop('/v2/pods/abc123'), hop('/v2/catalog/gpus/NVIDIA%20A40'), hop('/elsewhere/abc')],
    }),
    outcome(),
  )
  const said = await text(metrics)
  expect(said).toContain('route="/v2/catalog/gpus/{id}"')
  expect(said).toContain('route="/v2/pods/{id}"')
  expect(said).toContain('route="other"')
  expect(said).not.toMatch(/abc|A40/)
})

test('no caller can make up a label or grow their number', async () => {
  const word = fc.string({ maxLength: 20 })
  const metrics = open()
  fc.assert(
    fc.property(word, word, word, fc.integer({ min: 0, max: 999 }), (operation, rule, route, status) => {
      const dialect = fc.sample(fc.constantFrom<Dialect>('v1', 'graphql', 'v2', 'jobs', 'none'), 1)[0] ?? 'v1'
      metrics.finished(
        trace({
          dialect,
          operation: `v1.${operation}`,
          notes: [{ code: 'DROPPED', rule: `v2.${rule}`, at: rule, why: '' }],
          upstream: [{ method: operation, route, status: 200, took: 1 }],
        }),
        outcome({ status }),
      )
      metrics.legacyCall(dialect, `key-${operation}`, status)
    }),
    { numRuns: 2_000 },
  )
  const lines = ours(await text(metrics))
  expect(lines.length).toBeLessThan(500)
  expect(lines.filter((line) => line.startsWith('upshift_legacy_calls_total'))).toHaveLength(
    new Set(lines.filter((line) => line.startsWith('upshift_legacy_calls_total'))).size,
  )
  expect(lines.filter((line) => line.startsWith('upshift_legacy_calls')).length).toBeLessThanOrEqual(52 * 5)
})

test('rejected keys get no series of their own', async () => {
  const metrics = open()
  for (let at = 0; at < 100; at += 1) metrics.legacyCall('v1', `key-${at}`, 401)
  expect(await text(metrics)).toContain('upshift_legacy_calls_total{consumer="rejected",dialect="v1"} 100')
})

test('several processes add up', async () => {
  const two = [open(), open()]
  for (const metrics of two) metrics.finished(trace(), outcome())
  const snapshots = await Promise.all(two.map((metrics) => createExposition(metrics.families()).snapshot()))
  const said = await textOfAll(snapshots)
  expect(said).toContain('upshift_requests_total{dialect="v1",operation="v1.templates.list",class="2xx"} 2')
  expect(said).toContain('upshift_added_latency_seconds_count{dialect="v1"} 2')
  expect(said).toContain('upshift_in_flight 6')
  expect(said).toContain('nodejs_eventloop_lag_p99_seconds')
})
