import { expect, test } from 'vitest'
import { PassedBytes } from './passed-bytes.ts'

const MEGABYTE = 1024 * 1024

test('what passed is collected every two megabytes, however large its pieces are', () => {
  let collections = 0
  const passed = new PassedBytes(() => {
    collections += 1
  })
  for (let piece = 0; piece < 320; piece += 1) passed.add(64 * 1024)
  expect(collections).toBe(10)
  for (let piece = 0; piece < 5; piece += 1) passed.add(3 * MEGABYTE)
  expect(collections).toBe(15)
})

test('small pieces are left to the engine', () => {
  const passed = new PassedBytes(() => expect.unreachable())
  for (let piece = 0; piece < 10_000; piece += 1) passed.add(2_000)
})
