import type { Send, UpstreamAnswer, UpstreamRequest } from '../../upstream/contract.ts'
import { ProxyError } from '../errors.ts'
import type { Call } from '../exchange.ts'
import { type Context, type Json, type V2Call, V2Refusal } from './context.ts'

/** Headers of the caller that go along with every v2 call made for it. */
const CARRIED = ['authorization', 'x-request-id', 'traceparent', 'tracestate'] as const

const carriedHeaders = (call: Call): Record<string, string> => {
  const headers: Record<string, string> = { accept: 'application/json' }
  for (const name of CARRIED) {
    const value = call.header(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** Reads a 2xx answer as an object. @throws {ProxyError} UPSTREAM_UNREADABLE */
export const readJsonObject = ({ body }: UpstreamAnswer): Json => {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Said below: what came is not quoted, it may be anything.
  }
  throw new ProxyError('UPSTREAM_UNREADABLE', 'The upstream service answered something that is not JSON.')
}

/** The two ways a call speaks to v2, both with the caller's own key and both noted in its trace. */
export const createV2Calls = (
  { send, now }: { readonly send: Send; readonly now: () => number },
  call: Call,
): Pick<Context, 'v2' | 'read'> & {
  send: (request: UpstreamRequest, route: string) => Promise<UpstreamAnswer>
} => {
  const headers = carriedHeaders(call)
  const traced = async (request: UpstreamRequest, route: string) => {
    const began = now()
    let status = 0
    try {
      const answer = await send(request)
      status = answer.status
      return answer
    } finally {
      call.trace.upstream.push({ method: request.method, route, status, took: now() - began })
    }
  }
  const v2 = ({ method, path, route, body }: V2Call) =>
    traced({ method, path, headers, signal: call.signal, ...(body && { body: JSON.stringify(body) }) }, route)
  const read = async (one: V2Call) => {
    const answer = await v2(one)
    if (answer.status < 200 || answer.status > 299) throw new V2Refusal(answer)
    return readJsonObject(answer)
  }
  return { v2, read, send: traced }
}
