import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Clock } from '../clock.ts'
import { Problem } from '../http/problem.ts'
import { problemResponse } from '../http/respond.ts'
import type { SandboxContext } from '../http/sandbox-context.ts'
import type { Fault, Faults } from './faults.ts'

/** Resolves after `ms` on that clock. */
export const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve)
  })

/** Drops the caller's connection without a byte. */
export const cutConnection = (c: SandboxContext): Response => {
  const { incoming } = c.env
  if (!incoming) throw new Error('a connection can be cut only over a real socket')
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Sends the head and half of the body, then drops the connection. */
const cutBody = async (c: SandboxContext, response: Response): Promise<Response> => {
  const { outgoing } = c.env
  if (!outgoing || !('socket' in outgoing)) throw new Error('a body can be cut only over a real socket')
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': Math.max(body.length, 2),
  })
  outgoing.write(body.subarray(0, Math.max(1, body.length >> 1)), () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

const scripted = (fault: Fault): Response | undefined => {
  if (fault.body !== undefined) {
    const headers = { 'content-type': fault.contentType ?? 'text/html' }
    return new Response(fault.body, { status: fault.status ?? 200, headers })
  }
  if (fault.status === undefined) return undefined
  const headers: Record<string, string> =
    fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  return problemResponse(new Problem(fault.status, fault.detail ?? 'injected fault', { headers }))
}

/** Runs a request through whatever fault it meets. */
export const faulted = async (
  { clock, faults }: { clock: Clock; faults: Faults },
  c: SandboxContext,
  run: () => Promise<Response>,
): Promise<Response> => {
  const fault = faults.take(c.req.method, c.req.path)
  if (!fault) return run()
  if (fault.latencyMs) await wait(clock, fault.latencyMs)
  if (fault.cut === 'connection' && fault.when !== 'after') return cutConnection(c)
  const replaced = scripted(fault)
  if (replaced && fault.when !== 'after' && fault.cut === undefined) return replaced
  const answer = await run()
  if (fault.cut === 'connection') return cutConnection(c)
  return fault.cut === 'body' ? cutBody(c, replaced ?? answer) : (replaced ?? answer)
}
