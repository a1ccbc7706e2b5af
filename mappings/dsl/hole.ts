import type { ValueKind } from './codec.ts'

/** What some callers send for "not given": `''` or `[]`. */
export type Blank = 'text' | 'list'

/** What is known of an expression beside its text. */
export interface HoleOptions {
  readonly known?: { readonly value: unknown } | undefined
  readonly origin?: unknown
  readonly mayBeAbsent?: boolean
  readonly mayBeNull?: boolean
  readonly mayBeBlank?: Blank | undefined
  readonly items?: readonly Hole[] | undefined
  readonly constant?: { readonly value: unknown } | undefined
  readonly is?: ValueKind | undefined
  readonly number?: string | undefined
  readonly never?: readonly unknown[] | undefined
  readonly spare?: unknown
}

/**
 * A value the codemod cannot evaluate, or one it can but whose source text must survive. The same rows run over holes
 * and over plain values: a hole with a known value answers guards, any other leaves them undecided.
 */
export class Hole {
  /** The expression's source text. */
  readonly text: string
  /** The value, where the expression is a literal. */
  readonly known: { readonly value: unknown } | undefined
  /** Whatever the codemod wants back with the value: the node it came from. */
  readonly origin: unknown
  /** True where the expression may be undefined or null when the program runs. */
  readonly mayBeAbsent: boolean
  /** True where it says null at times: unlike what is undefined, that is sent. */
  readonly mayBeNull: boolean
  /** Which of them it says at times, in so many words: `volume ?? ''`. */
  readonly mayBeBlank: Blank | undefined
  /** The elements, where the expression is an array literal or names one. */
  readonly items: readonly Hole[] | undefined
  /** The value of a constant that the expression names. Somebody may change it one day, so it answers no guards. */
  readonly constant: { readonly value: unknown } | undefined
  /** The kind of the value, where its type says it. */
  readonly is: ValueKind | undefined
  /** The number that the text is made of: `port` of `String(port)`. */
  readonly number: string | undefined
  /** What the value cannot be, where a condition around it says so: `if (size > 0)`. */
  readonly never: readonly unknown[]
  /** The default that the text ends in, as JSON, where one was written around the expression. */
  readonly spare: unknown

  constructor(text: string, options: HoleOptions = {}) {
    this.text = text
    this.items = options.items
    this.constant = options.constant
    this.is = options.is
    this.number = options.number
    this.never = options.never ?? []
    this.spare = options.spare
    this.known = options.known
    this.origin = options.origin
    this.mayBeAbsent = options.mayBeAbsent ?? false
    this.mayBeNull = options.mayBeNull ?? false
    this.mayBeBlank = options.mayBeBlank
  }
}

/** Whether a value is a hole. */
export const isHole = (value: unknown): value is Hole => value instanceof Hole
