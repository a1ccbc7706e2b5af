import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from './decode.ts'

const LIMIT = 1024
const bomb = gzipSync(Buffer.alloc(64 * LIMIT))

/** Says that it holds next to nothing. */
const lying = Buffer.from(bomb)
lying.writeUInt32LE(1, lying.length - 4)

/** What it says of itself is all there is: nothing in it can be inflated. */
const hollow = Buffer.alloc(bomb.length)
bomb.copy(hollow, 0, 0, 10)
bomb.copy(hollow, bomb.length - 4, bomb.length - 4)

test('a gzip body that says it is too large is believed, and one that lies is not', async () => {
  for (const body of [bomb, lying, hollow])
    await expect(decodeBody('gzip', body, LIMIT)).rejects.toMatchObject({ code: 'UPSTREAM_TOO_LARGE' })
})

test('a body within the limit is decoded', async () => {
  const text = 'x'.repeat(LIMIT)
  expect((await decodeBody('x-gzip', gzipSync(text), LIMIT)).toString()).toBe(text)
})

test('what is no such coding is a broken answer', async () => {
  await expect(decodeBody('gzip', Buffer.from('plain'), LIMIT)).rejects.toMatchObject({
    code: 'UPSTREAM_RESET',
  })
  await expect(decodeBody('zstd', bomb, LIMIT)).rejects.toMatchObject({ code: 'UPSTREAM_RESET' })
})
