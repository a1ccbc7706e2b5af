/** RFC 9110 7.6.1: what belongs to one connection. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])
/** Ours to say in a request: the host by the origin, the expectation by answering it ourselves. */
const NOT_FORWARDED = new Set(['host', 'expect', ...HOP_BY_HOP])

/** Most names are told apart by their length alone: no lower-casing on the hot path. */
const lengthsOf = (names: ReadonlySet<string>): boolean[] => {
  const lengths: boolean[] = Array(32).fill(false)
  for (const name of names) lengths[name.length] = true
  return lengths
}
const REQUEST_LENGTHS = lengthsOf(NOT_FORWARDED)
const ANSWER_LENGTHS = lengthsOf(HOP_BY_HOP)

const is = (name: string, lower: string): boolean =>
  name.length === lower.length && (name === lower || name.toLowerCase() === lower)

const COMMON = new Set(['keep-alive', 'close', 'Keep-Alive', 'Close'])

/** Further names the Connection header takes with it; `undefined` in nearly every message. */
const namedBy = (value: string, before: Set<string> | undefined): Set<string> | undefined => {
  if (COMMON.has(value)) return before
  const named = before ?? new Set()
  for (const name of value.split(',')) named.add(name.trim().toLowerCase())
  return named
}

const without = (list: readonly string[], named: ReadonlySet<string>): string[] => {
  const kept: string[] = []
  for (let i = 0; i + 1 < list.length; i += 2) {
    const name = list[i] as string
    if (!named.has(name.toLowerCase())) kept.push(name, list[i + 1] as string)
  }
  return kept
}

/** A request's headers as they go on, and what was seen on the way. */
export interface ForwardedRequest {
  /** name, value, name, value: as sent. */
  readonly headers: string[]
  /** Bytes; -1 where no length is announced. */
  readonly length: number
  readonly chunked: boolean
  /** RFC 9110 7.6.3, as sent. */
  readonly via: string
  /** Whether the caller named his request. */
  readonly hasId: boolean
  /** Whether the caller is part of a trace. */
  readonly isTraced: boolean
}

/** A raw header list as node keeps it, less what does not go on; values and their order stay as sent. */
export const forwardRequestHeaders = (raw: readonly string[]): ForwardedRequest => {
  const kept: string[] = []
  let named: Set<string> | undefined
  let length = -1
  let chunked = false
  let via = ''
  let hasId = false
  let isTraced = false
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] as string
    const value = raw[i + 1] as string
    if (REQUEST_LENGTHS[name.length] && NOT_FORWARDED.has(name.toLowerCase())) {
      if (is(name, 'connection')) named = namedBy(value, named)
      else if (is(name, 'transfer-encoding')) chunked = true
    } else {
      if (is(name, 'content-length')) length = Number(value)
      else if (is(name, 'via')) via = via ? `${via}, ${value}` : value
      else if (is(name, 'x-request-id')) hasId = true
      else if (is(name, 'traceparent')) isTraced = true
      kept.push(name, value)
    }
  }
  return { headers: named ? without(kept, named) : kept, length, chunked, via, hasId, isTraced }
}

/** An answer's headers as they go on, and what was seen on the way. */
export interface ForwardedAnswer {
  readonly headers: string[]
  /** Bytes; -1 where no length is announced. */
  readonly length: number
}

/** The same for an answer, from undici's list of buffers. */
export const forwardAnswerHeaders = (raw: readonly Buffer[]): ForwardedAnswer => {
  const kept: string[] = []
  let named: Set<string> | undefined
  let length = -1
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] as Buffer).toString('latin1')
    const value = (raw[i + 1] as Buffer).toString('latin1')
    if (ANSWER_LENGTHS[name.length] && HOP_BY_HOP.has(name.toLowerCase())) {
      if (is(name, 'connection')) named = namedBy(value, named)
    } else {
      if (is(name, 'content-length')) length = Number(value)
      kept.push(name, value)
    }
  }
  return { headers: named ? without(kept, named) : kept, length }
}
