import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TurnBatch } from './turn-batch.ts'

test('what a turn brings is done at its end, in order, and what that brings in the next', async () => {
  const done: number[] = []
  const batch = new TurnBatch<number>((one) => {
    done.push(one)
    if (one === 1) batch.add(3)
  })
  batch.add(1)
  batch.add(2)
  expect(done).toEqual([])
  await setImmediate()
  expect(done).toEqual([1, 2])
  await setImmediate()
  expect(done).toEqual([1, 2, 3])
})

test('promises of one batch are settled before the next is begun', async () => {
  const said: string[] = []
  const batch = new TurnBatch<number>((one) => {
    said.push(`take ${one}`)
    Promise.resolve().then(() => said.push(`then ${one}`))
  })
  for (let one = 0; one < 65; one += 1) batch.add(one)
  await setImmediate()
  expect(said).toHaveLength(130)
  expect(said.indexOf('then 0')).toBe(64)
  expect(said.slice(-2)).toEqual(['take 64', 'then 64'])
})
