import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAnswer } from './write-answer.ts'

let body: string | undefined
const server = createServer((_request, response) =>
  writeAnswer(
    response,
    { status: body === undefined ? 204 : 200, headers: { 'x-a': 'b' }, body },
    false,
    'id',
  ),
)
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

const written = async (text: string | undefined) => {
  body = text
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  return { headers: answer.headers, text: Buffer.from(await answer.arrayBuffer()).toString() }
}

test('a body arrives as it is, in bytes of UTF-8 and so long as it was said to be', async () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'é', 'ÿ\u0080', '€', '😀'),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { headers, text: arrived } = await written(text)
      expect(arrived).toBe(Buffer.from(text).toString())
      expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
      expect([headers.get('x-a'), headers.get('x-request-id')]).toEqual(['b', 'id'])
    }),
    { numRuns: 30 },
  )
})

test('an answer without a body says no length', async () => {
  const { headers, text } = await written(undefined)
  expect(text).toBe('')
  expect(headers.get('content-length')).toBeNull()
})
