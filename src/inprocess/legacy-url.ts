import { hostProfiles } from '../../mappings/hosts.ts'

/** Which legacy API a URL belongs to. */
export type Legacy = 'v1' | 'graphql'

/** The addresses a program may still call. */
export interface LegacyAddresses {
  /** Origins of REST v1, e.g. `https://rest.runpod.io`. */
  readonly v1: readonly string[]
  /** Whole addresses of the GraphQL API, without a query. */
  readonly graphql: readonly string[]
}

const { v1, graphql } = hostProfiles.runpod.is

/** The service's own retired addresses. */
export const legacyAddresses: LegacyAddresses = { v1: [v1], graphql: [graphql] }

/** Decides by origin and path alone; a URL of another host is never touched, whatever its path looks like. */
export const legacyOf = (url: URL, { v1, graphql }: LegacyAddresses): Legacy | undefined => {
  if (v1.includes(url.origin) && (url.pathname === '/v1' || url.pathname.startsWith('/v1/'))) return 'v1'
  return graphql.includes(`${url.origin}${url.pathname.replace(/\/$/, '')}`) ? 'graphql' : undefined
}
