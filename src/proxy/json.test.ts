import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from './json.ts'

const nested = (depth: number, open = '[', close = ']') => `${open.repeat(depth)}${close.repeat(depth)}`

test('any JSON value without __proto__ is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      if (!text.includes('__proto__')) expect(readJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('64 levels are read, 65 are refused', () => {
  expect(() => readJson(nested(64))).not.toThrow()
  expect(() => readJson(nested(65))).toThrow(/deeper than 64/)
  expect(() => readJson(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toThrow(/deeper than 64/)
})

test('many brackets side by side or inside strings are no depth', () => {
  const text = JSON.stringify({ list: Array(500).fill({}), quoted: '["\\"[['.repeat(100) })
  expect(readJson(text)).toEqual(JSON.parse(text))
})

test('half a million open brackets are refused at once', () => {
  const began = performance.now()
  expect(() => readJson(nested(500_000))).toThrow(/deeper/)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test.each(['{"__proto__":{"admin":true}}', '{"a":[{"\\u005f_proto__":1}]}'])('%s is refused', (text) => {
  expect(() => readJson(text)).toThrow(/__proto__/)
})

test('a value that says __proto__ is no key', () => {
  expect(readJson('{"a":"__proto__"}')).toEqual({ a: '__proto__' })
})

test('what is no JSON is told by place and never quoted', () => {
  for (const text of ['{"key":secret-value}', '{"key":"secret-value', '', '<html>'])
    try {
      readJson(text)
      expect.unreachable()
    } catch (error) {
      expect(String(error)).toMatch(/not valid JSON/)
      expect(String(error)).not.toContain('secret')
    }
})
