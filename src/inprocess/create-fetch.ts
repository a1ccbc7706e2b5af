import { hostProfiles } from '../../mappings/hosts.ts'
import { routes } from '../../mappings/v1/index.ts'
import { createGraphql } from '../graphql/create-graphql.ts'
import { createCatalog } from '../proxy/catalog.ts'
import { defaultConfig, type ProxyConfig } from '../proxy/config.ts'
import type { Answer, Call } from '../proxy/exchange.ts'
import { createV1 } from '../proxy/v1/handler.ts'
import { answerRequest } from '../proxy/web.ts'
import type { Send } from '../upstream/contract.ts'
import { createFetchSender } from '../upstream/fetch-send.ts'
import { type Legacy, type LegacyAddresses, legacyAddresses, legacyOf } from './legacy-url.ts'

const { runpod } = hostProfiles

/** What a translating fetch is made of. */
export interface FetchOptions {
  /** The fetch underneath; everything that is not legacy goes straight to it. */
  readonly fetch?: typeof globalThis.fetch
  /** Origin of REST v2. */
  readonly v2Url?: string
  /** Address of the legacy GraphQL API, for what REST v2 has no place for. */
  readonly graphqlUrl?: string
  readonly legacy?: LegacyAddresses
  readonly config?: ProxyConfig
}

/** The core's handlers, sending through a fetch. */
export const handlersOver = (options: FetchOptions): Record<Legacy, (call: Call) => Promise<Answer>> => {
  const fetch = options.fetch ?? globalThis.fetch
  const now = () => performance.now()
  const config = options.config ?? defaultConfig
  const catalog = createCatalog({ now })
  const v2 = createFetchSender({ origin: options.v2Url ?? runpod.is.v2, fetch })
  const graphql = new URL(options.graphqlUrl ?? runpod.is.graphql)
  const toGraphql = createFetchSender({ origin: graphql.origin, fetch })
  const legacy: Send = (request) => toGraphql({ ...request, path: graphql.pathname })
  return {
    v1: createV1({ send: v2, routes, config, now, catalogFor: catalog }),
    graphql: createGraphql({ v2, legacy, config, catalog, clock: { now } }).handle,
  }
}

/** Rejects as `fetch` does once the caller gives up: an answer that says so would pass for the old service's. */
const unlessAborted = (answer: Promise<Response>, signal: AbortSignal): Promise<Response> =>
  Promise.race([
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
    answer,
  ])

/**
 * A `fetch` that answers calls of the retired APIs by REST v2, inside the program, and leaves every other call alone.
 * Answers look as the old service's did; what was lost or defaulted is in their `Upshift-Notes` header.
 * @example const fetch = createFetch(); await fetch('https://rest.runpod.io/v1/pods', { headers })
 */
export const createFetch = (options: FetchOptions = {}): typeof globalThis.fetch => {
  const handlers = handlersOver(options)
  const underneath = options.fetch ?? globalThis.fetch
  const legacy = options.legacy ?? legacyAddresses
  return async function translatingFetch(input, init) {
    const url = new URL(input instanceof Request ? input.url : String(input))
    const api = legacyOf(url, legacy)
    if (api === undefined) return underneath(input, init)
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    return unlessAborted(answerRequest(request, handlers[api], api), request.signal)
  }
}
