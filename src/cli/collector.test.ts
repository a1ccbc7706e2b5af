import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectYoung } from './collector.ts'

test('buffers that nobody holds are given back when young objects are collected', async () => {
  const before = process.memoryUsage().arrayBuffers
  for (let count = 0; count < 200; count += 1) Buffer.alloc(64 * 1024)
  collectYoung()
  // They are freed beside the program, and counted as free by the next collection at the latest.
  await expect
    .poll(async () => {
      await setImmediate()
      collectYoung()
      return process.memoryUsage().arrayBuffers - before
    })
    .toBeLessThan(1024 * 1024)
})

test('the program itself gets no collector by it', () => {
  collectYoung()
  expect('gc' in globalThis).toBe(false)
})
