/** How often one consumer's program made one legacy call that touched one rule. */
export interface UsageDelta {
  /** Fingerprint of the API key, never the key. */
  readonly consumer: string
  /** Family of the program, e.g. `runpodctl`. */
  readonly client: string
  readonly operation: string
  /** Empty for the call itself; a rule's id for a note that the call gave rise to. */
  readonly rule: string
  readonly count: number
  /** Milliseconds since 1970. */
  readonly first: number
  readonly last: number
}

/** Calls of one consumer on one day. */
export interface DayDelta {
  /** UTC, ISO 8601. */
  readonly day: string
  readonly consumer: string
  readonly operation: string
  readonly count: number
}

/** What is added in one step. */
export interface UsageBatch {
  /** Unique. A batch that was already added (its answer got lost) is not added again. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usage: readonly UsageDelta[]
  readonly days: readonly DayDelta[]
}

/** Everything that is known, newest first; bounded by the store. */
export interface UsageRecord {
  /** When the store was made, milliseconds since 1970: before it nobody looked. */
  readonly since: number
  readonly usage: readonly UsageDelta[]
  readonly days: readonly DayDelta[]
}

/** Counts of legacy use. Shared by every process that opens the same place. */
export interface UsageStore {
  /** Adds up; all of the batch or nothing of it. @throws {StoreError} */
  readonly addUsage: (batch: UsageBatch) => Promise<void>
  /** @param since ISO day: days before it are left out. @throws {StoreError} */
  readonly readUsage: (since: string) => Promise<UsageRecord>
  /** Forgets days before `day` and batches added before it. @throws {StoreError} */
  readonly forgetUsage: (day: string) => Promise<void>
}

/** One resource's remembered fields. */
export interface EchoEntry {
  readonly account: string
  readonly resource: string
  readonly id: string
  /** JSON text of an object. */
  readonly fields: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What v2 forgot. */
export interface EchoRows {
  /** Replaces what was there. @throws {StoreError} */
  readonly putEcho: (entry: EchoEntry) => Promise<void>
  /** @returns the entries there are, in no order. @throws {StoreError} */
  readonly getEcho: (
    account: string,
    resource: string,
    ids: readonly string[],
  ) => Promise<readonly EchoEntry[]>
  readonly deleteEcho: (account: string, resource: string, id: string) => Promise<void>
  /** Forgets entries from before `at`. */
  readonly expireEcho: (at: number) => Promise<void>
}

/** One place where all of it is kept. */
export interface Store extends UsageStore, EchoRows {
  /** The installation's secret, 64 hex digits: made by whoever comes first, the same for all. @throws {StoreError} */
  readonly salt: () => Promise<string>
  readonly close: () => Promise<void>
}

/** The store cannot be used. The message names no credential. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Bounds of every store. */
export const storeLimits = {
  /** Usage rows handed out at once, the most recently used. */
  rows: 20_000,
  /** Echo entries of one account; the oldest go first. */
  echoes: 10_000,
} as const
