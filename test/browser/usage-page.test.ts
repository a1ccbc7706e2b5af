import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usageReport } from '../../src/admin/usage/report.ts'
import { usagePage } from '../../src/admin/usage-page.ts'
import { axeViolations, chromiumPath, openPage, overflow, startBrowser, type View } from './open-page.ts'

const DAY = 86_400_000 // milliseconds
const NOW = Date.parse('2026-11-21T12:00:00Z')
const VIEWS: readonly (readonly [string, View])[] = [
  ['desktop, light', { width: 1280, height: 900, colorScheme: 'light' }],
  ['desktop, dark', { width: 1280, height: 900, colorScheme: 'dark' }],
  ['phone, light', { width: 390, height: 844, colorScheme: 'light' }],
  ['phone, dark', { width: 390, height: 844, colorScheme: 'dark' }],
]
const PHONE: View = { width: 390, height: 844, colorScheme: 'light' }
const RULES = ['', 'v1.templates.create.containerRegistryAuthId', 'v1.templates.create.readme']

const namesOf = (consumers: number): string[] =>
  Array.from({ length: consumers }, (_, at) => `key-${String(at).repeat(16).slice(0, 16)}`)

const render = async (names: readonly string[], rules = RULES, client = 'runpod-python'): Promise<string> => {
  const report = usageReport(
    {
      since: NOW - 60 * DAY,
      usage: names.flatMap((consumer, at) =>
        rules.map((rule) => ({
          ...{ consumer, client, operation: 'v1.templates.create', rule },
          ...{ count: 12_345 * (at + 1), first: NOW - 50 * DAY, last: NOW - at * DAY },
        })),
      ),
      days: names.flatMap((consumer, at) =>
        Array.from({ length: 30 }, (_, back) => ({
          ...{ day: new Date(NOW - back * DAY).toISOString().slice(0, 10), consumer },
          ...{ operation: 'v1.templates.create', count: (back * (at + 3)) % 17 },
        })),
      ),
    },
    NOW,
  )
  const links = { pages: [['/mapping', 'Mapping']] as const, ruleHref: (rule: string) => `/mapping#${rule}` }
  return String(await usagePage(report, links))
}

const path = chromiumPath()

test.runIf(path === undefined)('no Chromium here: the usage page was not tried in one', () => {
  expect(path).toBeUndefined()
})

describe.runIf(path !== undefined)('the usage page in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
  })

  test.each(VIEWS)(
    '%s: nothing for axe, no sideways scrolling, no request',
    async (_name, view) => {
      const { page, requests, close } = await openPage(browser, await render(namesOf(5)), view)
      await page.locator('summary').first().click()
      expect(await page.locator('details[open] td').count()).toBeGreaterThan(3)
      expect(await axeViolations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(requests).toEqual([])
      await close()
    },
    60_000,
  )

  test('an empty one says what to do', async () => {
    const { page, close } = await openPage(browser, await render([]), PHONE)
    expect(await page.locator('main').textContent()).toContain("Point a client at the proxy's port")
    expect(await axeViolations(page)).toEqual([])
    await close()
  }, 60_000)

  test('words without an end stay on the page, and what scrolls is reached by keyboard', async () => {
    const word = 'x'.repeat(400)
    const { page, close } = await openPage(browser, await render([`key-${word}`], ['', word], word), PHONE)
    await page.locator('summary').first().click()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await close()
    const plain = await openPage(browser, await render(['key-1'], ['']), PHONE)
    await plain.page.locator('summary').first().click()
    expect(await axeViolations(plain.page)).toEqual([])
    await plain.close()
  }, 60_000)
})
