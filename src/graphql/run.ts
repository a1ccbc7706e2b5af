import type { Policy } from '../../mappings/dsl/runtime.ts'
import { NO_EQUIVALENT } from '../../mappings/graphql/operation.ts'
import type { CapabilityName } from '../../mappings/hosts.ts'
import type { CatalogFor } from '../proxy/catalog.ts'
import type { Call } from '../proxy/exchange.ts'
import { type Send, UpstreamError } from '../upstream/contract.ts'
import { ArgumentError } from './arguments.ts'
import { type Context, createContext, type Resolve } from './context.ts'
import type { PreparedOperation } from './document-cache.ts'
import { Fault, goneFault, unavailable, unknownOutcome } from './fault.ts'
import { askLegacy } from './legacy.ts'
import type { LegacyHost } from './legacy-host.ts'
import { completeInParts, isLong } from './long-list.ts'
import type { Settled } from './outcome.ts'
import type { Piece, Plan } from './plan.ts'
import type { GraphqlRequest } from './request.ts'
import type { SharedReads } from './shared-reads.ts'

/** What every request of one proxy shares. */
export interface Surroundings {
  readonly v2: Send
  readonly legacy: Send | undefined
  readonly now: () => number
  readonly catalogFor: CatalogFor
  readonly capabilities: ReadonlySet<CapabilityName>
  readonly policy: Policy
  readonly host: LegacyHost
  readonly shared: SharedReads
  /** Milliseconds the v2 half of a split query waits for the legacy half. */
  readonly legacyDeadline: number
  readonly resolvers: { readonly query: Resolvers; readonly mutation: Resolvers; readonly myself: Resolvers }
}

export type Resolvers = Readonly<Record<string, Resolve>>

/** One request on its way. */
export interface Run {
  readonly around: Surroundings
  readonly call: Call
  readonly request: GraphqlRequest
  readonly prepared: PreparedOperation
  readonly plan: Plan
  readonly variables: Readonly<Record<string, unknown>>
}

/** Asks who the caller is; not worth an error where nobody answers. */
const identityOf =
  ({ around, call, request }: Run) =>
  async (): Promise<string | null> => {
    if (!around.legacy) return null
    const { legacy: send, now, host, legacyDeadline: deadline } = around
    const query = '{ myself { id } }'
    const result = await askLegacy({ send, now, host, deadline }, call, request.key, {
      query,
      variables: undefined,
    })
    const myself = result.state === 'answered' ? (result.data?.myself as { id?: unknown } | null) : null
    return typeof myself?.id === 'string' ? myself.id : null
  }

/** What the resolvers of a request work with. */
export const contextOf = (run: Run, passOn: boolean): Context => {
  const { around, call, request, variables } = run
  return createContext({
    identity: identityOf(run),
    call,
    key: request.key ?? '',
    send: around.v2,
    catalogFor: around.catalogFor,
    now: around.now,
    variables,
    capabilities: around.capabilities,
    policy: around.policy,
    passOn,
    shared: around.shared,
  })
}

/** Lets a resolver answer one field; what goes wrong is the field's error. */
export const attempt = async (
  piece: Piece,
  resolve: Resolve | undefined,
  context: Context,
  writes = false,
): Promise<Settled> => {
  const { field } = piece
  if (!resolve || !field) return { fault: goneFault(piece.name, NO_EQUIVALENT) }
  try {
    const value = await resolve(field.arguments(context.variables), field.selection, context)
    if (isLong(value)) return { completed: await completeInParts(field, value, context.variables) }
    return { value }
  } catch (error) {
    return { fault: faultOf(error, piece, writes) }
  }
}

const faultOf = (error: unknown, { name, operation }: Piece, writes: boolean): Fault => {
  if (error instanceof Fault) return error
  if (error instanceof ArgumentError) {
    return new Fault('refused', error.message, { extensions: { code: 'BAD_USER_INPUT' } })
  }
  if (error instanceof UpstreamError && error.code !== 'CALLER_GONE') return unavailable()
  // v2 answered something of another shape than its own: a write may have happened all the same.
  if (error instanceof TypeError || error instanceof RangeError)
    return writes ? unknownOutcome(name, operation?.look) : unavailable()
  throw error
}
