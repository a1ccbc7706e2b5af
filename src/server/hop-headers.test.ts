import { expect, test } from 'vitest'
import { forwardAnswerHeaders, forwardRequestHeaders } from './hop-headers.ts'

test('what belongs to the connection stays, all else goes on as sent and in order', () => {
  const raw = [
    'HOST',
    'evil',
    'Authorization',
    'bare-key',
    'Connection',
    'keep-alive',
    'X-a',
    '1',
    'x-A',
    '2',
  ]
  const { headers, length, chunked } = forwardRequestHeaders([
    ...raw,
    ...['TE', 'trailers', 'Upgrade', 'h2c', 'Expect', '100-continue', 'Keep-Alive', 'timeout=5'],
    ...['Proxy-Connection', 'x', 'Proxy-Authorization', 'x', 'Transfer-Encoding', 'chunked'],
  ])
  expect(headers).toEqual(['Authorization', 'bare-key', 'X-a', '1', 'x-A', '2'])
  expect({ length, chunked }).toEqual({ length: -1, chunked: true })
})

test('headers named by Connection stay with the connection', () => {
  const raw = ['Connection', 'close, X-Hop', 'x-hop', '1', 'x-end', '2', 'Content-Length', '12']
  expect(forwardRequestHeaders(raw)).toMatchObject({
    headers: ['x-end', '2', 'Content-Length', '12'],
    length: 12,
  })
})

test('every Via is gathered', () => {
  expect(forwardRequestHeaders(['Via', '1.1 a', 'via', '1.0 b']).via).toBe('1.1 a, 1.0 b')
})

test('an answer keeps repeated headers, the trailer list and odd bytes', () => {
  const raw = [
    'Set-Cookie',
    'a',
    'Set-Cookie',
    'b',
    'Trailer',
    'x',
    'X-Odd',
    'caf\xe9',
    'Connection',
    'x-hop',
    'X-Hop',
    '',
  ]
  const { headers, length } = forwardAnswerHeaders(raw.map((text) => Buffer.from(text, 'latin1')))
  expect(headers).toEqual(['Set-Cookie', 'a', 'Set-Cookie', 'b', 'Trailer', 'x', 'X-Odd', 'caf\xe9'])
  expect(length).toBe(-1)
})
