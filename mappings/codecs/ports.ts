import { z } from 'zod'
import { codec, isStrings } from '../dsl/codec.ts'

const split = (ports: string): string[] =>
  ports
    .split(',')
    .map((port) => port.trim())
    .filter((port) => port !== '')

const splitSource = (ports: string) => `${ports}.split(',').map((port) => port.trim()).filter(Boolean)`

/** REST's `ports` array; GraphQL's comma string, which some callers send to REST, is understood too. */
export const ports = codec('ports', {
  old: z.union([z.array(z.string()), z.string()]),
  quick: isStrings,
  v2: z.array(z.string()),
  decode: (list) => (typeof list === 'string' ? split(list) : list),
  encode: (list) => list,
  usual: (list) => typeof list !== 'string',
  other: { is: 'string', source: splitSource },
  takes: 'a list such as ["8888/http", "22/tcp"]',
  examples: [
    [
      ['8888/http', '22/tcp'],
      ['8888/http', '22/tcp'],
    ],
    ['8888/http, 22/tcp', ['8888/http', '22/tcp']],
  ],
  source: (list) => list,
  sourceBack: (list) => list,
})

/** GraphQL's `ports`: one comma-separated string. */
export const portList = codec('portList', {
  old: z.string(),
  v2: z.array(z.string()),
  decode: split,
  encode: (list) => list.join(','),
  usual: (list) => split(list).join(',') === list,
  takes: 'a comma-separated string such as "8888/http,22/tcp"',
  examples: [['8888/http,22/tcp', ['8888/http', '22/tcp']]],
  source: splitSource,
  sourceBack: (list) => `${list}.join(',')`,
})
