import { parse } from 'graphql'
import { keyParameter } from '../../../mappings/hosts.ts'
import type { ProxyConfig } from '../../proxy/config.ts'
import { type Send, UpstreamError } from '../../upstream/contract.ts'
import { EXCHANGE, type RecordedAnswer, type RecordedExchange } from '../record/recorded-exchange.ts'
import { redactExchange } from '../record/redact-exchange.ts'
import { REDACTED } from '../record/secret-names.ts'
import { compare, type Difference } from './difference.ts'
import {
  type KnownReads,
  knownReads,
  presentWrites,
  recordedWrites,
  type WriteRequest,
} from './present-requests.ts'

/** What became of one recorded call. */
export interface ReplayedCall {
  readonly id: string
  readonly operation: string
  /** A read is sent again; a write is compared as the requests it becomes. */
  readonly kind: 'read' | 'write'
  readonly outcome: 'same' | 'different' | 'skipped'
  /** Why it was skipped; empty otherwise. */
  readonly why: string
  readonly differences: readonly Difference[]
}

/** What a replay needs. */
export interface ReplayOptions {
  /** To the address under test. */
  readonly send: Send
  /** Sent with every read; in no report. */
  readonly key: string
  /** What the proxy under test was told, for writes. */
  readonly config: ProxyConfig
}

/** The address under test cannot be reached: nothing can be said of anything. */
export class ReplayUnreachable extends Error {
  override readonly name = 'ReplayUnreachable'
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const documentOf = ({ request }: RecordedExchange): string => {
  const body = parsed(request.body)
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined
  return typeof query === 'string' ? query : ''
}

/** A document that only asks. What cannot be read is no read. */
const isQuery = (document: string): boolean => {
  try {
    const operations = parse(document).definitions.filter((one) => one.kind === 'OperationDefinition')
    return operations.length > 0 && operations.every(({ operation }) => operation === 'query')
  } catch {
    return false
  }
}

const isRead = (exchange: RecordedExchange): boolean =>
  exchange.dialect === 'graphql' ? isQuery(documentOf(exchange)) : exchange.request.method === 'GET'

/** What was taken out of a document is part of what it asks; in variables of a write it stands for itself. */
const isIncomplete = (exchange: RecordedExchange, kind: ReplayedCall['kind']): boolean => {
  const { request, dialect } = exchange
  if (request.body.startsWith('[withheld') || request.path.includes(REDACTED)) return true
  if (dialect === 'v1') return false
  const document = documentOf(exchange)
  return document.startsWith('# withheld') || (kind === 'read' ? request.body : document).includes(REDACTED)
}

/** Headers that say how a call was translated; times, ids and rate limits are noise. */
const COMPARED = ['allow', 'content-type', 'upshift-notes'] as const

const answerDocument = ({ status, headers, body }: RecordedAnswer): object => ({
  status,
  headers: Object.fromEntries(COMPARED.flatMap((name) => (name in headers ? [[name, headers[name]]] : []))),
  body: parsed(body),
})

const withoutKeyParameter = (query: string): string => {
  const left = new URLSearchParams(query)
  left.delete(keyParameter.is)
  return String(left)
}

const sendAgain = async (
  { request }: RecordedExchange,
  { send, key }: ReplayOptions,
): Promise<RecordedAnswer> => {
  const query = withoutKeyParameter(request.query)
  const { accept, 'content-type': type } = request.headers
  try {
    return await send({
      method: request.method,
      path: query === '' ? request.path : `${request.path}?${query}`,
      headers: {
        authorization: `Bearer ${key}`,
        ...(accept !== undefined && { accept }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(request.body && { body: request.body }),
    })
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'UPSTREAM_UNREACHABLE')
      throw new ReplayUnreachable('the address under test cannot be reached')
    const code = error instanceof UpstreamError ? error.code : 'INTERNAL'
    return { status: 0, headers: {}, body: JSON.stringify({ error: code }) }
  }
}

/** The present answer goes through the same redaction, with the key that was sent now. */
const redacted = (exchange: RecordedExchange, answer: RecordedAnswer, key: string): RecordedAnswer => {
  const headers = { ...exchange.request.headers, authorization: `Bearer ${key}` }
  const request = { ...exchange.request, headers }
  return redactExchange({ ...exchange, exchange: EXCHANGE, request, upstream: [], answer }).answer
}

const replayRead = async (exchange: RecordedExchange, options: ReplayOptions): Promise<Difference[]> => {
  const answer = await sendAgain(exchange, options)
  return compare(answerDocument(exchange.answer), answerDocument(redacted(exchange, answer, options.key)))
}

const asJson = ({ body, ...rest }: WriteRequest) => ({
  ...rest,
  body: body === '' ? undefined : parsed(body),
})

const redactedWrites = (exchange: RecordedExchange, writes: readonly WriteRequest[]): WriteRequest[] => {
  const upstream = writes.map(({ to, method, path, body }) => ({
    to,
    took: 0,
    request: { method, path, query: '', headers: {}, body },
  }))
  const shown = redactExchange({ ...exchange, upstream }).upstream
  return writes.map((one, at) => ({ ...one, body: shown[at]?.request.body ?? '' }))
}

const replayWrite = async (
  exchange: RecordedExchange,
  { config }: ReplayOptions,
  reads: KnownReads,
): Promise<Difference[]> => {
  const present = redactedWrites(exchange, await presentWrites(exchange, config, reads))
  return compare({ requests: recordedWrites(exchange).map(asJson) }, { requests: present.map(asJson) })
}

const skipped = 'what was redacted from it is needed to make it again'

/**
 * Goes through a record: reads are sent again and their answers compared, writes are compared as the requests that
 * the present mapping would send. No write is ever sent.
 * @throws {ReplayUnreachable}
 */
export async function* replay(
  exchanges: readonly RecordedExchange[],
  options: ReplayOptions,
): AsyncGenerator<ReplayedCall> {
  const reads = knownReads(exchanges)
  for (const exchange of exchanges) {
    const kind = isRead(exchange) ? 'read' : 'write'
    const about = { id: exchange.id, operation: exchange.operation, kind } as const
    if (isIncomplete(exchange, kind)) {
      yield { ...about, outcome: 'skipped', why: skipped, differences: [] }
      continue
    }
    const differences = await (kind === 'read'
      ? replayRead(exchange, options)
      : replayWrite(exchange, options, reads))
    yield { ...about, outcome: differences.length > 0 ? 'different' : 'same', why: '', differences }
  }
}
