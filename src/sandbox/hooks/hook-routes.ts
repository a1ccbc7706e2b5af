import { Hono } from 'hono'
import * as z from 'zod'
import { Problem } from '../http/problem.ts'
import { parseJson, readText } from '../http/read-body.ts'
import { problemResponse } from '../http/respond.ts'
import type { SandboxContext, SandboxEnv } from '../http/sandbox-context.ts'
import { validate } from '../http/violations.ts'
import { Fault, type Faults } from './faults.ts'
import type { RequestLog } from './request-log.ts'

/** One switch a test or a developer can throw under /_sandbox/. */
export interface Hook {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below /_sandbox. */
  readonly path: string
  /** One line, shown by GET /_sandbox. */
  readonly does: string
  /** @throws {Problem} */
  readonly run: (body: unknown, params: Readonly<Record<string, string>>) => unknown
}

/** A hook whose body is checked against its schema first. */
export const hook = <Schema extends z.ZodType>(
  method: Hook['method'],
  path: string,
  does: string,
  schema: Schema,
  run: (body: z.output<Schema>, params: Readonly<Record<string, string>>) => unknown,
): Hook => ({ method, path, does, run: (body, params) => run(validate(schema, body ?? {}), params) })

const HOOK_BODY_LIMIT = 1_000_000 // bytes

const Nothing = z.looseObject({})

/** The hooks of the frame itself: the request log and the faults. */
export const frameHooks = (log: RequestLog, faults: Faults): Hook[] => [
  hook('GET', '/requests', 'what the sandbox received, oldest first, without secrets', Nothing, () => ({
    requests: log.list(),
  })),
  hook('DELETE', '/requests', 'forgets the request log, keeps the state', Nothing, () => log.clear()),
  hook(
    'PUT',
    '/faults',
    'replaces the faults to inject: {"faults":[{"path","method","status","latencyMs","cut","when","every","times"}]}',
    z.strictObject({ faults: z.array(Fault) }),
    (body) => faults.set(body.faults),
  ),
  hook('DELETE', '/faults', 'injects no more faults', Nothing, () => faults.clear()),
]

const respond = async (c: SandboxContext, { run }: Hook): Promise<Response> => {
  try {
    const body = parseJson(await readText(c.req, HOOK_BODY_LIMIT))
    const result = run(body, c.req.param())
    return result === undefined ? new Response(null, { status: 204 }) : Response.json(result)
  } catch (error) {
    return problemResponse(error instanceof Problem ? error : new Problem(500, 'the hook failed'))
  }
}

/** The control surface of the sandbox. It takes no key: the sandbox listens on the loopback address unless told. */
export const hookRouter = (hooks: readonly Hook[]): Hono<SandboxEnv> => {
  const app = new Hono<SandboxEnv>()
  for (const one of hooks) app.on(one.method, one.path, (c) => respond(c, one))
  app.get('/', () =>
    Response.json({ hooks: hooks.map(({ method, path, does }) => ({ method, path, does })) }),
  )
  app.all('*', () => problemResponse(new Problem(404, 'no such hook: GET /_sandbox lists them')))
  return app
}
