import { z } from 'zod'
import { codec, isStringMap } from '../dsl/codec.ts'

const pairs = z.array(z.strictObject({ key: z.string(), value: z.string() }))
const map = z.record(z.string(), z.string())

/** A list of pairs as the map v2 takes; of two pairs with one key the later wins, as it did. */
const mapOfPairs = (list: readonly { key: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value]))

const mapOfPairsSource = (list: string) => `Object.fromEntries(${list}.map(({ key, value }) => [key, value]))`

/** REST's `env` map; GraphQL's list of pairs, which some callers send to REST, is understood too. */
export const environment = codec('environment', {
  old: z.union([map, pairs]),
  quick: isStringMap,
  v2: map,
  decode: (env) => (Array.isArray(env) ? mapOfPairs(env) : env),
  encode: (env) => env,
  usual: (env) => !Array.isArray(env),
  other: { is: 'list', source: mapOfPairsSource },
  takes: 'an object of strings',
  examples: [
    [
      { TOKEN: 'x', MODE: 'fast' },
      { TOKEN: 'x', MODE: 'fast' },
    ],
    [[{ key: 'TOKEN', value: 'x' }], { TOKEN: 'x' }],
  ],
  source: (env) => env,
  sourceBack: (env) => env,
})

/** GraphQL's `env`: a list of pairs. */
export const environmentPairs = codec('environmentPairs', {
  old: pairs,
  v2: map,
  decode: mapOfPairs,
  encode: (env) => Object.entries(env).map(([key, value]) => ({ key, value })),
  takes: 'a list of {key, value}',
  examples: [[[{ key: 'TOKEN', value: 'x' }], { TOKEN: 'x' }]],
  source: mapOfPairsSource,
  sourceBack: (env) => `Object.entries(${env}).map(([key, value]) => ({ key, value }))`,
})
