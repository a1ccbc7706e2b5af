import { Hono } from 'hono'
import type { UsageStore } from '../storage/contract.ts'
import type { Readiness } from './readiness.ts'
import { shownSince, type UsageReport, usageReport } from './usage/report.ts'
import { type PageLinks, usagePage } from './usage-page.ts'

/** A set of pages that another room serves here, e.g. the mapping reference. */
export interface Mount {
  /** Where it begins, e.g. `/mapping`. */
  readonly path: string
  readonly title: string
  readonly app: Hono
  /** The place that explains a rule, if these pages do. */
  readonly ruleHref?: (rule: string) => string
}

/** What the operator's pages are made of. */
export interface AdminOptions {
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> }
  readonly readiness: () => Promise<Readiness>
  readonly usage: Pick<UsageStore, 'readUsage'>
  /** Stores what has not been stored yet, so that a reader sees the call just made. */
  readonly flush: () => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly mounts?: readonly Mount[]
  /** True on a loopback address: then other host names are a browser being led astray (DNS rebinding). */
  readonly onlyLoopback: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Pages hold only what they came with; nothing may frame them. */
const POLICY = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const linksOf = (mounts: readonly Mount[]): PageLinks => {
  const ruleHref = mounts.find((mount) => mount.ruleHref)?.ruleHref
  const own = [
    ['/usage', 'Usage (JSON)'],
    ['/metrics', 'Metrics'],
    ['/readyz', 'Readiness'],
  ] as const
  return {
    ...(ruleHref && { ruleHref }),
    pages: [...mounts.map(({ path, title }) => [path, title] as const), ...own],
  }
}

/** The operator's listener: health, metrics, usage and pages. Reads only. */
export const createAdminApp = (options: AdminOptions): Hono => {
  const { mounts = [] } = options
  const app = new Hono()
  const links = linksOf(mounts)
  const report = async (): Promise<UsageReport> => {
    await options.flush()
    const now = options.now()
    return usageReport(await options.usage.readUsage(shownSince(now)), now)
  }

  app.use(async function guard(context, next) {
    for (const [name, value] of Object.entries(POLICY)) context.header(name, value)
    const { method } = context.req
    if (options.onlyLoopback && !LOOPBACK.test(context.req.header('host') ?? ''))
      return context.json({ message: 'Ask for this listener by a loopback address.' }, 403)
    if (method !== 'GET' && method !== 'HEAD')
      return context.json({ message: 'This listener only answers GET.' }, 405, { allow: 'GET, HEAD' })
    return next()
  })
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const readiness = await options.readiness()
    return context.json(readiness, readiness.ready ? 200 : 503)
  })
  app.get('/metrics', async (context) => {
    const text = await options.metrics.text()
    return context.body(text, 200, { 'content-type': options.metrics.contentType })
  })
  app.get('/usage', async (context) => context.json(await report()))
  app.get('/', async (context) => context.html(usagePage(await report(), links)))
  for (const { path, app: pages } of mounts) app.route(path, pages)
  app.notFound((context) => context.json({ message: 'No such page. Start at /.' }, 404))
  app.onError((_error, context) =>
    // What failed may quote an address with a password in it: the log has the name of it.
    context.json({ message: 'The page could not be made: is the usage store reachable?' }, 503),
  )
  return app
}
