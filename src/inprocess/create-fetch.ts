import { hostProfiles } from '../../mappings/hosts.ts'
import { routes } from '../../mappings/v1/index.ts'
import { createCatalog } from '../proxy/catalog.ts'
import { defaultConfig, type ProxyConfig } from '../proxy/config.ts'
import type { Answer, Call } from '../proxy/exchange.ts'
import { createV1 } from '../proxy/v1/handler.ts'
import { answerRequest } from '../proxy/web.ts'
import { createFetchSender } from '../upstream/fetch-send.ts'
import { type LegacyAddresses, legacyAddresses, legacyOf } from './legacy-url.ts'

/** What a translating fetch is made of. */
export interface FetchOptions {
  /** The fetch underneath; everything that is not legacy goes straight to it. */
  readonly fetch?: typeof globalThis.fetch
  /** Origin of REST v2. */
  readonly v2Url?: string
  readonly legacy?: LegacyAddresses
  readonly config?: ProxyConfig
}

/** The core's handlers, sending through a fetch. */
const handlersOver = (options: FetchOptions): Record<'v1', (call: Call) => Promise<Answer>> => {
  const fetch = options.fetch ?? globalThis.fetch
  const now = () => performance.now()
  const config = options.config ?? defaultConfig
  const send = createFetchSender({ origin: options.v2Url ?? hostProfiles.runpod.is.v2, fetch })
  return { v1: createV1({ send, routes, config, now, catalogFor: createCatalog({ now }) }) }
}

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
    if (api !== 'v1') return underneath(input, init)
    return answerRequest(new Request(input, init), handlers[api], api)
  }
}
