import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import { UpstreamError } from './contract.ts'

const inflate = { gzip: promisify(unzip), br: promisify(brotliDecompress) }
type Inflate = (typeof inflate)['gzip']

/** RFC 9110 8.4.1; `deflate` is zlib's format, which `unzip` tells from gzip by itself. */
const DECODERS: Record<string, Inflate> = {
  gzip: inflate.gzip,
  'x-gzip': inflate.gzip,
  deflate: inflate.gzip,
  br: inflate.br,
}

const tooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

const GZIP = 0x8b1f
/** RFC 1952 2.2: a member is at least this long and ends in its size, modulo 2^32. */
const SHORTEST = 18
const SIZE = 4

/** What a gzip body says of itself that it holds, in bytes: a bomb that says so need not go off to be told. */
const saidLength = (body: Buffer): number =>
  body.length >= SHORTEST && body.readUInt16LE(0) === GZIP ? body.readUInt32LE(body.length - SIZE) : 0

/**
 * Undoes a content coding nobody asked for (every translated call asks for `identity`), never past `limit` bytes.
 * @throws {UpstreamError} `UPSTREAM_TOO_LARGE` for a bomb, `UPSTREAM_RESET` for what is no such coding.
 */
export const decodeBody = async (coding: string, body: Buffer, limit: number): Promise<Buffer> => {
  const decoder = DECODERS[coding.trim().toLowerCase()]
  if (decoder === inflate.gzip && saidLength(body) > limit)
    throw new UpstreamError('UPSTREAM_TOO_LARGE', true)
  try {
    if (!decoder) throw new Error('unknown content coding')
    return await decoder(body, { maxOutputLength: limit })
  } catch (error) {
    throw new UpstreamError(tooLarge(error) ? 'UPSTREAM_TOO_LARGE' : 'UPSTREAM_RESET', true, { cause: error })
  }
}
