import type { Dispatcher } from 'undici'
import { BufferedCall, type CallLimits } from './buffered-call.ts'
import type { Send, UpstreamRequest } from './contract.ts'

/** What a sender adds to every call and holds it to. */
export interface SenderOptions {
  /** From `createPool`: the origin, its sockets and its allow-list. */
  readonly pool: Pick<Dispatcher, 'dispatch'>
  /** Put before every path; no slash at its end. Empty for none. */
  readonly basePath?: string
  /** `upshift/<version>`; sent where the request names none. */
  readonly userAgent: string
  /** Milliseconds until the answer must be complete, where the request names none. */
  readonly deadline?: number
  /** Bytes of an answer that may be held in memory, as received and decoded. */
  readonly maxAnswerBytes?: number
}

const DEFAULT_DEADLINE = 60_000 // milliseconds
/** 10,000 pods with long environments are about 20 MB. */
const DEFAULT_MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** What the connection decides (RFC 9110 7.6.1), and the host, which no request ever chooses. */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'accept-encoding',
])

/** `identity`: 2 KB of JSON cost more to inflate than to read, and nothing can swell in memory. */
const headerList = ({ headers, body }: UpstreamRequest, userAgent: string): string[] => {
  const list = ['accept-encoding', 'identity']
  for (const name in headers) if (!OURS.has(name)) list.push(name, headers[name] ?? '')
  if (!('user-agent' in headers)) list.push('user-agent', userAgent)
  if (body && !('content-type' in headers)) list.push('content-type', 'application/json')
  return list
}

/**
 * The buffered way out for translated calls: one `dispatch` a call, the whole answer or an UpstreamError.
 * A read (GET, HEAD) is sent once more when its connection dies before any byte of the answer; a write never is.
 */
export const createSender = (options: SenderOptions): Send => {
  const { pool, basePath = '', userAgent, deadline = DEFAULT_DEADLINE } = options
  const maxBytes = options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES
  return (request) => {
    if (request.path.charCodeAt(0) !== 47) throw new TypeError('an upstream path begins with a slash')
    const dispatch: Dispatcher.DispatchOptions = {
      method: request.method as Dispatcher.HttpMethod,
      path: basePath + request.path,
      headers: headerList(request, userAgent),
      body: request.body || null,
    }
    const limits: CallLimits = { deadline: request.deadline ?? deadline, maxBytes, signal: request.signal }
    return new Promise((resolve, reject) => {
      new BufferedCall(pool, dispatch, limits, resolve, reject).begin()
    })
  }
}
