import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

/** An endpoint's one network volume as a list of one; `""` and null, with which callers detached it, are the empty list. */
export const oneVolume = codec('oneVolume', {
  old: z.string().nullable(),
  v2: z.array(z.string()),
  decode: (id) => (id ? [id] : []),
  encode: (ids) => ids[0] ?? '',
  readsNull: true,
  usual: (id) => id !== null,
  takes: 'the id of a network volume, or "" for none',
  examples: [
    ['vol1', ['vol1']],
    ['', []],
  ],
  source: (id) => `${id} ? [${id}] : []`,
  sourceOfFilled: (id) => `[${id}]`,
  sourceBack: (ids) => `${ids}[0] ?? ''`,
})
