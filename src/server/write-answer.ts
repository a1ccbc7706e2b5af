import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../proxy/exchange.ts'

/** A caller who is still sending is listened to this long, so that the answer is not lost to a reset. */
const LINGER = 5_000 // milliseconds
const LINGER_BYTES = 64 * 1024 * 1024
/** A caller who reads nothing of his answer for this long has his connection cut. */
export const STALL = 60_000 // milliseconds

const headerList = (
  headers: Answer['headers'],
  length: number | undefined,
  close: boolean,
  id?: string,
): string[] => {
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] as string)
  if (length !== undefined) list.push('content-length', `${length}`)
  if (close) list.push('connection', 'close')
  if (id !== undefined) list.push('x-request-id', id)
  return list
}

/** Writes a whole answer: one head, one body. @param id the request's, for the caller to quote */
export const writeAnswer = (response: ServerResponse, answer: Answer, close = false, id?: string): void => {
  if (response.headersSent || response.destroyed) return
  const { body } = answer
  const length = body === undefined ? undefined : Buffer.byteLength(body)
  response.writeHead(answer.status, headerList(answer.headers, length, close, id))
  // Plain ASCII goes out in one piece with its head, copied and not encoded. What else there is goes as bytes: node
  // would encode the head again with it.
  if (body === undefined) response.end()
  else if (length === body.length) response.end(body, 'latin1')
  else response.end(Buffer.from(body))
  if (response.writableLength > 0) response.socket?.setTimeout(STALL)
}

/**
 * Ends a response whose request is still arriving: what comes is thrown away for a while first, because closing on
 * a caller who still sends would reset the connection and take the answer with it (RFC 9112 9.6).
 */
export const endAfterRest = (request: IncomingMessage, response: ServerResponse): void => {
  const end = (): void => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, LINGER)
  let left = LINGER_BYTES
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  })
  request.on('end', end).on('close', end).on('error', end).resume()
}

/** Answers a request whose body is not wanted (too large, too slow) at once, and closes its connection. */
export const writeAnswerEarly = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): void => {
  if (response.headersSent || response.destroyed) return
  const body = answer.body === undefined ? undefined : Buffer.from(answer.body)
  response.writeHead(answer.status, headerList(answer.headers, body?.length, true))
  if (body?.length) response.write(body)
  endAfterRest(request, response)
}
