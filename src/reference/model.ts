/** One row in one facet, as data for the pages. */
export interface ReferenceRow {
  /** The row's id: its anchor, and the rule that findings, errors and headers name. */
  readonly rule: string
  /** Unique on a page: the id, numbered where two cases of one facet share it. */
  readonly anchor: string
  readonly verb: 'same' | 'renamed' | 'filled' | 'hidden' | 'dropped' | 'refused' | 'served'
  readonly old: string
  readonly v2: string
  /** When the row applies, in words; empty when always. */
  readonly when: string
  /** What v1 gave a caller who said nothing, as JSON; empty where nothing is written. */
  readonly default: string
  /** What happens to a value, in words: unchanged, converted, lost. */
  readonly loss: string
  readonly why: string
  /** What the proxy does in a call of its own; empty where the row says it all. */
  readonly behaviour: string
  /** Worked examples: an old value and its v2 form. */
  readonly examples: readonly { readonly old: string; readonly v2: string }[]
}

/** One moment at which a resource crosses the wire. */
export interface ReferenceFacet {
  readonly facet: 'create' | 'update' | 'read' | 'query'
  readonly rows: readonly ReferenceRow[]
  /** One document on both sides, as the proxy itself translates it. */
  readonly example?: { readonly old: unknown; readonly v2: unknown; readonly notes: readonly string[] }
}

/** One old operation and what becomes of it. */
export interface ReferenceOperation {
  readonly id: string
  readonly old: string
  /** Several where one operation takes several calls; empty where v2 has none. */
  readonly v2: readonly string[]
  readonly answer: string
  readonly behaviours: readonly string[]
  /** Why v2 has no such operation, and what to do. */
  readonly gone: string
}

/** One resource, or one family of GraphQL operations. */
export interface ReferenceResource {
  /** `v1.pods`, `graphql.saveTemplate`. */
  readonly id: string
  readonly title: string
  readonly api: 'v1' | 'graphql'
  readonly operations: readonly ReferenceOperation[]
  readonly facets: readonly ReferenceFacet[]
}

/** A fact that ages, with its day and source. */
export interface ReferenceFact {
  readonly what: string
  readonly is: string
  readonly asOf: string
  readonly source: string
}

/** The whole reference. */
export interface ReferenceModel {
  readonly reference: 'upshift-reference/1'
  readonly resources: readonly ReferenceResource[]
  readonly facts: readonly ReferenceFact[]
}

/** English of the verbs. */
export const VERB_WORDS: Record<ReferenceRow['verb'], string> = {
  same: 'unchanged',
  renamed: 'moved',
  filled: 'written for v2',
  hidden: 'new in v2',
  dropped: 'gone',
  refused: 'gone, refused',
  served: 'done by the proxy',
}

/** English of the facets. */
export const FACET_WORDS: Record<ReferenceFacet['facet'], string> = {
  create: 'Create body',
  update: 'Update body',
  read: 'Answer',
  query: 'Query parameters',
}
