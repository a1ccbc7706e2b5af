import { randomUUID } from 'node:crypto'
import type { Trace } from '../../proxy/exchange.ts'
import type { DayDelta, UsageBatch, UsageDelta, UsageStore } from '../../storage/contract.ts'
import type { Consumer } from '../fingerprint.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { Tally } from './tally.ts'

export interface RecorderOptions {
  readonly store: UsageStore
  readonly vocabulary: Vocabulary
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told when a batch could not be stored: once a failure, not once a try. */
  readonly onTrouble?: (error: unknown) => void
}

type Mutable<T> = { -readonly [P in keyof T]: T[P] }

/** Rows of one write: few enough that a synchronous store holds nobody up. */
const BATCH_ROWS = 100
/** Distinct rows waiting for a store that cannot take them; more are counted as lost. */
const MOST_WAITING = 20_000
/** Batches cut and not yet taken. */
const MOST_BATCHES = 50
/** Keys told apart by one process; more are `other`. */
const MOST_CONSUMERS = 5_000
const REJECTED = 'rejected'
const DAY = 86_400_000 // milliseconds

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, at) =>
    rows.slice(at * BATCH_ROWS, (at + 1) * BATCH_ROWS),
  )

/**
 * Counts legacy calls in memory and stores them in batches, off the hot path. A batch keeps its id until the store has
 * taken it, so that one whose answer got lost is not added twice.
 */
export class UsageRecorder {
  readonly #options: RecorderOptions
  readonly #usage = new Tally<Mutable<UsageDelta>>()
  readonly #days = new Tally<Mutable<DayDelta>>()
  readonly #consumers = new Set<string>()
  #batches: UsageBatch[] = []
  #flushing: Promise<void> | undefined
  #failing = false
  #today = { day: '', ends: 0 }
  /** Calls that could not be counted because a store was away for too long. */
  lost = 0

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Rows that wait for the store. */
  get waiting(): number {
    return this.#usage.size + this.#days.size + this.#batches.length * BATCH_ROWS
  }

  /** Counts one call. @param status as answered: a key that v2 rejected (401) is nobody's. */
  record(trace: Trace, consumer: Consumer, status: number): void {
    if (trace.dialect !== 'v1' && trace.dialect !== 'graphql') return
    const now = this.#options.now()
    const who = status === 401 ? REJECTED : this.#nameOf(consumer.id)
    const operation = this.#options.vocabulary.operation(trace.operation)
    this.#add(who, consumer.client, operation, '', now)
    for (const { rule } of trace.notes)
      this.#add(who, consumer.client, operation, this.#options.vocabulary.rule(rule), now)
    this.#addDay(who, operation, now)
  }

  /** Stores what has come together. Never throws: what could not be stored stays for the next time. */
  flush(): Promise<void> {
    this.#flushing ??= this.#store().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  #nameOf(id: string): string {
    if (this.#consumers.has(id)) return id
    if (this.#consumers.size >= MOST_CONSUMERS) return 'other'
    this.#consumers.add(id)
    return id
  }

  #add(consumer: string, client: string, operation: string, rule: string, now: number): void {
    const known = this.#usage.get(consumer, client, operation, rule)
    if (known) {
      known.count += 1
      known.last = now
    } else if (this.#usage.size >= MOST_WAITING) this.lost += 1
    else {
      const row = { consumer, client, operation, rule, count: 1, first: now, last: now }
      this.#usage.add(consumer, client, operation, rule, row)
    }
  }

  #addDay(consumer: string, operation: string, now: number): void {
    const day = this.#dayOf(now)
    const known = this.#days.get(day, consumer, operation, '')
    if (known) known.count += 1
    else if (this.#days.size < MOST_WAITING)
      this.#days.add(day, consumer, operation, '', { day, consumer, operation, count: 1 })
  }

  #dayOf(now: number): string {
    const { ends } = this.#today
    // A clock that was set back must not count yesterday's calls as today's.
    if (now >= ends || now < ends - DAY) {
      const day = dayOf(now)
      this.#today = { day, ends: Date.parse(day) + DAY }
    }
    return this.#today.day
  }

  async #store(): Promise<void> {
    try {
      do {
        this.#cut()
        await this.#storeBatches()
      } while (this.#usage.size + this.#days.size > 0 && this.#batches.length === 0)
      this.#failing = false
    } catch (error) {
      if (!this.#failing) this.#options.onTrouble?.(error)
      this.#failing = true
    }
  }

  async #storeBatches(): Promise<void> {
    for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
      await this.#options.store.addUsage(batch)
      this.#batches.shift()
    }
  }

  #cut(): void {
    if (this.#batches.length >= MOST_BATCHES) return
    const at = this.#options.now()
    const usage = chunks(this.#usage.values())
    const days = chunks(this.#days.values())
    this.#usage.clear()
    this.#days.clear()
    const batches = [
      ...usage.map((rows) => ({ id: randomUUID(), at, usage: rows, days: [] })),
      ...days.map((rows) => ({ id: randomUUID(), at, usage: [], days: rows })),
    ]
    this.#batches = [...this.#batches, ...batches]
  }
}
