import { Hono } from 'hono'
import { faulted } from './hooks/inject.ts'
import type { Frame } from './http/frame.ts'
import { findKey } from './http/keys.ts'
import type { SandboxContext, SandboxEnv } from './http/sandbox-context.ts'
import type { Queue } from './queue/queue.ts'
import { type Authorization, type AuthorizationRequest, queueRoutes } from './queue/routes.ts'
import type { WorkerWatch } from './serverless/watch-workers.ts'

/** Jobs count towards a key's quota like everything else; a read-only key may look and not submit. */
const authorizer =
  ({ limiter }: Frame) =>
  (text: string | undefined, { method }: AuthorizationRequest): Authorization => {
    const key = findKey(text)
    if (!key || (!key.writes && method !== 'GET')) return { refused: 401 }
    const { refusal } = limiter.take(key)
    if (!refusal) return { user: key.name }
    return { refused: 429, retryAfter: Number(refusal.headers['retry-after']) }
  }

/** Bodies up to so many bytes are logged; larger ones (a job's can have 20 MB) and those of no declared length are not. */
const LOGGED_BODY_LIMIT = 65_536

const smallBody = async (c: SandboxContext): Promise<unknown> => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (c.req.method === 'GET' || !(length > 0 && length <= LOGGED_BODY_LIMIT)) return undefined
  try {
    return JSON.parse(await c.req.raw.clone().text())
  } catch {
    return '[unreadable]'
  }
}

const record = async ({ log }: Frame, c: SandboxContext): Promise<void> => {
  const body = await smallBody(c)
  const query = new URL(c.req.url).searchParams
  log.add({ method: c.req.method, path: c.req.path, query, headers: c.req.header(), body })
}

/** The job API behind the request log and the faults. */
export const jobRouter = (frame: Frame, queue: Queue, watch: WorkerWatch): Hono<SandboxEnv> => {
  const routes = queueRoutes(queue, { authorize: authorizer(frame) })
  const app = new Hono<SandboxEnv>()
  for (const { method, path, handler } of routes.routes) {
    app.on(method, path, async (c) => {
      await record(frame, c)
      if (c.req.method === 'POST') watch.jobSent(c.req.param('endpointId') ?? '')
      return faulted(frame, c, async () => (await handler(c, async () => {})) as Response)
    })
  }
  return app
}
