import type { z } from 'zod'
import type { CapabilityName } from '../hosts.ts'

/** Where a GraphQL field's answer comes from. `mixed`: its own children decide, as under `myself`. */
export type Source = 'v2' | 'upstream' | 'mixed'

/** One field a client can ask for: a query, a mutation, or a child of `myself`. */
export interface Operation {
  readonly source: Source
  /** The REST v2 routes that do its work, in the order they may be called; empty where there is none. */
  readonly v2: readonly string[]
  /** Where v2 has no counterpart: what a caller is told once the legacy API is gone. */
  readonly gone?: string
  /** What a caller whose write got no answer should look at before repeating it, e.g. `pods`. */
  readonly look?: string
  /** v2 can, but says less: the legacy API is asked while it lives. The text says what is missing. */
  readonly prefersUpstream?: string
  /** As `prefersUpstream`, but only where the operator says so: v2 says what most clients read. */
  readonly saysMoreUpstream?: string
  /** The legacy API answered it to callers without a key, too. */
  readonly isOpen?: true
  /** Where newer v2 can do it, once switched on. */
  readonly capability?: { readonly name: CapabilityName; readonly v2: readonly string[] }
}

/** A query or mutation with its arguments and its type. */
export interface RootOperation extends Operation {
  readonly takes: Readonly<Record<string, z.ZodType>>
  readonly gives: z.ZodType
}

/** Arguments are declared nullable on purpose: clients declare their variables both as `X` and as `X!`. */
export type Takes = Readonly<Record<string, z.ZodType>>

/** A field that v2 answers. */
export const onV2 = (v2: readonly string[], look?: string): Operation => ({
  source: 'v2',
  v2,
  ...(look && { look }),
})

/** A field that the legacy API answered to everybody. */
export const openToAll = (where: Operation): Operation => ({ ...where, isOpen: true })

/** A field that only the legacy API answers. `gone` ends in what the caller can do, where anything can be done. */
export const onUpstream = (gone = NO_EQUIVALENT, look?: string): Operation => ({
  source: 'upstream',
  v2: [],
  gone,
  ...(look && { look }),
})

/** The type and arguments of an operation, with where it is answered. */
export const operation = (takes: Takes, gives: z.ZodType, where: Operation): RootOperation => ({
  ...where,
  takes,
  gives,
})

const RETIRED = 'the GraphQL API has been retired and '

export const NO_EQUIVALENT = `${RETIRED}REST v2 has no equivalent`

/** What v2 lacks, without what is only true once GraphQL is gone: reasons are worded for those who ask then. */
export const lackOf = (gone: string): string => gone.split(RETIRED).at(-1) as string
