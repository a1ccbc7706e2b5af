import { expect, test } from 'vitest'
import { Tally } from './tally.ts'

test('rows are told apart by each of their four words', () => {
  const tally = new Tally<string>()
  const words: [string, string, string, string][] = [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', ''],
    ['a', 'b', '', 'd'],
    ['a', '', 'c', 'd'],
    ['', 'b', 'c', 'd'],
  ]
  for (const of of words) tally.add(...of, of.join('/'))
  expect(words.map((of) => tally.get(...of))).toEqual(words.map((of) => of.join('/')))
  expect(tally.get('a', 'b', 'd', 'c')).toBeUndefined()
  expect([tally.size, tally.values().length]).toEqual([5, 5])
  tally.clear()
  expect([tally.size, tally.values(), tally.get('a', 'b', 'c', 'd')]).toEqual([0, [], undefined])
})
