import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { memoryStore } from '../../storage/memory-store.ts'
import { createExposition } from '../exposition.ts'
import { Counter, Gauge } from '../meter.ts'
import type { Pipe } from './channel.ts'
import { openPrimarySide } from './primary-side.ts'
import { openWorkerSide, type WorkerAnswers } from './worker-side.ts'

/** Two ends of a pipe that carries what a process pipe would: JSON. */
const pipes = (): [Pipe, Pipe] => {
  const [a, b] = [new EventEmitter(), new EventEmitter()]
  const end = (own: EventEmitter, other: EventEmitter): Pipe => ({
    send: (message) => void setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message)))),
    onMessage: (listener) => void own.on('message', listener),
  })
  return [end(a, b), end(b, a)]
}

const NOW = 1_795_000_000_000

test("a worker uses the primary's store, and may not close it", async () => {
  const store = memoryStore(() => NOW)
  const side = openPrimarySide(store)
  const [primary, worker] = pipes()
  side.add(primary)
  const remote = openWorkerSide(worker, {})
  expect(await remote.salt()).toBe(await store.salt())
  const row = { consumer: 'k', client: 'c', operation: 'o', rule: '', count: 2, first: NOW, last: NOW }
  await remote.addUsage({ id: 'b', at: NOW, usage: [row], days: [] })
  expect((await remote.readUsage('2026-01-01')).usage).toEqual([row])
  await remote.putEcho({ account: 'a', resource: 'r', id: 'i', fields: '{}', at: NOW })
  expect(await remote.getEcho('a', 'r', ['i'])).toHaveLength(1)
  await remote.close()
  expect(await store.getEcho('a', 'r', ['i'])).toHaveLength(1)
})

test("what fails in the primary's store fails in the worker", async () => {
  const store = { ...memoryStore(() => NOW), salt: () => Promise.reject(new Error('away')) }
  const [primary, worker] = pipes()
  openPrimarySide(store).add(primary)
  await expect(openWorkerSide(worker, {}).salt()).rejects.toThrow('away')
})

/** Workers that have seen so many calls, behind one primary. */
const workersOf = (side: ReturnType<typeof openPrimarySide>, counts: readonly number[]) => {
  const flushed: number[] = []
  const workers = counts.map((count, at) => {
    const counter = new Counter('seen_total', 'Seen.')
    const cell = counter.cell()
    cell.value = count
    const answers: WorkerAnswers = {
      exposition: createExposition([counter, new Gauge('busy', 'Busy.', () => 1)]),
      flush: async () => {
        flushed.push(at)
      },
    }
    const [primary, worker] = pipes()
    openWorkerSide(worker, answers)
    return { ...side.add(primary), cell, answers }
  })
  return { workers, flushed }
}

test("the primary adds its workers' metrics up and has them flush; a gone one is not asked", async () => {
  const side = openPrimarySide(memoryStore(() => NOW))
  const { workers, flushed } = workersOf(side, [1, 2, 3])
  await workers[2]?.forget()
  await side.flush()
  expect(flushed).toEqual([0, 1])
  expect(await side.text()).toMatch(/^seen_total 3$/m)
})

test('what was counted stays counted when its worker goes: a sum that falls would look like a restart of all', async () => {
  const side = openPrimarySide(memoryStore(() => NOW))
  const { workers } = workersOf(side, [1, 2, 3])
  expect(await side.text()).toMatch(/^seen_total 6$/m)
  await workers[2]?.forget()
  await workers[1]?.forget()
  const text = await side.text()
  expect(text).toMatch(/^seen_total 6$/m)
  expect(text, 'what is true now only of those who are there').toMatch(/^busy 1$/m)
})

test('a worker that is too busy to answer counts as when it last did', async () => {
  const side = openPrimarySide(
    memoryStore(() => NOW),
    50, // milliseconds
  )
  const { workers } = workersOf(side, [1, 2])
  await side.text()
  const late = workers[1]
  if (late) {
    late.cell.value = 5
    late.answers.exposition = { contentType: '', text: async () => '', snapshot: () => new Promise(() => {}) }
  }
  expect(await side.text()).toMatch(/^seen_total 3$/m)
})

test('a worker that goes while it is asked counts once', async () => {
  const side = openPrimarySide(
    memoryStore(() => NOW),
    1_000, // milliseconds: a loaded machine's other worker must be in time
  )
  const { workers } = workersOf(side, [1, 2])
  await side.text()
  const dying = workers[1]
  if (dying)
    dying.answers.exposition = {
      contentType: '',
      text: async () => '',
      snapshot: () => new Promise(() => {}),
    }
  const asked = side.text()
  await dying?.forget()
  expect(await asked).toMatch(/^seen_total 3$/m)
  expect(await side.text()).toMatch(/^seen_total 3$/m)
})

test('other messages on the pipe are left alone', async () => {
  const [primary, worker] = pipes()
  openPrimarySide(memoryStore(() => NOW)).add(primary)
  const remote = openWorkerSide(worker, {})
  worker.send({ cmd: 'NODE_SOMETHING' })
  worker.send({ upshift: 'answer', id: 99, value: 1 })
  expect(await remote.salt()).toHaveLength(64)
})
