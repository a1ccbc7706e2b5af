import { expect, test } from 'vitest'
import { holding } from './holding.ts'

const words = ['/pods', 'a.b', 'größe', 'myself', 'podStop']

test.each([words, ...words.map((word) => [word])])(
  '%j are found in bytes, however many they are',
  (...some) => {
    const holds = holding(some)
    for (const word of some) expect(holds(Buffer.from(`before${word}after`))).toBe(true)
    expect(holds(Buffer.from('axb, pod stop, my self, grosse'))).toBe(false)
  },
)

test('of no words there are none', () => {
  expect(holding([])(Buffer.from('text'))).toBe(false)
})
