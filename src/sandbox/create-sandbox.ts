import { Hono } from 'hono'
import * as z from 'zod'
import { type Account, openAccount, USER } from './account.ts'
import { accountRoutes, type SandboxCapability } from './account-routes.ts'
import { type Clock, systemClock } from './clock.ts'
import { graphqlRouter } from './graphql/graphql-router.ts'
import { type LegacyHost, legacyHost } from './graphql/legacy-host.ts'
import { accountHooks } from './hooks/account-hooks.ts'
import { faultSwitch } from './hooks/faults.ts'
import { frameHooks, hook, hookRouter } from './hooks/hook-routes.ts'
import { requestLog } from './hooks/request-log.ts'
import type { Frame } from './http/frame.ts'
import type { Quotas } from './http/keys.ts'
import { openStreams } from './http/log-stream.ts'
import { GENEROUS_QUOTAS, rateLimiter } from './http/rate-limit.ts'
import { restRouter } from './http/router.ts'
import type { SandboxEnv } from './http/sandbox-context.ts'
import { type Listening, sandboxServer } from './http/sandbox-server.ts'
import { jobRouter } from './job-router.ts'
import { type BootTimes, DEFAULT_BOOT } from './pods/pod-life.ts'
import type { Handler } from './queue/handler.ts'
import { createQueue, type Queue, type QueueOptions } from './queue/queue.ts'
import { queueSettings } from './serverless/queue-settings.ts'
import { workerWatch } from './serverless/watch-workers.ts'
import { openState } from './state/state.ts'
import { memoryStorage } from './storage/memory-storage.ts'
import type { Storage } from './storage/storage.ts'

/** How a sandbox is set up; everything has a default. */
export interface SandboxOptions {
  /** The only source of time. */
  readonly clock?: Clock
  /** Where the account and its jobs live; memory by default. The sandbox closes it. */
  readonly storage?: Storage
  /** Works on the jobs of every endpoint; without it the built-in handlers do. */
  readonly handler?: Handler
  /** More about the job queue: limits, webhooks, cold start. */
  readonly queue?: Partial<Pick<QueueOptions, 'limits' | 'webhook' | 'coldStart'>>
  /** Newer REST v2, off unless named. Names it does not know are ignored. */
  readonly capabilities?: readonly (SandboxCapability | (string & {}))[]
  /** Served at /v2/openapi.json; 404 without it. */
  readonly openapi?: unknown
  /** Requests a key may make in each window; `sandbox-limited-key` keeps its 5 a minute. */
  readonly quotas?: Partial<Quotas>
  /** How long pods take to come up. */
  readonly boot?: Partial<BootTimes>
  /** Requests the log keeps. */
  readonly logCapacity?: number
  /** Bytes of a control-plane body. */
  readonly bodyLimit?: number
}

/** A local REST v2, job queue and legacy GraphQL in one. */
export interface Sandbox {
  /** For tests without a socket: `sandbox.app.request('/v2/templates', …)`. */
  readonly app: Hono<SandboxEnv>
  readonly clock: Clock
  readonly queue: Queue
  /** Port 0, the default, takes a free one. @throws when the port is taken */
  listen(port?: number, host?: string): Promise<Listening>
  /** Back to a fresh account; the server keeps listening. */
  reset(): void
  /** Stops listening, finishes what is in flight and closes the storage. */
  close(): Promise<void>
}

const DEFAULT_LOG_CAPACITY = 1000 // requests
const DEFAULT_BODY_LIMIT = 1_000_000 // bytes

const openFrame = (options: SandboxOptions, clock: Clock, atomically: Frame['atomically']): Frame => ({
  clock,
  atomically,
  limiter: rateLimiter(clock, { ...GENEROUS_QUOTAS, ...options.quotas }),
  log: requestLog(options.logCapacity ?? DEFAULT_LOG_CAPACITY),
  faults: faultSwitch(),
  bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
})

interface Parts {
  readonly options: SandboxOptions
  readonly frame: Frame
  readonly account: Account
  readonly queue: Queue
  readonly legacy: LegacyHost
  readonly streams: ReturnType<typeof openStreams>
  readonly reset: () => void
}

const hooksOf = ({ frame, account, legacy, reset }: Parts) => [
  ...frameHooks(frame.log, frame.faults),
  ...accountHooks(account),
  legacy.hook,
  hook('POST', '/reset', 'back to a fresh account, log, quota and switches', z.looseObject({}), reset),
]

const appOf = (parts: Parts): Hono<SandboxEnv> => {
  const { options, frame, account, queue, legacy, streams } = parts
  const app = new Hono<SandboxEnv>()
  app.route('/_sandbox', hookRouter(hooksOf(parts)))
  if (options.openapi) app.get('/v2/openapi.json', () => Response.json(options.openapi))
  app.route('/', graphqlRouter(frame, { ...account, ...USER }, legacy))
  // Jobs first: their second segment decides, whatever an endpoint's id looks like
  app.route('/', jobRouter(frame, queue, workerWatch(account.endpoints)))
  app.route('/', restRouter(frame, accountRoutes(account, streams, new Set(options.capabilities))))
  app.notFound(() =>
    Response.json({ title: 'Not Found', status: 404, detail: 'no such path' }, { status: 404 }),
  )
  return app
}

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
  const frame = openFrame(options, clock, state.atomically)
  const legacy = legacyHost(clock)
  const streams = openStreams()
  const account = openAccount(state, clock, { ...DEFAULT_BOOT, ...options.boot }, () => queue)
  const queue = createQueue({
    clock,
    storage,
    endpoints: queueSettings(account.endpoints.table),
    ...(options.handler && { handler: options.handler }),
    ...options.queue,
  })
  const reset = (): void => {
    queue.reset()
    account.reset()
    frame.limiter.reset()
    frame.log.clear()
    frame.faults.clear()
    legacy.reset()
  }
  const app = appOf({ options, frame, account, queue, legacy, streams, reset })
  const server = sandboxServer(app)
  return {
    app,
    clock,
    queue,
    listen: server.listen,
    reset,
    close: async () => {
      streams.endAll()
      await Promise.all([server.close(), queue.close()])
      storage.close()
    },
  }
}
