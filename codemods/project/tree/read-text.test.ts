import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decodeText, detectEncoding, LARGEST_FILE, readBytes } from './read-text.ts'

const root = mkdtempSync(join(tmpdir(), 'upshift-read-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const detect = (bytes: Buffer) => detectEncoding(bytes)

test('tells encodings apart', () => {
  const utf16 = Buffer.from('\ufeffURL=https://example.com', 'utf16le')
  expect(detect(utf16)).toBe('utf16le')
  expect(detect(Buffer.from(utf16).swap16())).toBe('utf16be')
  expect(detect(Buffer.from('no mark at all', 'utf16le'))).toBe('utf16le')
  expect(detect(Buffer.from('plain'))).toBe('utf8')
  expect(detect(Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0]))).toBe('ENCODING')
  expect(detect(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 3]))).toBe('BINARY')
})

test('bytes that are no UTF-8 are read as Latin-1, marks are dropped', () => {
  expect(decodeText(Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'utf8')).toEqual({
    text: 'Grüße',
    encoding: 'latin1',
  })
  expect(decodeText(Buffer.from('\ufeffhé', 'utf8'), 'utf8')).toEqual({ text: 'hé', encoding: 'utf8' })
  expect(decodeText(Buffer.from('\ufeffhé', 'utf16le'), 'utf16le').text).toBe('hé')
})

test('reads whole files, longer ones after shorter ones, and says what is too large', () => {
  const long = join(root, 'long.txt')
  writeFileSync(long, 'a'.repeat(3 * 1024 * 1024))
  writeFileSync(join(root, 'short.txt'), 'short')
  writeFileSync(join(root, 'huge.txt'), Buffer.alloc(LARGEST_FILE + 1, 65))
  expect(readBytes(long)).toHaveLength(3 * 1024 * 1024)
  expect(String(readBytes(join(root, 'short.txt')))).toBe('short')
  expect(readBytes(join(root, 'huge.txt'))).toBe('TOO_LARGE')
  expect(readBytes(join(root, 'none.txt'))).toBe('UNREADABLE')
})
