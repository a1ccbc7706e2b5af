import { expect, test } from 'vitest'
import { usageReport } from './usage/report.ts'
import { usagePage } from './usage-page.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('one call is one call, and a caller without a name is said to have none', async () => {
  const use = { consumer: 'key-1', operation: 'v1.pods.list', rule: '', first: NOW, last: NOW, count: 1 }
  const report = usageReport({ since: NOW, usage: [{ ...use, client: 'none' }], days: [] }, NOW)
  const page = String(await usagePage(report, { pages: [] }))
  expect(page).toContain('<span>no User-Agent</span><span>1 call</span>')
})

test('of thousands of consumers those who called last are shown, and where the others are is said', async () => {
  const usage = Array.from({ length: 5_000 }, (_, at) => ({
    ...{ consumer: `key-${at}`, client: 'none', operation: 'v1.pods.list', rule: '' },
    ...{ first: NOW - at, last: NOW - at, count: 1 },
  }))
  const page = String(await usagePage(usageReport({ since: NOW, usage, days: [] }, NOW), { pages: [] }))
  expect(page.match(/<details>/g)).toHaveLength(200)
  expect(page).toContain('<code>key-0</code>')
  expect(page).toContain('4800 more called longest ago: <a href="/usage">')
  expect(page.length).toBeLessThan(1_000_000)
})
