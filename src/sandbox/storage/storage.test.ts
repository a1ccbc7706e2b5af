import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { collection } from './collection.ts'
import { fileStorage } from './file-storage.ts'
import { memoryStorage } from './memory-storage.ts'
import type { Storage } from './storage.ts'

const directories: string[] = []
const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'storage-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const kinds: [string, () => Promise<Storage>][] = [
  ['memoryStorage', async () => memoryStorage()],
  ['fileStorage', () => fileStorage(newDirectory())],
]

describe.each(kinds)('%s', (_name, make) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await make()
  })
  afterEach(() => storage.close())

  test('gives back what was stored, as a copy', () => {
    const document = { name: 'a', ports: [1, 2] }
    storage.put('pods', 'p1', document)
    document.name = 'changed'
    const read = storage.get('pods', 'p1') as typeof document
    expect(read).toEqual({ name: 'a', ports: [1, 2] })
    read.ports.push(3)
    expect(storage.get('pods', 'p1')).toEqual({ name: 'a', ports: [1, 2] })
  })

  test('keeps namespaces apart and knows what is missing', () => {
    storage.put('pods', 'one', 1)
    expect(storage.get('templates', 'one')).toBeUndefined()
    expect(storage.delete('templates', 'one')).toBe(false)
    expect(storage.delete('pods', 'one')).toBe(true)
    expect(storage.get('pods', 'one')).toBeUndefined()
  })

  test('lists oldest first; a replaced document keeps its place', () => {
    for (const key of ['c', 'a', 'b']) storage.put('n', key, key)
    storage.put('n', 'c', 'again')
    expect(storage.entries('n')).toEqual([
      ['c', 'again'],
      ['a', 'a'],
      ['b', 'b'],
    ])
  })

  test('refuses what is not JSON', () => {
    expect(() => storage.put('n', 'k', undefined)).toThrow(TypeError)
    expect(() => storage.put('n', 'k', () => 1)).toThrow(TypeError)
    expect(storage.entries('n')).toEqual([])
  })

  test('undoes a failed transaction wholly, order included', () => {
    storage.put('n', 'a', 1)
    storage.put('n', 'b', 2)
    expect(() =>
      storage.transaction(() => {
        storage.delete('n', 'a')
        storage.put('n', 'b', 3)
        storage.put('n', 'c', 4)
        storage.clear('n')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(storage.entries('n')).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('an inner transaction that fails leaves the outer one standing', () => {
    storage.transaction(() => {
      storage.put('n', 'outer', 1)
      expect(() =>
        storage.transaction(() => {
          storage.put('n', 'inner', 2)
          throw new Error('inner')
        }),
      ).toThrow('inner')
    })
    expect(storage.entries('n')).toEqual([['outer', 1]])
  })

  test('clears one namespace, or all', () => {
    storage.put('a', 'k', 1)
    storage.put('b', 'k', 2)
    storage.clear('a')
    expect([storage.entries('a').length, storage.entries('b').length]).toEqual([0, 1])
    storage.clear()
    expect(storage.entries('b')).toEqual([])
  })

  test('a collection reads and writes its namespace only', () => {
    const names = collection<{ name: string }>(storage, 'names')
    names.put('1', { name: 'one' })
    storage.put('other', '1', { name: 'not mine' })
    expect(names.get('1')?.name).toBe('one')
    expect(names.entries()).toEqual([['1', { name: 'one' }]])
    names.clear()
    expect(storage.get('other', '1')).toEqual({ name: 'not mine' })
  })
})

type Step = { do: 'put'; key: string; value: unknown } | { do: 'delete'; key: string } | { do: 'clear' }
const key = fc.constantFrom('a', 'b', 'c', "it's", '__proto__')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), key, value: fc.jsonValue() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
)

const perform = (storage: Storage, steps: readonly Step[]): void => {
  for (const one of steps) {
    if (one.do === 'put') storage.put('n', one.key, one.value)
    else if (one.do === 'delete') storage.delete('n', one.key)
    else storage.clear('n')
  }
}

test('memory and file agree on any sequence of changes, kept or undone', async () => {
  const file = await fileStorage(newDirectory())
  fc.assert(
    fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, inside, fails) => {
      file.clear()
      const memory = memoryStorage()
      for (const storage of [memory, file]) {
        perform(storage, before)
        try {
          storage.transaction(() => {
            perform(storage, inside)
            if (fails) throw new Error('undo')
          })
        } catch {}
      }
      expect(file.entries('n')).toEqual(memory.entries('n'))
    }),
    { numRuns: 60 },
  )
  file.close()
})
