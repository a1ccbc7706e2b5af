import { expect, test } from 'vitest'
import { byStock } from './stock.ts'

test('stock comes first, what the catalog does not list last, equals as given', () => {
  const catalog = [
    { id: 'a', availability: 'NONE' },
    { id: 'b', availability: 'HIGH' },
    { id: 'c', availability: 'HIGH' },
  ]
  expect(byStock(['x', 'a', 'c', 'b'], catalog)).toEqual(['c', 'b', 'a', 'x'])
})
