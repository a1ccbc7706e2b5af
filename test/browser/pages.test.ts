import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReference } from '../../src/reference/html.ts'
import type { ReferenceModel } from '../../src/reference/model.ts'
import { reference, referenceOf } from '../../src/reference/reference.ts'
import { againstBaseline, baselineOf } from '../../src/report/baseline.ts'
import { htmlReport } from '../../src/report/html.ts'
import type { ReportFinding, ReportModel } from '../../src/report/model.ts'
import { axeViolations, chromiumPath, openPage, overflow, startBrowser, type View } from './open-page.ts'

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const VIEWS: readonly (readonly [string, View])[] = [
  ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
  ['desktop, dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['phone, light', { ...PHONE, colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
]

const CLASSES = ['required', 'quiet', 'decision', 'cleanup'] as const

const finding = (at: number): ReportFinding => ({
  rule: `v1.pods.create.field${at % 7}`,
  file: `services/part-${at % 3}/src/some/deep/directory/module-${at % 9}.py`,
  line: at + 1,
  column: 3,
  endColumn: 12,
  drawer: at % 5 === 0 ? 'graphql' : 'rest-v1',
  class: CLASSES[at % 4] ?? 'required',
  old: `oldField${at}`,
  v2: at % 4 === 2 ? '' : `some.nested.field${at}`,
  fix: 'assisted',
  confidence: at % 2 === 0 ? 'high' : 'low',
  why: 'v2 calls it something else, and this sentence is long enough to wrap on a small screen',
  fingerprint: `f${at}`,
  owners: at % 3 === 0 ? [] : [`@team-${at % 3}`],
  state: 'new',
})

const report = (): ReportModel => {
  const findings = Array.from({ length: 40 }, (_, at) => finding(at))
  const model: ReportModel = {
    report: 'upshift-report/1',
    tool: { name: 'upshift', version: '0.1.0' },
    command: 'audit',
    paths: ['.'],
    files: 120,
    findings: [
      ...findings,
      { ...finding(99), suppressed: { kind: 'keep', reason: 'rollback', until: '2027-01-31' } },
    ],
    inventory: [{ ...finding(98), class: 'none', drawer: 'jobs' }],
    rules: [],
    skipped: [{ path: 'logo.png', why: 'BINARY' }],
    encodings: [],
  }
  return againstBaseline(
    model,
    baselineOf([...findings.slice(0, 30), { ...finding(200) }, { ...finding(201) }]),
  )
}

/** One resource and the facts: every kind of element, at a size that axe reads in a second. */
const part = (): ReferenceModel => ({ ...reference(), resources: referenceOf('templates')?.resources ?? [] })

const PAGES: readonly (readonly [string, () => string])[] = [
  ['the audit report', () => htmlReport(report())],
  ['an empty report', () => htmlReport({ ...report(), findings: [], inventory: [] })],
  ['the reference', () => htmlReference(part())],
]

const path = chromiumPath()

test.runIf(path === undefined)(
  'no Chromium here: the page tests did not run (install one, or name it in UPSHIFT_CHROMIUM)',
  () => {
    expect(path).toBeUndefined()
  },
)

describe.runIf(path !== undefined)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
  })

  describe.each(PAGES)('%s', (_, render) => {
    test.each(VIEWS)(
      '%s: nothing for axe, no sideways scrolling, no request',
      async (_name, view) => {
        const { page, requests, close } = await openPage(browser, render(), view)
        expect(await axeViolations(page)).toEqual([])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        expect(requests).toEqual([])
        await close()
      },
      60_000,
    )
  })

  test('the report is filtered by keyboard and says how many are shown', async () => {
    const { page, close } = await openPage(browser, htmlReport(report()), {
      ...DESKTOP,
      colorScheme: 'light',
    })
    await page.locator('#find').focus()
    await page.keyboard.type('oldField7')
    expect(await page.locator('#shown').textContent()).toBe('1 of 40 shown')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).toBe('class')
    await page.locator('#find').fill('')
    await page.locator('#class').selectOption('decision')
    expect(await page.locator('#shown').textContent()).toBe('10 of 40 shown')
    await page.locator('#owner').selectOption('@team-1')
    const shown = await page.locator('.findings tbody tr:not([hidden])').count()
    expect(await page.locator('#shown').textContent()).toBe(`${shown} of 40 shown`)
    await close()
  }, 60_000)

  test('the charts say the same numbers as the findings', async () => {
    const { page, close } = await openPage(browser, htmlReport(report()), {
      ...DESKTOP,
      colorScheme: 'light',
    })
    const totals = await page.locator('[aria-labelledby=directories] .total').allTextContents()
    expect(totals.slice(0).reduce((sum, text) => sum + Number(text), 0)).toBe(40)
    expect(await page.locator('.tile strong').allTextContents()).toEqual(['10', '10', '10', '10'])
    expect(await page.locator('progress').getAttribute('value')).toBe('6')
    const widths = await page
      .locator('[aria-labelledby=directories] .bar > div')
      .evaluateAll((bars) => bars.map((bar) => (bar as unknown as { offsetWidth: number }).offsetWidth))
    expect(widths[0]).toBeGreaterThan(100)
    await close()
  }, 60_000)

  test('the reference is searched, and every rule is an address', async () => {
    const { page, close } = await openPage(browser, htmlReference(reference()), {
      ...DESKTOP,
      colorScheme: 'light',
    })
    await page.keyboard.press('/')
    await page.keyboard.type('v1.pods.create.imageName')
    expect(await page.locator('.row:not([hidden])').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.evaluate("location.hash = '#v1.pods.create.gpuTypeIds'")
    expect(await page.locator('.row:target h4').textContent()).toContain('gpuTypeIds')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.locator('summary').first().press('Enter')
    expect(await page.locator('.pair').first().isVisible()).toBe(true)
    await close()
  }, 60_000)
})
