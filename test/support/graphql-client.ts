import { createGraphql } from '../../src/graphql/create-graphql.ts'
import type { ProxyConfig } from '../../src/proxy/config.ts'
import { defaultConfig } from '../../src/proxy/config.ts'
import type { Trace } from '../../src/proxy/exchange.ts'
import { heldClock } from '../../src/sandbox/clock.ts'
import { createSandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.ts'
import type { Send, UpstreamRequest } from '../../src/upstream/contract.ts'
import { UpstreamError } from '../../src/upstream/contract.ts'
import { callOf } from './call.ts'

/** How a test changes what stands behind the proxy. */
export interface GraphqlClientOptions {
  /** `none`: no legacy API is configured. */
  readonly legacy?: 'none' | Send
  /** Looks at a v2 request first; what it returns or throws takes the sandbox's place. */
  readonly intercept?: (request: UpstreamRequest) => Awaited<ReturnType<Send>> | undefined
  readonly config?: Partial<ProxyConfig>
  readonly sandbox?: SandboxOptions
  /** Milliseconds; stands still where it is left out. */
  readonly now?: () => number
}

/** The proxy's GraphQL half in front of a sandbox, without sockets. */
export const graphqlClient = (options: GraphqlClientOptions = {}) => {
  const sandbox = createSandbox({ clock: heldClock(), ...options.sandbox })
  const sent: { method: string; path: string; body: unknown; to: 'v2' | 'legacy' }[] = []
  const reach =
    (to: 'v2' | 'legacy'): Send =>
    async (request) => {
      const { method, path, headers, body } = request
      sent.push({ method, path, body: body ? JSON.parse(body) : undefined, to })
      const other = to === 'v2' ? options.intercept?.(request) : undefined
      if (other) return other
      const init = {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body }),
      }
      const response = await sandbox.app.request(path, init)
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    }
  const own = options.legacy
  const legacy: Send | undefined =
    own === 'none'
      ? undefined
      : own
        ? (request) => {
            sent.push({
              method: request.method,
              path: request.path,
              body: JSON.parse(request.body ?? ''),
              to: 'legacy',
            })
            return own(request)
          }
        : reach('legacy')
  const graphql = createGraphql({
    v2: reach('v2'),
    legacy,
    config: { ...defaultConfig, ...options.config },
    clock: { now: options.now ?? (() => 0) },
  })
  const traces: Trace[] = []
  const post = async (body: string, headers: Record<string, string> = {}, target = '/graphql') => {
    const call = callOf('POST', target, { body, headers })
    traces.push(call.trace)
    const answer = await graphql.handle(call)
    return {
      status: answer.status,
      headers: answer.headers,
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
      body: JSON.parse(answer.body ?? 'null') as any,
    }
  }
  const ask = (query: string, variables?: unknown, headers?: Record<string, string>) =>
    post(JSON.stringify({ query, variables }), headers)
  const rest = async (method: string, path: string, body?: unknown) => {
    const response = await sandbox.app.request(path, {
      method,
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (response.status === 204 ? undefined : await response.json()) as any
  }
  const lines = () => sent.map(({ method, path, to }) => `${to} ${method} ${path}`)
  return { ask, post, rest, sent, lines, traces, sandbox, graphql }
}

/** A sender that answers always the same. */
export const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Send =>
  async () => ({ status, headers, body })

/** A sender that never answers in time; `sent` says whether the upstream may have acted. */
export const failing =
  (sent: boolean): Send =>
  async () => {
    throw new UpstreamError(sent ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', sent)
  }
