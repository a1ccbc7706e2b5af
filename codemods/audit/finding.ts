import { createHash } from 'node:crypto'

/** Which part of the inventory a finding belongs to. `jobs` and `rest-v2` are listed and left alone. */
export type Drawer =
  | 'rest-v1'
  | 'graphql'
  | 'fields'
  | 'rest-v2'
  | 'jobs'
  | 'sdk'
  | 'v2-habit'
  | 'suppressions'

/**
 * What the finding asks of its reader: `required`, v2 refuses it as it stands; `quiet`, v2 takes it and means something
 * else; `decision`, a person has to choose; `cleanup`, nothing runs it; `none`, leave it alone.
 */
export type FindingClass = 'required' | 'quiet' | 'decision' | 'cleanup' | 'none'

/** Who can make the change: the codemod, a person following the rule, or a person after a decision. */
export type FixKind = 'automatic' | 'assisted' | 'manual' | 'none'

export type Confidence = 'high' | 'medium' | 'low'

/** Why a finding does not count. */
export interface Suppression {
  /** `keep`: legacy, and meant to stay. `ignore`: not legacy at all. */
  readonly kind: 'keep' | 'ignore'
  readonly reason: string
  /** Last day on which it holds, ISO 8601. */
  readonly until?: string
}

/** One place in one file. Holds no source line: lines hold keys. */
export interface AuditFinding {
  /** A row's or route's id from the mapping, or a rule of the audit's own (`hosts.v1`, `habit.…`, `sdk.…`). */
  readonly rule: string
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly endColumn: number
  readonly drawer: Drawer
  readonly class: FindingClass
  /** The old operation or field as the mapping spells it. */
  readonly old: string
  /** What becomes of it; empty where v2 has nothing. */
  readonly v2: string
  readonly fix: FixKind
  readonly confidence: Confidence
  readonly why: string
  /** Stable while lines move: rule, file, the line's own text and its rank among equal lines. */
  readonly fingerprint: string
  readonly suppressed?: Suppression
}

/** The order in which findings are listed. */
export const byPlace = (a: AuditFinding, b: AuditFinding): number =>
  a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1

/** A finding before it knows where its file stands. */
export type Draft = Omit<AuditFinding, 'file' | 'line' | 'column' | 'endColumn' | 'fingerprint' | 'fix'> & {
  /** Offsets in the file's text. */
  readonly start: number
  readonly end: number
  /** Left out, it follows from class and language. */
  readonly fix?: FixKind
}

/** Sixteen hex digits that survive moved lines and changed indentation. */
export const fingerprintOf = (rule: string, file: string, lineText: string, rank: number): string =>
  createHash('sha256')
    .update([rule, file, lineText.replace(/\s+/g, ' ').trim(), rank].join('\0'))
    .digest('hex')
    .slice(0, 16)
