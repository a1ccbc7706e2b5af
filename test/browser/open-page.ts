import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** The browser that UPSHIFT_CHROMIUM names or the system has; undefined where there is none. */
export const chromiumPath = (): string | undefined =>
  [process.env.UPSHIFT_CHROMIUM, ...PLACES].find((path) => path !== undefined && existsSync(path))

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A window's size and colour scheme. */
export interface View {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

/** Starts the browser with an empty profile. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath() ?? '', headless: true, args: FLAGS })

/** A page that is open, and every address it asked for besides its own file. */
export interface OpenPage {
  readonly page: Page
  readonly requests: readonly string[]
  readonly close: () => Promise<void>
}

/** Opens HTML from a file, as people open a report somebody sent them. */
export const openPage = async (
  browser: Browser,
  html: string,
  { colorScheme, ...viewport }: View,
): Promise<OpenPage> => {
  const directory = mkdtempSync(join(tmpdir(), 'upshift-page-'))
  const file = join(directory, 'page.html')
  writeFileSync(file, html)
  const context = await browser.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) requests.push(request.url())
  })
  await page.goto(`file://${file}`)
  return {
    page,
    requests,
    close: async () => {
      await context.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds wrong with the page, one line each: rule and the first place. */
export const axeViolations = async (page: Page): Promise<readonly string[]> => {
  // Handed in over the debugger: the page's own policy forbids script files.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  return page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: {
          run: (
            options: object,
          ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
        }
      }
    ).axe
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  })
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
