import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

const DIGITS = /^\d{1,15}$/
const asNumber = (value: string) => `Number(${value})`
const WRITTEN = { is: 'string', source: asNumber, either: asNumber } as const

/** A whole number; one written as a string, which v1 took as well, is understood too. */
export const wholeNumber = codec('wholeNumber', {
  old: z.union([z.int(), z.string().regex(DIGITS)]),
  quick: Number.isSafeInteger,
  v2: z.int(),
  decode: (value) => Number(value),
  encode: (value) => value,
  usual: (value) => typeof value === 'number',
  other: WRITTEN,
  takes: 'a whole number',
  examples: [
    [50, 50],
    ['50', 50],
  ],
  source: (value) => value,
  sourceBack: (value) => value,
})

/** Whole seconds of what v2 holds in fractions: rounded, and never none at all. */
export const wholeSeconds = codec('wholeSeconds', {
  old: z.union([z.int(), z.string().regex(DIGITS)]),
  v2: z.number(),
  decode: (value) => Number(value),
  encode: (value) => Math.max(1, Math.round(value)),
  usual: (value) => typeof value === 'number',
  other: WRITTEN,
  takes: 'a whole number of seconds',
  examples: [
    [4, 4],
    ['4', 4],
  ],
  source: (value) => value,
  sourceBack: (value) => `Math.max(1, Math.round(${value}))`,
})
