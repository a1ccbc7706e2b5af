import { CHUNK_BYTES } from './limits.ts'

/** One part of a streamed output, as the stream operation returns it. */
export interface StreamChunk {
  output: unknown
  metrics: {
    scenario: 'stream'
    /** Place of the chunk in the whole stream, from 0. */
    stream_index: number
    /** Milliseconds since the job began. */
    elapsed: number
  }
}

/** Room for what surrounds the output in a chunk, bytes. */
const ENVELOPE_BYTES = 200

const fits = (output: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(output)) <= CHUNK_BYTES - ENVELOPE_BYTES

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** The middle of a text that does not tear a character apart. */
const middleOf = (text: string): number => {
  const middle = text.length >>> 1
  return isLowSurrogate(text.charCodeAt(middle)) ? middle + 1 : middle
}

const splitList = (list: readonly unknown[]): unknown[] => {
  if (list.length === 1) return splitOutput(list[0]).map((part) => [part])
  const middle = list.length >>> 1
  return [...splitOutput(list.slice(0, middle)), ...splitOutput(list.slice(middle))]
}

/**
 * Splits an output so that every part makes a chunk of at most 1 MB. Parts of a text joined give the text, parts of a
 * list joined give the list; any other value is sent as its JSON text in parts, since half an object is none.
 * @throws {TypeError} when the output is not JSON
 */
export const splitOutput = (output: unknown): unknown[] => {
  if (output === undefined) return [null]
  const jsonText = JSON.stringify(output) as string | undefined
  if (jsonText === undefined) throw new TypeError('a streamed output must be JSON')
  if (fits(output)) return [output]
  if (Array.isArray(output)) return splitList(output)
  const text = typeof output === 'string' ? output : jsonText
  const middle = middleOf(text)
  return [...splitOutput(text.slice(0, middle)), ...splitOutput(text.slice(middle))]
}
