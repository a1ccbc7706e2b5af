import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type AdminOptions, createAdminApp } from './admin-app.ts'

/** A listening admin server. */
export interface AdminServer {
  readonly address: AddressInfo
  readonly close: () => Promise<void>
}

const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 } // milliseconds
const CONNECTIONS = 100

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Opens the operator's listener. @throws what `listen` says, e.g. EADDRINUSE. */
export const startAdmin = async (
  options: Omit<AdminOptions, 'onlyLoopback'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AdminServer> => {
  const app = createAdminApp({ ...options, onlyLoopback: isLoopback(host) })
  const server = createServer(LIMITS, getRequestListener(app.fetch, { overrideGlobalObjects: false }))
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
