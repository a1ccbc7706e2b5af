import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Answer } from '../proxy/exchange.ts'
import { answerOf, type ErrorEntry, entryOf } from './answer.ts'
import type { Fault } from './fault.ts'
import { type Completed, completeField, textAround, Written } from './long-list.ts'
import type { Piece } from './plan.ts'

/** What one piece came to. */
export type Settled =
  | { readonly value: unknown }
  /** A long list, shaped and written already. */
  | { readonly completed: Completed }
  | { readonly fault: Fault }
  /** From the legacy API: its data and its errors as they came. */
  | { readonly legacy: unknown; readonly errors: readonly ErrorEntry[]; readonly unauthorized?: boolean }

/** Gathers the answer of a document, field by field, in document order. */
export class Gathering {
  readonly data: Record<string, unknown> = Object.create(null)
  readonly errors: ErrorEntry[] = []
  readonly variables: Readonly<Record<string, unknown>>
  #parts = 0
  #unauthorized = 0
  #limited: Fault | undefined
  #isLong = false

  constructor(variables: Readonly<Record<string, unknown>>) {
    this.variables = variables
  }

  /** Puts a root field in its place. */
  add(piece: Piece, settled: Settled): void {
    this.data[piece.key] = this.#place(piece, settled, []).value
  }

  /** Puts `myself` together from its children. A child that may not be null and failed makes the whole null. */
  addMixed(piece: Piece, children: readonly (readonly [Piece, Settled])[]): void {
    const user: Record<string, unknown> = Object.create(null)
    let lost = false
    for (const [child, settled] of children) {
      const placed = this.#place(child, settled, [piece.key])
      user[child.key] = placed.value
      lost ||= placed.lost
    }
    this.data[piece.key] = lost ? null : user
  }

  /** 401 only where every part was refused so; 429 where any read was, or the only thing asked for. */
  answer(notes: readonly Finding[], acted: boolean): Answer {
    const data = this.#isLong ? new Written(textAround(this.data)) : this.data
    const result = { data, errors: this.errors }
    if (this.#parts > 0 && this.#unauthorized === this.#parts) return answerOf(401, result, notes)
    if (this.#limited && !acted) return answerOf(429, result, notes, this.#limited.headers)
    return answerOf(200, result, notes)
  }

  #place(piece: Piece, settled: Settled, outer: readonly string[]): { value: unknown; lost: boolean } {
    if (piece.source !== 'local') this.#parts += 1
    const path = [...outer, piece.key]
    if ('legacy' in settled) {
      if (settled.unauthorized) this.#unauthorized += 1
      this.errors.push(...settled.errors)
      return { value: settled.legacy ?? null, lost: false }
    }
    if ('completed' in settled) return this.#completed(settled.completed, path)
    return 'fault' in settled
      ? this.#failed(piece, settled.fault, path)
      : this.#complete(piece, settled.value, path)
  }

  #failed(piece: Piece, fault: Fault, path: readonly string[]) {
    if (fault.kind === 'unauthorized') this.#unauthorized += 1
    if (fault.kind === 'limited') this.#limited ??= fault
    this.errors.push(entryOf(fault, path))
    // What only the retired API answered costs nothing but itself, whatever its type promised.
    const promised = piece.source === 'v2' && piece.field?.required === true
    return { value: null, lost: promised && path.length > 1 }
  }

  #complete({ field }: Piece, value: unknown, path: readonly string[]) {
    if (!field) return { value: null, lost: false }
    return this.#completed(completeField(field, value, this.variables), path)
  }

  #completed({ value, faults, isLost }: Completed, path: readonly string[]) {
    if (value instanceof Written) this.#isLong = true
    for (const fault of faults) {
      const extensions = { code: 'INTERNAL_SERVER_ERROR' }
      this.errors.push({ message: fault.message, path: [...path, ...fault.path], extensions })
    }
    return { value, lost: isLost && path.length > 1 }
  }
}
