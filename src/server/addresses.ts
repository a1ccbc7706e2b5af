import type { HostProfile } from '../../mappings/hosts.ts'
import type { Address, Targets } from './compose.ts'

/** An upstream's address is none. The address itself is never repeated: it may carry a password or a key. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

type Upstream = 'v2' | 'queue' | 'graphql'

/** How each upstream's address is named where it is given: by a flag, by a variable. */
export type AddressNames = Readonly<Record<Upstream, string>>

/** The addresses that were given; an empty one was not. */
export type GivenAddresses = Readonly<Partial<Record<Upstream, string | undefined>>>

const parse = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AddressError(`${name} must be an address like https://host or http://host:port`)
  if (url.username || url.password || url.search || url.hash)
    throw new AddressError(
      `${name} must hold no user, password, query or fragment: callers send their own keys`,
    )
  return url
}

const restAddress = (text: string, name: string): Address => {
  const { origin, pathname } = parse(text, name)
  // Clients are configured with and without the version; every path we send has it already.
  return { origin, path: pathname.replace(/\/+$/, '').replace(/\/v2$/, '') }
}

const graphqlAddress = (text: string, name: string): Address => {
  const { origin, pathname } = parse(text, name)
  return { origin, path: pathname === '/' ? '/graphql' : pathname.replace(/\/+$/, '') }
}

/** The addresses of one profile, or of one server that plays all three parts. @throws {AddressError} */
const targetsOf = (profile: HostProfile, names: AddressNames): Targets => ({
  v2: restAddress(profile.v2, names.v2),
  queue: restAddress(profile.queue, names.queue),
  graphql: graphqlAddress(profile.graphql, names.graphql),
})

/**
 * The addresses that were given. What was not is the profile's; without one it is on the given v2's host, never on a
 * service that nobody asked for.
 * @throws {AddressError}
 */
export const upstreamsOf = (
  { v2, queue, graphql }: GivenAddresses,
  names: AddressNames,
  profile?: HostProfile,
): Targets => {
  const host = v2 ? parse(v2, names.v2).origin : ''
  const rest = profile ?? { v2: host, queue: host, graphql: host }
  return targetsOf({ v2: v2 || rest.v2, queue: queue || rest.queue, graphql: graphql || rest.graphql }, names)
}

const VARIABLES: AddressNames = {
  v2: 'UPSHIFT_V2_URL',
  queue: 'UPSHIFT_QUEUE_URL',
  graphql: 'UPSHIFT_GRAPHQL_URL',
}

/** The variables of `upshift serve` that name upstreams, where there is no command line. */
export interface AddressVariables {
  readonly UPSHIFT_V2_URL?: string | undefined
  readonly UPSHIFT_QUEUE_URL?: string | undefined
  readonly UPSHIFT_GRAPHQL_URL?: string | undefined
}

/** The upstreams that the environment names; the profile's where it names no v2. @throws {AddressError} */
export const upstreamsIn = (environment: AddressVariables, profile: HostProfile): Targets => {
  const { UPSHIFT_V2_URL: v2, UPSHIFT_QUEUE_URL: queue, UPSHIFT_GRAPHQL_URL: graphql } = environment
  return upstreamsOf({ v2, queue, graphql }, VARIABLES, v2 ? undefined : profile)
}
