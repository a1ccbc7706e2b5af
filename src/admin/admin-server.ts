import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lazyListener } from '../server/lazy-listener.ts'
import type { AdminOptions, Mount } from './admin-app.ts'

/** A listening admin server. */
export interface AdminServer {
  readonly address: AddressInfo
  readonly close: () => Promise<void>
}

const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 } // milliseconds
const CONNECTIONS = 100

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** What the listener is made of; its pages are put together when the first of them is asked for. */
export interface AdminParts extends Omit<AdminOptions, 'onlyLoopback' | 'mounts'> {
  readonly mounts?: () => Promise<readonly Mount[]>
}

const loadApp = async ({ mounts, ...options }: AdminParts, onlyLoopback: boolean) => {
  const [{ getRequestListener }, { createAdminApp }, mounted] = await Promise.all([
    import('@hono/node-server'),
    import('./admin-app.ts'),
    mounts?.() ?? [],
  ])
  const app = createAdminApp({ ...options, mounts: mounted, onlyLoopback })
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}

/** Opens the operator's listener. @throws what `listen` says, e.g. EADDRINUSE. */
export const startAdmin = async (
  parts: AdminParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AdminServer> => {
  const server = createServer(
    LIMITS,
    lazyListener(() => loadApp(parts, isLoopback(host))),
  )
  server.maxConnections = CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    const cut = setTimeout(() => server.closeAllConnections(), 1_000) // milliseconds
    await closed
    clearTimeout(cut)
  }
  return { address: server.address() as AddressInfo, close }
}
