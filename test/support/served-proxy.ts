import { defaultConfig } from '../../src/proxy/config.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/create-sandbox.ts'
import { createProxy, type ProxyOptions, type RunningProxy } from '../../src/server/compose.ts'
import { defaultLimits, type Limits } from '../../src/server/limits.ts'
import type { Outcome } from '../../src/server/request-trace.ts'

/** The whole proxy as `upshift serve` composes it, on a free port. */
export interface ServedProxy {
  readonly origin: string
  readonly port: number
  readonly proxy: RunningProxy
  readonly outcomes: Outcome[]
  readonly logged: Readonly<Record<string, unknown>>[]
  readonly close: () => Promise<void>
}

export interface ServedOptions extends Partial<Pick<ProxyOptions, 'brownout' | 'recorder'>> {
  readonly limits?: Partial<Limits>
}

/** @param upstream the origin of all three upstreams */
export const servedProxy = async (upstream: string, options: ServedOptions = {}): Promise<ServedProxy> => {
  const { limits, ...parts } = options
  const outcomes: Outcome[] = []
  const logged: Readonly<Record<string, unknown>>[] = []
  const at = { origin: upstream, path: '' }
  const proxy = createProxy({
    targets: { v2: at, queue: at, graphql: { ...at, path: '/graphql' } },
    limits: { ...defaultLimits, ...limits },
    config: defaultConfig,
    observer: { finished: (_trace, outcome) => outcomes.push(outcome) },
    logger: { error: (fields) => logged.push(fields) },
    version: 'test',
    ...parts,
  })
  const { port } = await proxy.server.start('127.0.0.1', 0)
  return { origin: `http://127.0.0.1:${port}`, port, proxy, outcomes, logged, close: () => proxy.stop(0) }
}

/** A sandbox on a free port, and the proxy in front of it. */
export const servedSandbox = async (
  options: ServedOptions & { readonly sandbox?: SandboxOptions } = {},
): Promise<ServedProxy & { readonly sandbox: Sandbox; readonly upstream: string }> => {
  const sandbox = createSandbox(options.sandbox ?? {})
  const { url } = await sandbox.listen()
  const served = await servedProxy(url, options)
  const close = async (): Promise<void> => {
    await served.close()
    await sandbox.close()
  }
  return { ...served, sandbox, upstream: url, close }
}

/** One call with the sandbox's key. */
export const callServed = async (
  origin: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Headers; text: string; json: unknown }> => {
  const response = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, text, json }
}
