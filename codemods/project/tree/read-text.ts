import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { SkipReason } from './walk.ts'

/** How a file's bytes were read. `latin1` is windows-1252, which is what such files are in practice. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1'

/** Files above this are listed as skipped: nothing anyone wrote by hand is this long. Bytes. */
export const LARGEST_FILE = 8 * 1024 * 1024

/** Bytes looked at to tell text from binary. */
const SAMPLE = 4096

let shared = Buffer.allocUnsafe(1024 * 1024)

/**
 * A file's bytes in a buffer that the next call overwrites: the audit reads thousands of files and keeps none.
 * @returns the reason instead, when the file is not to be read.
 */
export const readBytes = (path: string): Buffer | SkipReason => {
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    const { size } = fstatSync(handle)
    if (size > LARGEST_FILE) return 'TOO_LARGE'
    if (size > shared.length) shared = Buffer.allocUnsafe(size * 2)
    let filled = 0
    while (filled < size) {
      const read = readSync(handle, shared, filled, size - filled, filled)
      if (read === 0) break
      filled += read
    }
    return shared.subarray(0, filled)
  } catch {
    return 'UNREADABLE'
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const withMark = (bytes: Buffer): Encoding | 'utf32' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes.length > 4 && bytes[2] === 0 && bytes[3] === 0 ? 'utf32' : 'utf16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be'
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return 'utf32'
  return undefined
}

/** UTF-16 without a mark: text is mostly ASCII, so every second byte is mostly NUL, on one side only. */
const byNuls = (bytes: Buffer): Encoding | undefined => {
  const sample = Math.min(bytes.length, SAMPLE) & ~1
  let even = 0
  let odd = 0
  for (let at = 0; at < sample; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  const half = sample / 2
  if (odd > half * 0.4 && even < half * 0.05) return 'utf16le'
  if (even > half * 0.4 && odd < half * 0.05) return 'utf16be'
  return undefined
}

/** Tells what the bytes are without decoding them, or why they are not text. */
export const detectEncoding = (bytes: Buffer): Encoding | SkipReason => {
  const marked = withMark(bytes)
  if (marked) return marked === 'utf32' ? 'ENCODING' : marked
  const nul = bytes.indexOf(0)
  if (nul === -1 || nul >= SAMPLE) return nul === -1 ? 'utf8' : 'BINARY'
  return byNuls(bytes) ?? 'BINARY'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const decoders = {
  utf16le: new TextDecoder('utf-16le'),
  utf16be: new TextDecoder('utf-16be'),
  latin1: new TextDecoder('windows-1252'),
}

/** The text of bytes of that encoding, without its mark; bytes that are no UTF-8 are read as Latin-1. */
export const decodeText = (
  bytes: Buffer,
  encoding: Encoding,
): { readonly text: string; readonly encoding: Encoding } => {
  if (encoding !== 'utf8') return { text: decoders[encoding].decode(bytes), encoding }
  try {
    return { text: utf8.decode(bytes), encoding }
  } catch {
    return { text: decoders.latin1.decode(bytes), encoding: 'latin1' }
  }
}
