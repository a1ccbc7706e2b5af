import { z } from 'zod'
import { type Codec, codec, isStrings } from '../dsl/codec.ts'

/** A list of choices of which v2 takes one: the first. What becomes of the others is the row's to say. */
export const firstOf = codec('firstOf', {
  old: z.array(z.string()),
  quick: isStrings,
  v2: z.string().optional(),
  decode: (choices) => choices[0],
  encode: (choice) => (choice === undefined ? [] : [choice]),
  takes: 'a list of strings',
  examples: [[['NVIDIA L4'], 'NVIDIA L4']],
  sourceOfItems: (items) => (items.length === 1 ? items[0] : undefined),
  sourceBack: (choice) => `[${choice}]`,
})

/** A single value where v2 takes a list of them. */
export const oneInList = (name: string, example: string): Codec =>
  codec(name, {
    old: z.string(),
    v2: z.array(z.string()),
    decode: (one) => [one],
    encode: (list) => list[0] ?? '',
    takes: 'a string',
    examples: [[example, [example]]],
    source: (one) => `[${one}]`,
    sourceBack: (list) => `${list}[0] ?? ''`,
  })

/** A single choice where v2 takes a list. */
export const listOfOne = oneInList('listOfOne', 'NVIDIA L4')
