/** What happened to a field, as a past fact. English for it lives in the reporters. */
export type FindingCode =
  | 'DEFAULTED'
  | 'DROPPED'
  | 'LOSSY'
  | 'TOLERATED'
  | 'ECHOED'
  | 'REFUSED'
  | 'UNREADABLE'
  | 'UNKNOWN_FIELD'
  | 'DYNAMIC'

/** One thing a reader must be told about a translation. Never holds a field's value: values may be secrets. */
export interface Finding {
  readonly code: FindingCode
  /** The row's id, e.g. `v1.pods.create.gpuTypeIds`: header token, error code, marker and reference anchor. */
  readonly rule: string
  /** The field in the caller's words, e.g. `containerDiskInGb`. */
  readonly at: string
  /** The row's reason, ending in what the reader can do. */
  readonly why: string
  /** What the reader can do, where the reason does not say it. */
  readonly fix?: string
}
