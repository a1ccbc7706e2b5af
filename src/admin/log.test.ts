import { expect, test } from 'vitest'
import { clientFamily } from './client-family.ts'
import { createConsumerReader, fingerprintOf, keyOf } from './fingerprint.ts'
import { createLog } from './log.ts'

test('text lines are for eyes, JSON lines for programs', () => {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  createLog({ level: 'info', format: 'text', write }).logger.info({ status: 200, calls: [{ ms: 1 }] }, 'done')
  createLog({ level: 'info', format: 'json', write }).logger.warn({ status: 500 })
  expect(lines[0]).toMatch(/^\d{4}-\S+Z INFO {2}done status=200 calls=\[\{"ms":1\}\]\n$/)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'warn', status: 500 })
})

test('a level below the one asked for is not written', () => {
  const lines: string[] = []
  const { logger } = createLog({ level: 'warn', format: 'json', write: (line) => lines.push(line) })
  logger.info('no')
  logger.warn('yes')
  expect(lines).toHaveLength(1)
})

test.each([
  ['runpod-cli/2.1 (linux; amd64)', 'runpodctl'],
  ['RunPod-Python-SDK/1.12.0 (Linux 6; x86_64)', 'runpod-python'],
  ['python-requests/2.32', 'python-requests'],
  ['Python/3.11 aiohttp/3.9', 'aiohttp'],
  ['curl/8.5', 'curl'],
  ['sk-secret-in-the-agent', 'other'],
  ['', 'none'],
  [undefined, 'none'],
])('%s is %s', (sent, family) => {
  expect(clientFamily(sent)).toBe(family)
})

test('a key is found where clients put it, and only its fingerprint is told', () => {
  expect(keyOf('Bearer abc', '/v1/pods')).toBe('abc')
  expect(keyOf('abc', '/v1/pods')).toBe('abc')
  expect(keyOf(undefined, '/graphql?a=1&api_key=a%2Bc&b=2')).toBe('a+c')
  expect(keyOf(undefined, '/graphql?my_api_key=abc')).toBe('')
  const [one, other] = [fingerprintOf('salt one'), fingerprintOf('salt two')]
  expect(one('abc')).toMatch(/^key-[0-9a-f]{16}$/)
  expect(one('abc')).toBe(one('abc'))
  expect(one('abc')).not.toBe(one('abd'))
  expect(one('abc')).not.toBe(other('abc'))
})

test('a connection is asked anew for every key and program that comes over it', () => {
  const { consumerOf, fingerprint } = createConsumerReader('salt')
  const socket = {}
  const idOf = (headers: Record<string, string>, url = '/v1/pods') =>
    consumerOf({ socket, headers, url } as unknown as Parameters<typeof consumerOf>[0])
  expect(idOf({ authorization: 'Bearer abc' })).toMatchObject({ id: fingerprint('abc'), client: 'none' })
  expect(idOf({ authorization: 'Bearer abc', 'user-agent': 'curl/8' })).toMatchObject({ client: 'curl' })
  expect(idOf({ authorization: 'Bearer xyz' }).id).toBe(fingerprint('xyz'))
  expect(idOf({}, '/graphql?api_key=one').id).toBe(fingerprint('one'))
  expect(idOf({}, '/graphql?api_key=two').id).toBe(fingerprint('two'))
  expect(idOf({}).id).toBe('anonymous')
})
