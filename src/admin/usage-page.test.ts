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
