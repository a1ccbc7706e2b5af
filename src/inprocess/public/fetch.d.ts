/** What a translating fetch is made of. */
export interface FetchOptions {
  /** The fetch underneath; everything that is not legacy goes straight to it. */
  readonly fetch?: typeof globalThis.fetch
  /** Origin of REST v2. */
  readonly v2Url?: string
  /** Address of the legacy GraphQL API, for what REST v2 has no place for. */
  readonly graphqlUrl?: string
}

/**
 * A `fetch` that answers calls of the retired APIs by REST v2, inside the program, and leaves every other call alone.
 * Answers look as the old service's did; what was lost or defaulted is in their `Upshift-Notes` header.
 */
export declare const createFetch: (options?: FetchOptions) => typeof globalThis.fetch

/** The translating fetch, sending to the service's own REST v2. */
export declare const fetch: typeof globalThis.fetch
