import type { HonoRequest } from 'hono'
import { Problem } from './problem.ts'

const tooLarge = (limit: number): Problem =>
  new Problem(413, `request body is larger than ${limit} bytes`, { headers: { connection: 'close' } })

/** How much of a refused body is read and thrown away: most clients look for an answer only once they have sent all of it. */
const DISCARDED_BYTES = 64 * 1024 * 1024

/** Keeps at most `limit` bytes, so that a body of whatever length cannot fill the memory. */
const readStream = async (stream: ReadableStream<Uint8Array>, limit: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > limit) chunks.length = 0
    else chunks.push(chunk)
    if (size > DISCARDED_BYTES) break
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The text of a control-plane body.
 * @throws {Problem} 413 above `limit` bytes
 */
export const readText = async (request: HonoRequest, limit: number): Promise<string> => {
  const declared = request.header('content-length')
  if (declared !== undefined && Number(declared) <= limit) return request.text()
  return request.raw.body ? readStream(request.raw.body, limit) : ''
}

/**
 * The JSON of a body; undefined for an empty one, which clients send with a JSON content type on DELETE.
 * @throws {Problem} 400 where it is not JSON
 */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, 'request body is not valid JSON')
  }
}
