import { vi } from 'vitest'
import { startAdmin } from '../../src/admin/admin-server.ts'
import { createLog } from '../../src/admin/log.ts'
import type { Listening } from '../../src/admin/observe.ts'
import { type Operator, openOperator } from '../../src/admin/operator.ts'
import { proxyVocabulary } from '../../src/admin/proxy-vocabulary.ts'
import { createReadiness } from '../../src/admin/readiness.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { createProxy, type ProxyOptions } from '../../src/server/compose.ts'
import { defaultLimits } from '../../src/server/limits.ts'
import type { Store } from '../../src/storage/contract.ts'
import { memoryStore } from '../../src/storage/memory-store.ts'

/** Sandbox, proxy, its operator's listener and its log, on free ports. */
export interface OperatedProxy {
  readonly proxy: string
  readonly admin: string
  readonly sandbox: string
  readonly operator: Operator
  readonly store: Store
  /** Every line of the log, and whatever else was printed. */
  readonly printed: () => string
  readonly close: () => Promise<void>
}

export interface OperatedProxyOptions {
  readonly store?: Store
  readonly listening?: readonly Listening[]
  /** What the proxy is given beyond its default. */
  readonly proxy?: (operator: Operator) => Partial<ProxyOptions>
}

const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`

export const operatedProxy = async (options: OperatedProxyOptions = {}): Promise<OperatedProxy> => {
  const now = () => Date.now()
  const lines: string[] = []
  const print = (chunk: unknown): boolean => lines.push(String(chunk)) > 0
  const spies = [process.stdout, process.stderr].map((out) =>
    vi.spyOn(out, 'write').mockImplementation(print),
  )
  const sandbox = createSandbox({ openapi: openApiDocument('v2') })
  const { url: upstream } = await sandbox.listen(0)
  const log = createLog({ level: 'debug', format: 'json', write: print })
  const store = options.store ?? memoryStore(now)
  const operator = await openOperator({
    store,
    log,
    vocabulary: proxyVocabulary(),
    now,
    listening: options.listening ?? [],
  })
  const address = { origin: upstream, path: '' }
  const proxy = createProxy({
    targets: { v2: address, queue: address, graphql: { origin: upstream, path: '/graphql' } },
    limits: defaultLimits,
    config: { reset: 'refuse', capabilities: new Set() },
    observer: operator.observer,
    logger: log.logger,
    version: '0.0.0',
    onCacheRead: (cache, hit) => operator.metrics.cacheRead(cache, hit),
    ...options.proxy?.(operator),
  })
  operator.watch(proxy.inFlight)
  const at = await proxy.server.start('127.0.0.1', 0)
  const readiness = createReadiness({
    probe: async () => ({ status: 401 }),
    draining: () => proxy.server.state() === 'draining',
    now: () => performance.now(),
  })
  const admin = await startAdmin(
    { metrics: operator.exposition, readiness, usage: store, flush: operator.flush, now },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    proxy: urlOf(at),
    admin: urlOf(admin.address),
    sandbox: upstream,
    operator,
    store,
    printed: () => lines.join(''),
    close: async () => {
      await proxy.stop(0)
      await admin.close()
      await operator.stop()
      await sandbox.close()
      for (const spy of spies) spy.mockRestore()
    },
  }
}
