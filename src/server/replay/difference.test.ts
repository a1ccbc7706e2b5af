import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from './difference.ts'

test('timestamps, the order of ids and of resources, and what was redacted are noise', () => {
  const recorded = {
    pods: [
      { id: 'a', createdAt: '2026-01-01T00:00:00Z' },
      { id: 'b', env: { A: '[redacted]' } },
    ],
    networkVolumeIds: ['x', 'y'],
  }
  const present = {
    networkVolumeIds: ['y', 'x'],
    pods: [
      { id: 'b', env: { A: 'z' } },
      { id: 'a', createdAt: '2026-02-02T00:00:00.123Z' },
    ],
  }
  expect(compare(recorded, present)).toEqual([])
})

test('a difference says where, by id, and both sides', () => {
  expect(compare({ pods: [{ id: 'a', name: 'x' }] }, { pods: [{ id: 'a', name: 'y' }] })).toEqual([
    { at: 'pods[id=a].name', recorded: 'x', present: 'y' },
  ])
  expect(compare([{ id: 'a' }], [])).toEqual([{ at: '[id=a]', recorded: { id: 'a' }, present: undefined }])
  expect(compare({ a: null }, {})).toEqual([{ at: 'a', recorded: null, present: undefined }])
  expect(compare({ ports: ['1', '2'] }, { ports: ['2', '1'] })).toHaveLength(2)
})

test('a document differs from itself nowhere, and one with another member always', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(compare(value, structuredClone(value))).toEqual([])
      expect(compare({ value }, { value, more: 1 })).toEqual([
        { at: 'more', recorded: undefined, present: 1 },
      ])
    }),
  )
})
