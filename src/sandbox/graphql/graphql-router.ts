import { Hono } from 'hono'
import { keyParameter } from '../../../mappings/hosts.ts'
import { faulted } from '../hooks/inject.ts'
import type { Frame } from '../http/frame.ts'
import { receive } from '../http/frame.ts'
import { bearerToken, findKey } from '../http/keys.ts'
import { Problem } from '../http/problem.ts'
import type { SandboxContext, SandboxEnv } from '../http/sandbox-context.ts'
import { documentExecutor, type GraphqlRequest } from './execute-document.ts'
import type { LegacyHost } from './legacy-host.ts'
import type { LegacyCaller, LegacyWorld } from './legacy-world.ts'

const refused = (status: number, message: string, code: string): Response =>
  Response.json({ errors: [{ message, extensions: { code } }] }, { status })

const CSRF =
  'This operation has been blocked as a potential Cross-Site Request Forgery (CSRF): send it with content-type application/json.'

const requestIn = (body: unknown): GraphqlRequest | undefined => {
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined
  const { query, variables, operationName } = body as Record<string, unknown>
  if (typeof query !== 'string') return undefined
  if (variables !== undefined && (typeof variables !== 'object' || Array.isArray(variables))) return undefined
  return {
    query,
    variables: variables as Record<string, unknown> | null | undefined,
    operationName: typeof operationName === 'string' ? operationName : undefined,
  }
}

/** The key of the header, or of the address; the header wins. 'wrong' is a key nobody has. */
const callerOf = (c: SandboxContext): LegacyCaller | 'wrong' | undefined => {
  const header = c.req.header('authorization')
  const text = header?.trim() ? (bearerToken(header) ?? header.trim()) : c.req.query(keyParameter.is)
  if (!text) return undefined
  return findKey(text) ?? 'wrong'
}

/** Legacy GraphQL at POST /graphql, with its transport's habits. */
export const graphqlRouter = (frame: Frame, world: LegacyWorld, host: LegacyHost): Hono<SandboxEnv> => {
  const execute = documentExecutor(world)
  const answer = async (c: SandboxContext): Promise<Response> => {
    const { body, failure } = await receive(frame, c)
    const instead = await host.stand(c)
    if (instead) return instead
    if (failure instanceof Problem) return refused(failure.status, failure.message, 'BAD_REQUEST')
    if (!c.req.header('content-type')?.includes('application/json')) return refused(400, CSRF, 'BAD_REQUEST')
    const caller = callerOf(c)
    if (caller === 'wrong') return refused(401, 'Unauthorized', 'UNAUTHENTICATED')
    const request = requestIn(body)
    if (!request) return refused(400, 'POST body must be an object with a query string.', 'BAD_REQUEST')
    const result = await execute(request, { caller })
    return Response.json(result.body, { status: result.status })
  }
  const app = new Hono<SandboxEnv>()
  app.post('/graphql', (c) => faulted(frame, c, () => answer(c)))
  app.all('/graphql', () => new Response('Method Not Allowed', { status: 405, headers: { allow: 'POST' } }))
  return app
}
