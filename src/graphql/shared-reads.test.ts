import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** Readings that end when they are told to; each says its number. */
const readings = () => {
  const ends: ((failed?: Error) => void)[] = []
  const begin = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = ends.length
      ends.push((failed) => (failed ? reject(failed) : resolve(number)))
    })
  return { ends, begin }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('whoever comes while one reads shares the next reading, which begins after all of them came', async () => {
  const shared = new SharedReads()
  const { ends, begin } = readings()
  const first = shared.read('a', begin)
  const others = [shared.read('a', begin), shared.read('a', begin)]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(2)
  const later = shared.read('a', begin)
  ends[1]?.()
  await turn()
  ends[2]?.()
  expect(await Promise.all([first, ...others, later])).toEqual([0, 1, 1, 2])
})

test('nothing is kept once nobody waits', async () => {
  const shared = new SharedReads()
  const { ends, begin } = readings()
  const first = shared.read('a', begin)
  ends[0]?.()
  await first
  const second = shared.read('a', begin)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await second).toBe(1)
})

test('names share nothing', async () => {
  const shared = new SharedReads()
  const { ends, begin } = readings()
  const both = [shared.read('a', begin), shared.read('b', begin)]
  expect(ends).toHaveLength(2)
  for (const end of ends) end()
  expect(await Promise.all(both)).toEqual([0, 1])
})

test('a failure is for those who shared it, and the next reading goes on', async () => {
  const shared = new SharedReads()
  const { ends, begin } = readings()
  const first = shared.read('a', begin)
  const second = shared.read('a', begin)
  const third = shared.read('a', begin)
  ends[0]?.(new Error('one'))
  await expect(first).rejects.toThrow('one')
  await turn()
  ends[1]?.(new Error('two'))
  await expect(second).rejects.toThrow('two')
  await expect(third).rejects.toThrow('two')
  await turn()
  const fourth = shared.read('a', begin)
  ends[2]?.()
  expect(await fourth).toBe(2)
})
