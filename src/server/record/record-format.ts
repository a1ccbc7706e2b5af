import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  EXCHANGE,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedRequest,
} from './recorded-exchange.ts'

/** How exchanges stand in a file. The file is whole after every batch: `tail` is written anew behind each. */
export interface RecordFormat {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly write: (exchange: RecordedExchange) => string
}

const jsonLines: RecordFormat = {
  head: '',
  separator: '',
  tail: '',
  write: (one) => `${JSON.stringify(one)}\n`,
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const harRequest = (host: string, { method, path, query, headers, body }: RecordedRequest) => ({
  method,
  // A name that can belong to nobody (RFC 2606): the format wants a whole address.
  url: `http://${host}.invalid${path}${query && `?${query}`}`,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: pairs(headers),
  queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
  ...(body && { postData: { mimeType: headers['content-type'] ?? 'application/json', text: body } }),
  headersSize: -1,
  bodySize: Buffer.byteLength(body),
})

const harResponse = ({ status, headers, body }: RecordedAnswer) => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: pairs(headers),
  content: {
    size: Buffer.byteLength(body),
    mimeType: headers['content-type'] ?? 'application/json',
    text: body,
  },
  redirectURL: headers.location ?? '',
  headersSize: -1,
  bodySize: Buffer.byteLength(body),
})

const NO_ANSWER: RecordedAnswer = { status: 0, headers: {}, body: '' }

const harEntry = (
  host: string,
  at: string,
  took: number,
  request: RecordedRequest,
  answer?: RecordedAnswer,
) => ({
  startedDateTime: at,
  time: took,
  request: harRequest(host, request),
  response: harResponse(answer ?? NO_ANSWER),
  cache: {},
  timings: { send: 0, wait: took, receive: 0 },
})

/** The legacy call, then each upstream call of it; `_upshift` says which belong together. */
const harEntries = (one: RecordedExchange): object[] => {
  const { request, upstream, answer, ...about } = one
  return [
    { ...harEntry('proxy', about.at, about.took, request, answer), _upshift: about },
    ...upstream.map(({ to, took, error, ...hop }) => ({
      ...harEntry(to, about.at, took, hop.request, hop.answer),
      _upshift: { of: about.id, to, ...(error && { error }) },
    })),
  ]
}

const SEPARATOR = ',\n'

const har = (version: string): RecordFormat => ({
  head: `{"log":{"version":"1.2","creator":{"name":"upshift","version":${JSON.stringify(version)}},"entries":[\n`,
  separator: SEPARATOR,
  tail: '\n]}}\n',
  write: (one) =>
    harEntries(one)
      .map((entry) => JSON.stringify(entry))
      .join(SEPARATOR),
})

/** HAR 1.2 for a name that ends in `.har`, JSON lines for any other. */
export const recordFormat = (file: string, version: string): RecordFormat =>
  /\.har$/i.test(file) ? har(version) : jsonLines

const Headers = z.record(z.string(), z.string())
const Request = z.object({
  method: z.string(),
  path: z.string().startsWith('/'),
  query: z.string(),
  headers: Headers,
  body: z.string(),
})
const Answer = z.object({ status: z.int(), headers: Headers, body: z.string() })
const Target = z.enum(['v2', 'graphql'])
const About = z.object({
  exchange: z.literal(EXCHANGE),
  id: z.string(),
  at: z.string(),
  took: z.number(),
  dialect: z.enum(['v1', 'graphql']),
  operation: z.string(),
})
const Exchange = About.extend({
  request: Request,
  answer: Answer,
  upstream: z.array(
    z.object({
      to: Target,
      took: z.number(),
      request: Request,
      answer: Answer.exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
})

const Pairs = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value])))
const HarEntry = z.object({
  time: z.number(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: Pairs,
      postData: z.object({ text: z.string() }).optional(),
    })
    .transform(({ method, url, headers, postData }) => {
      const { pathname, search } = new URL(url)
      return { method, path: pathname, query: search.slice(1), headers, body: postData?.text ?? '' }
    }),
  response: z
    .object({ status: z.int(), headers: Pairs, content: z.object({ text: z.string().default('') }) })
    .transform(({ status, headers, content }) => ({ status, headers, body: content.text })),
  _upshift: z.union([About, z.object({ of: z.string(), to: Target, error: z.string().exactOptional() })]),
})
const Har = z.object({ log: z.object({ entries: z.array(HarEntry) }) })

/** The text is no record of ours; the message says where it stops being one. */
export class RecordUnreadable extends Error {
  override readonly name = 'RecordUnreadable'
}

const checked = <T>(schema: z.ZodType<T>, value: unknown, where: string): T => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RecordUnreadable(`${where}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

const parsed = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new RecordUnreadable(`${where}: not JSON`)
  }
}

const readHar = (text: string): RecordedExchange[] => {
  const exchanges: (Omit<RecordedExchange, 'upstream'> & {
    upstream: RecordedExchange['upstream'][number][]
  })[] = []
  for (const { _upshift: about, time, request, response } of checked(Har, parsed(text, 'HAR'), 'HAR').log
    .entries) {
    if ('exchange' in about) exchanges.push({ ...about, request, answer: response, upstream: [] })
    else {
      const { to, error } = about
      const answer = response.status === 0 ? {} : { answer: response }
      exchanges.at(-1)?.upstream.push({ to, took: time, request, ...answer, ...(error && { error }) })
    }
  }
  return exchanges
}

/**
 * Reads either format back; a last line that a kill cut off is left out.
 * @throws {RecordUnreadable}
 */
export const readRecord = (text: string): readonly RecordedExchange[] => {
  if (/^\s*\{\s*"log"/.test(text)) return readHar(text)
  const lines = text.split('\n').map((line, at) => ({ line, where: `line ${at + 1}` }))
  const last = lines.pop()
  if (last?.line.trim() && lines.length === 0) lines.push(last)
  return lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, where }) => checked(Exchange, parsed(line, where), where))
}
