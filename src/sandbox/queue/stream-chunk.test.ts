import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitOutput } from './stream-chunk.ts'

const MEGABYTE = 1_000_000
const sizes = (parts: unknown[]): number[] => parts.map((part) => Buffer.byteLength(JSON.stringify(part)))

describe('splitOutput', () => {
  test('leaves small outputs whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (output) => {
        expect(splitOutput(output)).toEqual([output])
      }),
    )
  })

  test('cuts a long text into parts of at most 1 MB that join to the text, however long its escapes are', () => {
    const unit = fc.constantFrom('a', '\n', '\u0000', 'é', '🙂', '"')
    fc.assert(
      fc.property(fc.array(unit, { minLength: 3, maxLength: 9 }), (units) => {
        const text = units.join('').repeat(200_000)
        const parts = splitOutput(text)
        expect(parts.join('')).toBe(text)
        expect(Math.max(...sizes(parts))).toBeLessThan(MEGABYTE)
        expect(parts.every((part) => Buffer.from(String(part)).toString() === part)).toBe(true)
      }),
      { numRuns: 8 },
    )
  })

  test('cuts a long list between its members, and a member that is too long by itself inside', () => {
    const list = [...Array(30).keys()].map((index) => `${index}`.repeat(60_000))
    expect(splitOutput(list).flat()).toEqual(list)
    const parts = splitOutput(['x'.repeat(3 * MEGABYTE)]) as string[][]
    expect(parts.flat().join('')).toBe('x'.repeat(3 * MEGABYTE))
    expect(Math.max(...sizes(parts))).toBeLessThan(MEGABYTE)
  })

  test('sends a long object as parts of its JSON text', () => {
    const output = { image: 'y'.repeat(2 * MEGABYTE) }
    const parts = splitOutput(output)
    expect(parts.length).toBeGreaterThan(2)
    expect(JSON.parse(parts.join(''))).toEqual(output)
  })

  test('refuses what has no JSON form', () => {
    expect(() => splitOutput(() => 1)).toThrow(TypeError)
    expect(() => splitOutput(10n)).toThrow(TypeError)
  })
})
