import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import * as z from 'zod'
import { type Clock, systemClock } from './clock.ts'
import { faultSwitch } from './hooks/faults.ts'
import { frameHooks, type Hook, hook, hookRouter } from './hooks/hook-routes.ts'
import { requestLog } from './hooks/request-log.ts'
import type { Quotas } from './http/keys.ts'
import { GENEROUS_QUOTAS, rateLimiter } from './http/rate-limit.ts'
import { restRouter } from './http/router.ts'
import type { SandboxEnv } from './http/sandbox-context.ts'
import { openState } from './state/state.ts'
import { memoryStorage } from './storage/memory-storage.ts'
import type { Storage } from './storage/storage.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { templateStore } from './templates/template-store.ts'

/** How a sandbox is set up; everything has a default. */
export interface SandboxOptions {
  /** The only source of time. */
  readonly clock?: Clock
  /** Where the account lives; memory by default. The sandbox closes it. */
  readonly storage?: Storage
  /** Requests a key may make in each window; `sandbox-limited-key` keeps its 5 a minute. */
  readonly quotas?: Partial<Quotas>
  /** Requests the log keeps. */
  readonly logCapacity?: number
  /** Bytes of a control-plane body. */
  readonly bodyLimit?: number
}

/** Where a listening sandbox can be reached. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** E.g. `http://127.0.0.1:8789`. */
  readonly url: string
}

/** A local REST v2, job queue and legacy GraphQL in one. */
export interface Sandbox {
  /** For tests without a socket: `sandbox.app.request('/v2/templates', …)`. */
  readonly app: Hono<SandboxEnv>
  readonly clock: Clock
  /** @throws when the port is taken. Port 0 takes a free one. */
  listen(port?: number, host?: string): Promise<Listening>
  /** Back to a fresh account; the server keeps listening. */
  reset(): void
  /** Stops listening, finishes what is in flight and closes the storage. */
  close(): Promise<void>
}

const DEFAULT_LOG_CAPACITY = 1000 // requests
const DEFAULT_BODY_LIMIT = 1_000_000 // bytes

const listening = (server: ServerType, host: string): Promise<Listening> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      resolve({ host, port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` })
    })
  })

const closing = (server: ServerType | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!server) return resolve()
    server.close(() => resolve())
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })

/**
 * Sets up a sandbox. All keys see one account, which starts empty but for the public catalog.
 * @example
 * const sandbox = createSandbox({ clock: heldClock() })
 * await sandbox.app.request('/v2/pods', { headers: { authorization: 'Bearer sandbox-key' } })
 */
export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  const clock = options.clock ?? systemClock
  const storage = options.storage ?? memoryStorage()
  const state = openState(storage)
  const limiter = rateLimiter(clock, { ...GENEROUS_QUOTAS, ...options.quotas })
  const log = requestLog(options.logCapacity ?? DEFAULT_LOG_CAPACITY)
  const faults = faultSwitch()
  const frame = {
    clock,
    limiter,
    log,
    faults,
    bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
    atomically: state.atomically,
  }
  const templates = templateStore(state.table('templates'), state.sequences, () => false)
  const reset = (): void => {
    state.clear()
    limiter.reset()
    log.clear()
    faults.clear()
  }
  const hooks: Hook[] = [
    ...frameHooks(log, faults),
    hook('POST', '/reset', 'back to a fresh account, log, quota and switches', z.looseObject({}), reset),
  ]
  const app = new Hono<SandboxEnv>()
  app.route('/_sandbox', hookRouter(hooks))
  app.route('/', restRouter(frame, templateRoutes(templates)))
  let server: ServerType | undefined
  return {
    app,
    clock,
    listen: (port = 0, host = '127.0.0.1') => {
      server = serve({ fetch: app.fetch, port, hostname: host })
      return listening(server, host)
    },
    reset,
    close: async () => {
      await closing(server)
      storage.close()
    },
  }
}
