import { z } from 'zod'
import { codec } from '../dsl/codec.ts'

/** A registry credential's id; the empty string, with which v1 callers took the credential away, is v2's null. */
export const registryId = codec('registryId', {
  old: z.string().nullable(),
  quick: (id) => typeof id === 'string',
  v2: z.string().nullable(),
  decode: (id) => (id === '' ? null : id),
  encode: (id) => id ?? '',
  readsNull: true,
  usual: (id) => id !== null,
  takes: 'the id of a registry credential, or "" for none',
  examples: [
    ['cr_1', 'cr_1'],
    ['', null],
  ],
  source: (id) => `${id} || null`,
  sourceOfFilled: (id) => id,
  sourceBack: (id) => `${id} ?? ''`,
})
