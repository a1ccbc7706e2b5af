/**
 * `import { fetch } from 'upshift/fetch'`: a fetch that answers calls of the retired APIs by REST v2.
 * @module
 */
import { createFetch } from './create-fetch.ts'

export { createFetch, type FetchOptions } from './create-fetch.ts'

/** The translating fetch, sending to the service's own REST v2. */
export const fetch: typeof globalThis.fetch = createFetch()
