import { z } from 'zod'

/** A named two-way conversion between an old value and its v2 form. */
export interface Codec {
  readonly name: string
  /** The same conversion as a zod codec, which checks both ends. */
  readonly schema: z.ZodType
  /** Old to v2. Called only with values that `accepts` lets through. */
  readonly decode: (old: unknown) => unknown
  /** v2 to old. */
  readonly encode: (v2: unknown) => unknown
  readonly accepts: (value: unknown) => boolean
  /** Worked examples: test cases, lines of the reference and codemod fixtures at once. */
  readonly examples: readonly (readonly [old: unknown, v2: unknown])[]
  /** What a reader is told the old value may be, e.g. "a comma-separated string". */
  readonly takes: string
  /** The conversion as source text over an expression; undefined where a program must not do it by itself. */
  readonly source: ((expression: string) => string) | undefined
  /** The same of a text that is surely not empty, where that is said more shortly. */
  readonly sourceOfFilled: ((expression: string) => string) | undefined
  /** The conversion over an array literal's elements; undefined where these elements need the whole expression. */
  readonly sourceOfItems: ((items: readonly string[]) => string | undefined) | undefined
  /** The conversion over an array literal of which some items are known, as the text that a hand would write. */
  readonly sourceOfList: ((items: readonly ListItem[]) => string) | undefined
  /** The way back as source text. */
  readonly sourceBack: ((expression: string) => string) | undefined
  /** True where null is a value of its own to this codec and not an absence. */
  readonly readsNull: boolean
  /** False for a spelling of another API that is understood all the same, and noted. */
  readonly usual: (old: unknown) => boolean
  /** The unusual spelling, told by the kind of value it is, and its conversion as source text. */
  readonly other: OtherSpelling | undefined
}

/** An item of an array literal: a string that is written out, the text of one that is made when the program runs, or that of a number which one is made of. */
export type ListItem = { readonly value: string } | { readonly text: string } | { readonly number: string }

/** A second spelling of a value. */
export interface OtherSpelling {
  readonly is: Exclude<ValueKind, 'neither' | 'mixed'>
  readonly source: (expression: string) => string
  /** The same over a value of either spelling, where one text does for both. */
  readonly either?: (expression: string) => string
}

/** What can be told of a value by its type alone; `neither` is certainly none of the others, `mixed` now a text and now not. */
export type ValueKind = 'string' | 'list' | 'neither' | 'mixed'

/** What `codec` is told. */
export interface CodecOptions<Old extends z.ZodType, V2 extends z.ZodType> {
  readonly old: Old
  readonly v2: V2
  readonly decode: (old: z.output<Old>) => z.input<V2>
  readonly encode: (v2: z.input<V2>) => z.output<Old>
  readonly examples: readonly (readonly [z.input<Old>, z.output<V2>])[]
  readonly takes: string
  readonly source?: (expression: string) => string
  readonly sourceOfFilled?: (expression: string) => string
  readonly sourceOfItems?: (items: readonly string[]) => string | undefined
  readonly sourceOfList?: (items: readonly ListItem[]) => string
  readonly sourceBack?: (expression: string) => string
  readonly readsNull?: boolean
  readonly usual?: (old: z.output<Old>) => boolean
  readonly other?: OtherSpelling
  /** A cheap test for the common spelling: true only for what `old` accepts. Everything else is asked of `old`. */
  readonly quick?: (value: unknown) => boolean
}

/** A list of strings, without asking a schema. */
export const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** An object of strings, without asking a schema. */
export const isStringMap = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => typeof item === 'string')

/**
 * Defines a codec. Its functions run bare on the request path: v2 validates values, so only the old value's shape is
 * checked first, by `old`.
 */
export const codec = <Old extends z.ZodType, V2 extends z.ZodType>(
  name: string,
  options: CodecOptions<Old, V2>,
): Codec => {
  // The codec boundary: rows are data and cannot carry the two type parameters any further.
  const { decode, encode } = options as unknown as Pick<Codec, 'decode' | 'encode'>
  return {
    name,
    schema: z.codec(options.old, options.v2, {
      decode: (old) => decode(old) as never,
      encode: (v2) => encode(v2) as never,
    }),
    decode,
    encode,
    accepts: (value) => options.quick?.(value) || options.old.safeParse(value).success,
    examples: options.examples,
    takes: options.takes,
    source: options.source,
    sourceOfFilled: options.sourceOfFilled,
    sourceOfItems: options.sourceOfItems,
    sourceOfList: options.sourceOfList,
    sourceBack: options.sourceBack,
    readsNull: options.readsNull ?? false,
    usual: (options.usual as Codec['usual'] | undefined) ?? (() => true),
    other: options.other,
  }
}
