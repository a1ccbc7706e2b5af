import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldClock } from '../clock.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { HandlerModuleError, loadHandler } from './load-handler.ts'
import { createQueue } from './queue.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'handlers-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const endpoint = {
  workersMin: 1,
  workersMax: 1,
  idleTimeout: 5,
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
} as const

/** Loads a module with this text and runs a job on it. */
const runOn = async (name: string, text: string, input: Record<string, unknown> = { n: 2 }) => {
  writeFileSync(join(directory, name), text)
  const clock = heldClock()
  const handler = await loadHandler(`./${name}`, directory)
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints: () => endpoint, handler })
  const { id } = queue.run('e1', { input })
  await clock.advance(10_000)
  return queue.status('e1', id)
}

describe('a handler module may export', () => {
  test.each([
    ['default-export.mjs', 'export default (job) => job.input.n * 2'],
    ['named.mjs', 'export const handler = async (job) => job.input.n * 2'],
    ['common-function.cjs', 'module.exports = (job) => job.input.n * 2'],
    ['common-named.cjs', 'exports.handler = async (job) => job.input.n * 2'],
    ['transpiled.cjs', 'exports.__esModule = true; exports.default = (job) => job.input.n * 2'],
    [
      'sleeping.mjs',
      'export default async (job, { sleep }) => { await sleep(3000); return job.input.n * 2 }',
    ],
  ])('%s', async (name, text) => {
    expect(await runOn(name, text)).toMatchObject({ status: 'COMPLETED', output: 4 })
  })

  test.each([
    ['async-generator.mjs', 'export async function* handler(job) { yield 1; yield job.input.n }'],
    ['generator.mjs', 'export default function* (job) { yield 1; yield job.input.n }'],
    [
      'made-generator.mjs',
      'async function* parts(n) { yield 1; yield n }; export default (job) => parts(job.input.n)',
    ],
  ])('a generator: %s', async (name, text) => {
    expect(await runOn(name, text)).toMatchObject({ status: 'COMPLETED', output: [1, 2] })
  })

  test('a handler that throws', async () => {
    const text = 'export default () => { throw new RangeError("too far") }'
    expect(await runOn('throwing.mjs', text)).toMatchObject({ status: 'FAILED', error: 'too far' })
  })
})

describe('a module that cannot be used is refused with the reason', () => {
  test.each([
    ['missing.mjs', undefined, /does not exist/],
    ['broken.mjs', 'export default (', /cannot be loaded/],
    ['throws.mjs', 'throw new Error("at load")', /at load/],
    ['empty.mjs', 'export const other = 1', /exports no handler/],
    ['wrong.mjs', 'export const handler = "text"', /exports no handler/],
  ])('%s', async (name, text, message) => {
    if (text !== undefined) writeFileSync(join(directory, name), text)
    const loading = loadHandler(name, directory)
    await expect(loading).rejects.toThrow(HandlerModuleError)
    await expect(loading).rejects.toThrow(message)
  })
})
