import { z } from 'zod'
import { type Codec, codec } from '../dsl/codec.ts'
import { wordsIn } from '../shared/endpoints.ts'

/** A text split at its commas, as source. @param word what one piece is called there */
export const wordsInText = (text: string, word: string): string =>
  `${text}.split(',').map((${word}) => ${word}.trim()).filter(Boolean)`

/** A list that the old API takes and gives as one comma-separated text. @param word what one piece is called in source */
export const commaText = (name: string, word: string, takes: string, example: string): Codec =>
  codec(name, {
    old: z.string(),
    v2: z.array(z.string()),
    decode: wordsIn,
    encode: (list) => list.join(','),
    usual: (text) => wordsIn(text).join(',') === text,
    takes,
    examples: [[example, example.split(',')]],
    source: (text) => wordsInText(text, word),
    sourceBack: (list) => `${list}.join(',')`,
  })
