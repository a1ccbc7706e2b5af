import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import type { SandboxEnv } from './sandbox-context.ts'

/** Where a listening sandbox can be reached. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** E.g. `http://127.0.0.1:8789`. */
  readonly url: string
}

export interface SandboxServer {
  /** @throws when the port is taken */
  listen(port?: number, host?: string): Promise<Listening>
  /** Finishes what is in flight, and gives up on what has not ended after the grace. */
  close(): Promise<void>
}

/** Callers who come at once and wait in the kernel, as many as at the proxy. */
const BACKLOG = 4_096

/** How long a request in flight may take to finish when the sandbox closes, milliseconds. */
const GRACE_MS = 2000

const listening = (server: ServerType, host: string): Promise<Listening> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      resolve({ host, port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` })
    })
  })

const closing = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    if (!('closeIdleConnections' in server)) return
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
  })

/** Node's server around the app. */
export const sandboxServer = (app: Hono<SandboxEnv>): SandboxServer => {
  let server: ServerType | undefined
  return {
    listen: (port = 0, host = '127.0.0.1') => {
      server = createAdaptorServer({ fetch: app.fetch, hostname: host })
      server.listen({ port, host, backlog: BACKLOG })
      return listening(server, host)
    },
    close: async () => {
      if (server) await closing(server)
      server = undefined
    },
  }
}
