import type { Pool } from 'undici'
import type { Call } from '../../src/proxy/exchange.ts'
import { createProxyServer, type ProxyServer } from '../../src/server/http-server.ts'
import { defaultLimits, type Limits } from '../../src/server/limits.ts'
import { createListener, type Listener } from '../../src/server/listener.ts'
import { PassedBytes } from '../../src/server/passed-bytes.ts'
import type { Outcome } from '../../src/server/request-trace.ts'
import type { Handle } from '../../src/server/translate.ts'
import { createPool } from '../../src/upstream/pool.ts'

/** A listener on a free port between test and fake upstream, with translators that a test may name. */
export interface ListeningProxy {
  readonly origin: string
  readonly port: number
  readonly server: ProxyServer
  readonly listener: Listener
  readonly outcomes: Outcome[]
  readonly logged: Readonly<Record<string, unknown>>[]
  readonly close: () => Promise<void>
}

export interface ListeningProxyOptions {
  readonly upstream?: string
  readonly v1?: Handle
  readonly limits?: Partial<Limits>
}

/** Answers with what it was called with. */
const echo: Handle = async ({ method, path, query, body }: Call) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ method, path, query, length: body.length }),
})

export const listeningProxy = async (options: ListeningProxyOptions = {}): Promise<ListeningProxy> => {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const pool: Pool = createPool({ origin: options.upstream ?? 'http://127.0.0.1:9', connections: 2_000 })
  const outcomes: Outcome[] = []
  const logged: Readonly<Record<string, unknown>>[] = []
  let listener: Listener | undefined
  const make = (draining: () => boolean): Listener => {
    listener = createListener({
      v1: options.v1 ?? echo,
      graphql: options.v1 ?? echo,
      pages: (_request, response) => response.writeHead(404).end('no page'),
      v2: { pool, basePath: '', headersDeadline: limits.v2HeadersDeadline },
      jobs: { pool, basePath: '', headersDeadline: limits.jobHeadersDeadline },
      limits,
      observer: { finished: (_trace, outcome) => outcomes.push(outcome) },
      logger: { error: (fields) => logged.push(fields) },
      draining,
      passed: new PassedBytes(() => {}),
    })
    return listener
  }
  const server = createProxyServer(make, limits)
  const { port } = await server.start('127.0.0.1', 0)
  const close = async (): Promise<void> => {
    await server.drain(0)
    await pool.destroy()
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    listener: listener as unknown as Listener,
    outcomes,
    logged,
    close,
  }
}
