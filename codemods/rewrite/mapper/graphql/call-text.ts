import type { Helper } from '../helpers/mapper-printer.ts'

/** The names of the shape mappers that a call uses. */
export interface CallNames {
  readonly create: string
  readonly update: string
  readonly read: string
  /** By the field of a body that another mapping takes up, the mapper that does. */
  readonly inner: Readonly<Record<string, string>>
  /** What says v2's refusal of a body in the caller's words. */
  readonly worded: Readonly<Record<'create' | 'update', string>>
}

/** Statements, the expression for what the field held, and the helpers both call. */
export interface CallText {
  readonly lines: readonly string[]
  readonly value: string
  readonly helpers: readonly Helper[]
}
