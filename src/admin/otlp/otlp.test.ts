import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type OperatedProxy, operatedProxy } from '../../../test/support/operated-proxy.ts'
import { proxyVocabulary } from '../proxy-vocabulary.ts'
import { openOtlp } from './open-otlp.ts'
import { readOtlpSettings } from './settings.ts'
import { samplerOf } from './spans.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Export {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
  readonly body: any
}

const collector = async () => {
  const got: Export[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('nothing is asked for, nothing is set up', () => {
  expect(readOtlpSettings({})).toBeUndefined()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }
  expect(readOtlpSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(
    readOtlpSettings({ ...endpoint, OTEL_METRICS_EXPORTER: 'none', OTEL_SERVICE_NAME: 'mine' }),
  ).toMatchObject({
    traces: 'http://c:4318/v1/traces',
    metrics: undefined,
    resource: { 'service.name': 'mine' },
  })
})

test('samplers decide as their names say', () => {
  const span = { sent: undefined, spanId: '1'.repeat(16), parentId: undefined, flags: '00' }
  const root = { ...span, traceId: `${'a'.repeat(18)}80000000000000` }
  const child = { ...root, parentId: '2'.repeat(16) }
  const by = (sampler: string, ratio = 1) => samplerOf({ sampler, ratio })
  expect(by('always_off')(root)).toBe(false)
  expect(by('always_on')(child)).toBe(true)
  expect(by('parentbased_always_on')(root)).toBe(true)
  expect(by('parentbased_always_on')(child)).toBe(false)
  expect(by('parentbased_always_off')({ ...child, flags: '01' })).toBe(true)
  expect(by('traceidratio', 0.4)(root)).toBe(false)
  expect(by('traceidratio', 0.6)(root)).toBe(true)
})

test('a request becomes a span of its caller, each upstream call a child, and the numbers are exported', async () => {
  const { got, url } = await collector()
  const settings = readOtlpSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  })
  if (!settings) throw new Error('no settings')
  const otlp = openOtlp({
    ...{ settings, vocabulary: proxyVocabulary(), version: '1.2.3' },
    onTrouble: (error) => {
      throw error
    },
  })
  const running: OperatedProxy = await operatedProxy({
    listening: otlp.listening,
    proxy: () => ({ sampler: otlp.sampler }),
  })
  closers.push(running.close)
  otlp.exportMetrics(running.operator.metrics.families())
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { authorization: 'Bearer sandbox-key', traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  expect((await fetch(`${running.proxy}/v1/templates`, { headers })).status).toBe(200)
  await new Promise((resolve) => setImmediate(resolve))
  await otlp.close()
  const traces = got.find(({ path }) => path === '/v1/traces')
  expect(traces?.headers).toMatchObject({ 'x-team': 'a b', 'content-type': 'application/json' })
  const [server, client] = traces?.body.resourceSpans[0].scopeSpans[0].spans ?? []
  expect(server).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    name: 'v1.templates.list',
    kind: 2,
  })
  expect(client).toMatchObject({ traceId, parentSpanId: server.spanId, name: 'GET /v2/templates', kind: 3 })
  expect(BigInt(client.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server.startTimeUnixNano))
  expect(JSON.stringify(got)).not.toContain('sandbox-key')
  const metrics = got.find(({ path }) => path === '/v1/metrics')?.body.resourceMetrics[0].scopeMetrics[0]
    .metrics
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
  const named = (name: string) => metrics.find((one: any) => one.name === name)
  expect(named('upshift_requests_total').sum.dataPoints).toContainEqual(
    expect.objectContaining({ asDouble: 1 }),
  )
  expect(named('upshift_added_latency_seconds').histogram.dataPoints[0]).toMatchObject({ count: '1' })
  // What went upstream is a child of our span, and the sandbox heard of it.
  const record = (await (await fetch(`${running.sandbox}/_sandbox/requests`)).json()) as {
    requests: { headers: Record<string, string> }[]
  }
  expect(record.requests.at(-1)?.headers.traceparent).toBe(`00-${traceId}-${server.spanId}-01`)
})

test('a collector that is away costs spans, never requests or memory', async () => {
  const troubles: unknown[] = []
  const settings = readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  if (!settings) throw new Error('no settings')
  const otlp = openOtlp({
    ...{ settings, vocabulary: proxyVocabulary(), version: '1' },
    onTrouble: (error) => troubles.push(error),
  })
  const running = await operatedProxy({ listening: otlp.listening, proxy: () => ({ sampler: otlp.sampler }) })
  closers.push(running.close)
  const answer = await fetch(`${running.proxy}/v1/templates`, {
    headers: { authorization: 'Bearer sandbox-key' },
  })
  expect(answer.status).toBe(200)
  await otlp.close()
  await otlp.close()
  expect(troubles).toHaveLength(1)
})
