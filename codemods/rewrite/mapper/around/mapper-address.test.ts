import { expect, test } from 'vitest'
import { printAddress } from './mapper-address.ts'

const text = printAddress('esm', { newline: '\n', indent: '  ', quote: "'", semicolon: '' })
const v1Address = new Function(`${text.replace('export const', 'const')}\nreturn v1Address`)() as (
  base: unknown,
  path: string,
) => string

test.each([
  ['the default that moved', 'https://api.runpod.io/v2', 'https://rest.runpod.io/v1/pods'],
  ['a slash at its end', 'https://api.runpod.io/v2/', 'https://rest.runpod.io/v1/pods'],
  ['an override that has not been moved', 'https://rest.runpod.io/v1', 'https://rest.runpod.io/v1/pods'],
  ['a proxy that serves both', 'http://127.0.0.1:8787/v2', 'http://127.0.0.1:8787/v1/pods'],
  ['the same, not moved', 'http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1/pods'],
  ['a server without a version', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/pods'],
  ['a version in the middle', 'http://gate/v2/cloud', 'http://gate/v2/cloud/pods'],
  ['a URL', new URL('https://api.runpod.io/v2'), 'https://rest.runpod.io/v1/pods'],
])('%s', (_name, base, address) => {
  expect(v1Address(base, '/v1/pods')).toBe(address)
})

test.each(['esm', 'ts', 'cjs'] as const)('it is printed for %s', (dialect) => {
  const printed = printAddress(dialect, { newline: '\n', indent: '\t', quote: '"', semicolon: ';' })
  expect(printed.includes('export const')).toBe(dialect !== 'cjs')
  expect(printed.includes(': any')).toBe(dialect === 'ts')
})
