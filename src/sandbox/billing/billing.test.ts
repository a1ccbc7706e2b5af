import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sandboxClient } from '../../../test/support/sandbox-client.ts'
import { bucketStart } from './buckets.ts'

const HOUR = 3_600_000
const pod = { name: 'p', image: 'i', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 2 } }

describe('billing', () => {
  test('a pod costs its compute while it is up, and its volume always', async () => {
    const { call, clock } = sandboxClient()
    const volume = { persistent: { size: 100, path: '/w' } }
    const { body } = await call('POST', '/v2/pods', { ...pod, mounts: volume })
    await clock.advance(2 * HOUR)
    await call('POST', `/v2/pods/${body.id}/action`, { action: 'stop' })
    await clock.advance(HOUR)
    await call('DELETE', `/v2/pods/${body.id}`)
    await clock.advance(5 * HOUR)
    const { body: hourly } = await call('GET', '/v2/billing/pods?bucketSize=hour')
    expect(hourly.records.map(({ gpuAmount }: { gpuAmount: number }) => gpuAmount)).toEqual([1.38, 1.38, 0])
    expect(hourly.records[2].diskAmount).toBeGreaterThan(0)
    expect(hourly.metadata).toMatchObject({
      recordCount: 3,
      uniquePodCount: 1,
      totals: { gpuAmount: 2.76, cpuAmount: 0 },
    })
    const { body: all } = await call('GET', '/v2/billing')
    expect(all.metadata.totals.podGpuAmount).toBe(2.76)
    expect(all.metadata.totals.totalAmount).toBeCloseTo(hourly.metadata.totals.totalAmount, 6)
    expect((await call('GET', '/v2/billing/pods?podId=other')).body.records).toEqual([])
    expect((await call('GET', `/v2/billing/pods?podId=${body.id}`)).body.metadata.query.podId).toBe(body.id)
  })

  test('every family has its own history', async () => {
    const { call, clock } = sandboxClient()
    const cpu = { name: 'c', image: 'i', cpu: { id: 'cpu3c', vcpuCount: 2 } }
    await call('POST', '/v2/pods', cpu)
    const fast = { name: 'v', size: 730, dataCenter: 'US-CA-2' }
    const { body: volume } = await call('POST', '/v2/network-volumes', fast)
    await call('POST', '/_sandbox/endpoint-charges', { amount: 0.25 })
    await clock.advance(HOUR)
    expect((await call('GET', '/v2/billing/pods?lastN=1')).body.records[0].cpuAmount).toBe(0.06)
    const { body: volumes } = await call('GET', '/v2/billing/network-volumes?lastN=1')
    expect(volumes.records).toMatchObject([
      { networkVolumeId: volume.id, standardAmount: 0, highPerformanceAmount: 0.14 },
    ])
    const { body: endpoints } = await call('GET', '/v2/billing/endpoints?lastN=2')
    expect(endpoints.metadata.totals).toEqual({ totalAmount: 0.25 })
    const { body: all } = await call('GET', '/v2/billing?bucketSize=year')
    expect(all.metadata.totals).toMatchObject({
      podCpuAmount: 0.06,
      storageHighPerformanceAmount: 0.14,
      endpointAmount: 0.25,
    })
  })

  test('the window is widened to whole buckets', async () => {
    const { call } = sandboxClient()
    const query = 'startTime=2026-12-01T10:30:00Z&endTime=2026-12-03T00:00:00%2B02:00&bucketSize=day'
    expect((await call('GET', `/v2/billing?${query}`)).body.metadata.query).toEqual({
      startTime: '2026-12-01T00:00:00Z',
      endTime: '2026-12-03T00:00:00Z',
      bucketSize: 'day',
    })
    expect((await call('GET', '/v2/billing?lastN=3&bucketSize=month')).body.metadata.query).toEqual({
      startTime: '2026-11-01T00:00:00Z',
      endTime: '2027-02-01T00:00:00Z',
      bucketSize: 'month',
    })
  })

  test.each([
    ['lastN=1&startTime=2026-12-01T00:00:00Z', 400],
    ['startTime=2026-12-02T00:00:00Z&endTime=2026-12-01T00:00:00Z', 400],
    ['startTime=yesterday', 422],
    ['bucketSize=minute', 422],
    ['lastN=0', 422],
    ['lastN=900000000000&bucketSize=year', 200],
  ])('%s is %i', async (query, status) => {
    const { call } = sandboxClient()
    expect((await call('GET', `/v2/billing/pods?${query}`)).status).toBe(status)
  })

  test('buckets cover all time without gaps', () => {
    const size = fc.constantFrom('hour', 'day', 'week', 'month', 'year' as const)
    fc.assert(
      fc.property(size, fc.integer({ min: 0, max: 4e12 }), (size, instant) => {
        const start = bucketStart(size as 'hour', instant)
        const next = bucketStart(size as 'hour', instant, 1)
        expect(start).toBeLessThanOrEqual(instant)
        expect(next).toBeGreaterThan(instant)
        expect(bucketStart(size as 'hour', next)).toBe(next)
        expect(bucketStart(size as 'hour', next, -1)).toBe(start)
      }),
    )
  })
})
