import { z } from 'zod'
import { codec, isStrings } from '../dsl/codec.ts'
import { wordsIn } from '../shared/endpoints.ts'
import { commaText, wordsInText } from './comma-text.ts'

/** REST's `ports` array; GraphQL's comma string, which some callers send to REST, is understood too. */
export const ports = codec('ports', {
  old: z.union([z.array(z.string()), z.string()]),
  quick: isStrings,
  v2: z.array(z.string()),
  decode: (list) => (typeof list === 'string' ? wordsIn(list) : list),
  encode: (list) => list,
  usual: (list) => typeof list !== 'string',
  other: { is: 'string', source: (text) => wordsInText(text, 'port') },
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
export const portList = commaText(
  'portList',
  'port',
  'a comma-separated string such as "8888/http,22/tcp"',
  '8888/http,22/tcp',
)
