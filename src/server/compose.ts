import type { Pool } from 'undici'
import { routes } from '../../mappings/v1/index.ts'
import { createGraphql } from '../graphql/create-graphql.ts'
import type { BrownoutCheck } from '../proxy/brownout.ts'
import { createCatalog } from '../proxy/catalog.ts'
import type { ProxyConfig } from '../proxy/config.ts'
import type { EchoStore } from '../proxy/v1/echo-store.ts'
import { createV1 } from '../proxy/v1/handler.ts'
import { createPool } from '../upstream/pool.ts'
import { createSender } from '../upstream/send.ts'
import type { Logger } from './exchange.ts'
import { createProxyServer, type ProxyServer, type TlsMaterial } from './http-server.ts'
import { lazyListener } from './lazy-listener.ts'
import type { Limits } from './limits.ts'
import { createListener, type Listener } from './listener.ts'
import { PassedBytes } from './passed-bytes.ts'
import type { Recorder } from './record/recorder.ts'
import type { Observer } from './request-trace.ts'
import type { Sampler } from './trace-context.ts'

/** One upstream's address, taken apart when the options were read. */
export interface Address {
  readonly origin: string
  /** Before every path (REST v2, queue) or the whole path (GraphQL); no slash at its end. */
  readonly path: string
}

/** Where calls go. */
export interface Targets {
  readonly v2: Address
  readonly queue: Address
  readonly graphql: Address
}

export interface ProxyOptions {
  readonly targets: Targets
  readonly limits: Limits
  readonly config: ProxyConfig
  readonly observer: Observer
  readonly logger: Logger
  readonly version: string
  /** Given where somebody exports spans. */
  readonly sampler?: Sampler | undefined
  /** Remembers for v1 callers what v2 cannot hold; off where it is left out. */
  readonly echo?: EchoStore
  /** Told of every read of one of the proxy's caches. */
  readonly onCacheRead?: (cache: 'catalog' | 'documents', hit: boolean) => void
  /** Hosts upstreams may be on, besides none other; any when left out. */
  readonly allowedHosts?: readonly string[]
  readonly tls?: TlsMaterial
  /** Rehearses the day an API is switched off. */
  readonly brownout?: BrownoutCheck
  /** Keeps translated calls and what was made of them. */
  readonly recorder?: Pick<Recorder, 'handle' | 'send'>
  /** Collects young objects; called after each few megabytes of bodies that passed through. */
  readonly collectYoung?: () => void
}

/** A whole proxy: its server, and what an operator's listener asks of it. */
export interface RunningProxy {
  readonly server: ProxyServer
  readonly inFlight: () => number
  /** Drains the server, then closes the upstream sockets. @param deadline milliseconds */
  readonly stop: (deadline: number) => Promise<void>
}

/** A job call may wait five minutes: its sockets are its own, so that none of them keeps a v2 call waiting. */
const openPools = ({ targets, limits, allowedHosts }: ProxyOptions) => {
  const open = ({ origin }: Address): Pool =>
    createPool({ origin, connections: limits.inFlight, ...(allowedHosts && { allowedHosts }) })
  return { v2: open(targets.v2), queue: open(targets.queue), graphql: open(targets.graphql) }
}

const UNRECORDED: Pick<Recorder, 'handle' | 'send'> = { handle: (one) => one, send: (one) => one }

/** The two translators, over the buffered way out; both ask the catalog through one cache. */
const openTranslators = (options: ProxyOptions, pools: ReturnType<typeof openPools>) => {
  const { config, limits, targets, version, onCacheRead, echo, recorder = UNRECORDED } = options
  const now = () => performance.now()
  const catalog = createCatalog({ now, onRead: (hit) => onCacheRead?.('catalog', hit) })
  const shared = { userAgent: `upshift/${version}`, deadline: limits.answerDeadline }
  const v2 = recorder.send(createSender({ pool: pools.v2, basePath: targets.v2.path, ...shared }), 'v2')
  const sendGraphql = createSender({ pool: pools.graphql, ...shared })
  const legacy = recorder.send(
    (request) => sendGraphql({ ...request, path: targets.graphql.path || '/graphql' }),
    'graphql',
  )
  return {
    v1: recorder.handle(
      createV1({ send: v2, routes, config, now, catalogFor: catalog, ...(echo && { echo }) }),
    ),
    graphql: recorder.handle(
      createGraphql({
        ...{ v2, legacy, config, catalog, clock: { now } },
        onDocumentRead: (hit) => onCacheRead?.('documents', hit),
      }).handle,
    ),
  }
}

const loadPages = async () => {
  const [{ getRequestListener }, { createPages }] = await Promise.all([
    import('@hono/node-server'),
    import('../proxy/pages.ts'),
  ])
  return getRequestListener(createPages().fetch)
}

/** Puts the proxy together; nothing listens until `server.start`. @throws {HostNotAllowed} */
export const createProxy = (options: ProxyOptions): RunningProxy => {
  const { targets, limits, observer, logger } = options
  const pools = openPools(options)
  const parts: { listener?: Listener } = {}
  const passage = (pool: Pool, { path }: Address, headersDeadline: number) => ({
    pool,
    basePath: path,
    headersDeadline,
  })
  const makeListener = (draining: () => boolean): Listener => {
    parts.listener = createListener({
      ...openTranslators(options, pools),
      pages: lazyListener(loadPages),
      v2: passage(pools.v2, targets.v2, limits.v2HeadersDeadline),
      jobs: passage(pools.queue, targets.queue, limits.jobHeadersDeadline),
      limits,
      observer,
      logger,
      ...(options.brownout && { brownout: options.brownout }),
      sampler: options.sampler,
      draining,
      passed: new PassedBytes(options.collectYoung ?? (() => {})),
    })
    return parts.listener
  }
  const server = createProxyServer(makeListener, limits, options.tls)
  const stop = async (deadline: number): Promise<void> => {
    await server.drain(deadline)
    await Promise.all(Object.values(pools).map((pool) => pool.destroy()))
  }
  return { server, inFlight: () => parts.listener?.inFlight() ?? 0, stop }
}
