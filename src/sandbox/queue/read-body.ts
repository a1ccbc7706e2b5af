import { JobError } from './job-error.ts'

/** How much of a refused body is read and thrown away, so that a client that is still sending hears why. */
const DISCARDED_BYTES = 64 * 1024 * 1024

const tooLarge = (limit: number): JobError =>
  new JobError('PAYLOAD_TOO_LARGE', `the payload is larger than ${limit / (1024 * 1024)} MB`)

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Reads on without keeping anything. Most clients look for an answer only once they have sent everything. */
const discard = async (reader: Reader): Promise<void> => {
  for (let dropped = 0; dropped < DISCARDED_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    dropped += value.byteLength
  }
  await reader.cancel()
}

const readBytes = async (reader: Reader, limit: number): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.byteLength
    if (size > limit) {
      chunks.length = 0
      await discard(reader)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new JobError('INVALID_REQUEST', 'the body is not UTF-8 text')
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new JobError('INVALID_REQUEST', 'the body is not valid JSON')
  }
}

/**
 * Reads a JSON body, never keeping more than `limit` bytes of it, whatever its headers say.
 * @throws {JobError} PAYLOAD_TOO_LARGE or INVALID_REQUEST
 */
export const readJson = async (request: Request, limit: number): Promise<unknown> => {
  if (!request.body) throw new JobError('INVALID_REQUEST', 'the request has no body')
  const reader = request.body.getReader() as Reader
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    await discard(reader)
    throw tooLarge(limit)
  }
  return parse(decode(Buffer.concat(await readBytes(reader, limit))))
}
