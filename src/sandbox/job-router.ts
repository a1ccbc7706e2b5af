import { Hono } from 'hono'
import { faulted } from './hooks/inject.ts'
import type { Frame } from './http/frame.ts'
import { findKey } from './http/keys.ts'
import type { SandboxContext, SandboxEnv } from './http/sandbox-context.ts'
import type { Queue } from './queue/queue.ts'
import { type Authorization, type AuthorizationRequest, queueRoutes } from './queue/routes.ts'

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

/** Bodies of jobs are not buffered for the log: they can be 20 MB, and handlers get them whole. */
const record = ({ log }: Frame, c: SandboxContext): void =>
  log.add({
    method: c.req.method,
    path: c.req.path,
    query: new URL(c.req.url).searchParams,
    headers: c.req.header(),
    body: undefined,
  })

/** The job API behind the request log and the faults. */
export const jobRouter = (frame: Frame, queue: Queue): Hono<SandboxEnv> => {
  const routes = queueRoutes(queue, { authorize: authorizer(frame) })
  const app = new Hono<SandboxEnv>()
  for (const { method, path, handler } of routes.routes) {
    app.on(method, path, (c) => {
      record(frame, c)
      return faulted(frame, c, async () => (await handler(c, async () => {})) as Response)
    })
  }
  return app
}
