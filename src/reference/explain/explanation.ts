/** One REST v2 call that a legacy request becomes. */
export interface ExplainedCall {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly body?: unknown
}

/** What became of one field, parameter or path, and the rule that says so. */
export interface ExplainedChange {
  /** The field in the caller's words. */
  readonly old: string
  /** Where it went; empty where it went nowhere. */
  readonly v2: string
  readonly what:
    | 'same'
    | 'moved'
    | 'converted'
    | 'decides'
    | 'defaulted'
    | 'dropped'
    | 'refused'
    | 'served'
    | 'neutral'
    | 'unknown'
  readonly rule: string
  readonly why: string
}

/** One legacy request, explained. */
export interface Explanation {
  readonly explanation: 'upshift-explanation/1'
  /** The operation's rule, e.g. `v1.pods.create`; empty where nothing is legacy. */
  readonly operation: string
  readonly old: string
  /** In the order they are sent; empty where the request is refused. */
  readonly calls: readonly ExplainedCall[]
  readonly changes: readonly ExplainedChange[]
  /** What else is done, or has to be known. */
  readonly notes: readonly string[]
  /** Why nothing can be sent, in the caller's words. */
  readonly refused: readonly string[]
}

/** English of what became of a field. */
export const WHAT_WORDS: Record<ExplainedChange['what'], string> = {
  same: 'unchanged',
  moved: 'moved',
  converted: 'converted',
  decides: 'decides what v2 is sent',
  defaulted: 'written because v1 implied it',
  dropped: 'left out',
  refused: 'refused',
  served: 'done by the proxy',
  neutral: 'an empty value, since v2 does not say it',
  unknown: 'unknown to v1 and v2',
}
