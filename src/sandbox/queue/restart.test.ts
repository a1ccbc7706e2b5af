import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { compile } from '../../../test/support/compile.ts'
import { heldClock } from '../clock.ts'
import { fileStorage } from '../storage/file-storage.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import { createQueue, type Queue, type QueueOptions } from './queue.ts'

const ENDPOINT = 'e1'
const endpoint: EndpointSettings = {
  workersMin: 0,
  workersMax: 1,
  idleTimeout: 5,
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

const directories: string[] = []
const queues: Queue[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'restart-'))
  directories.push(directory)
  return directory
}

const start = (options: Pick<QueueOptions, 'clock' | 'storage'> & Partial<QueueOptions>): Queue => {
  const queue = createQueue({ endpoints: () => endpoint, coldStart: 1000, ...options })
  queues.push(queue)
  return queue
}

const isGone = (queue: Queue, id: string): boolean => {
  try {
    queue.status(ENDPOINT, id)
    return false
  } catch {
    return true
  }
}

describe('a restart', () => {
  test('keeps what was done, takes up what waited and begins again what ran', async () => {
    const clock = heldClock()
    const storage = memoryStorage()
    const first = start({ clock, storage })
    const done = first.run(ENDPOINT, { input: { n: 1 } }).id
    await clock.advance(2000)
    const ran = first.run(ENDPOINT, { input: { handler: 'sleep', ms: 10_000 } }).id
    const waited = first.run(ENDPOINT, { input: { n: 2 } }).id
    await clock.advance(2000)
    await first.close()
    expect(clock.pending(), 'nothing is left running').toBe(0)

    await clock.advance(60_000)
    const second = start({ clock, storage })
    expect(second.status(ENDPOINT, done)).toMatchObject({ status: 'COMPLETED', output: { n: 1 } })
    expect(second.status(ENDPOINT, ran).status).toBe('IN_QUEUE')
    expect(second.health(ENDPOINT).jobs).toEqual({
      completed: 1,
      failed: 0,
      inProgress: 0,
      inQueue: 2,
      retried: 1,
    })
    await clock.advance(20_000)
    expect(second.status(ENDPOINT, ran)).toMatchObject({ status: 'COMPLETED', output: { slept: 10_000 } })
    expect(second.status(ENDPOINT, waited)).toMatchObject({ status: 'COMPLETED', output: { n: 2 } })
  })

  test('goes on counting ttl and retention from where they began', async () => {
    const clock = heldClock()
    const storage = memoryStorage()
    const first = start({ clock, storage })
    const ended = first.run(ENDPOINT, { input: {} }).id
    const expiring = first.run(ENDPOINT, {
      input: { handler: 'sleep', ms: 86_400_000 },
      policy: { ttl: 50_000 },
    }).id
    const sync = first.runsync(ENDPOINT, { input: {} }, 90_000).id
    await clock.advance(1000)
    await first.close()
    await clock.advance(50_000)
    const second = start({ clock, storage })
    expect(isGone(second, expiring), 'its lifespan ended while nothing ran').toBe(true)
    expect(isGone(second, ended)).toBe(false)
    await clock.advance(1_749_999)
    expect(isGone(second, ended)).toBe(false)
    await clock.advance(1)
    expect([isGone(second, ended), isGone(second, sync)]).toEqual([true, true])
    expect(clock.pending()).toBe(0)
    for (const namespace of ['jobs', 'inputs', 'outputs', 'chunks']) {
      expect(storage.entries(`queue.${namespace}`)).toEqual([])
    }
  })

  test('does not go round for ever with a job that takes the process down', async () => {
    const clock = heldClock()
    const storage = memoryStorage()
    let queue = start({ clock, storage })
    const { id } = queue.run(ENDPOINT, { input: { handler: 'sleep', ms: 60_000 } })
    for (let restart = 0; restart < 3; restart += 1) {
      await clock.advance(2000)
      expect(queue.status(ENDPOINT, id).status).toBe('IN_PROGRESS')
      await queue.close()
      queue = start({ clock, storage })
    }
    expect(queue.status(ENDPOINT, id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('stopped'),
    })
    expect(queue.retry(ENDPOINT, id).status).toBe('IN_QUEUE')
  })

  test('keeps the chunks of an ended stream that nobody has read', async () => {
    const clock = heldClock()
    const storage = memoryStorage()
    const first = start({ clock, storage })
    const { id } = first.run(ENDPOINT, { input: { handler: 'stream', chunks: ['a', 'b'] } })
    await clock.advance(2000)
    await first.close()
    const second = start({ clock, storage })
    const { stream } = await second.stream(ENDPOINT, id, { ms: 1 })
    expect(stream.map(({ output }) => output)).toEqual(['a', 'b'])
    expect((await second.stream(ENDPOINT, id, { ms: 1 })).stream).toEqual([])
  })

  test('of a queue on disk gives back the original input to a retry, credentials included', async () => {
    const directory = newDirectory()
    const clock = heldClock()
    const request = { input: { prompt: 'x' }, s3Config: { accessId: 'id', accessSecret: 'secret' } }
    const seen: unknown[] = []
    const handler: QueueOptions['handler'] = (job) => {
      seen.push(job)
      throw new Error('no')
    }
    const before = await fileStorage(directory)
    const first = start({ clock, storage: before, handler })
    const { id } = first.run(ENDPOINT, request)
    await clock.advance(2000)
    await first.close()
    before.close()
    const after = await fileStorage(directory)
    const second = start({ clock, storage: after, handler })
    second.retry(ENDPOINT, id)
    await clock.advance(2000)
    expect(seen).toEqual([
      { id, ...request },
      { id, ...request },
    ])
    expect(JSON.stringify(second.status(ENDPOINT, id))).not.toContain('secret')
    await second.close()
    after.close()
  })
})

/** Submits jobs for ever, finishing some, and says each id once its call has been answered. */
const SUBMITTER = `
const [, compiled, directory] = process.argv
const load = (file) => import(new URL('src/sandbox/' + file, compiled).href)
const { systemClock } = await load('clock.js')
const { fileStorage } = await load('storage/file-storage.js')
const { createQueue } = await load('queue/queue.js')
const endpoint = { workersMin: 0, workersMax: 2, idleTimeout: 5, scaling: { type: 'REQUEST_COUNT', requestCount: 1 } }
const storage = await fileStorage(directory)
const queue = createQueue({ clock: systemClock, storage, endpoints: () => endpoint, coldStart: 0 })
console.log(queue.run('e1', { input: { handler: 'sleep', ms: 60000 } }).id)
setInterval(() => console.log(queue.run('e1', { input: { n: 1 } }).id), 1)
`

test('a killed process loses no job it had answered for', async () => {
  const compiled = compile('src/sandbox/queue/queue.ts', 'src/sandbox/storage/file-storage.ts')
  directories.push(compiled)
  const directory = newDirectory()
  const base = `${pathToFileURL(compiled).href}/`
  const child = spawn(process.execPath, ['--input-type=module', '-e', SUBMITTER, base, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const ids: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    ids.push(line)
    if (ids.length === 120) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')

  const clock = heldClock(Date.now())
  const storage = await fileStorage(directory)
  const queue = start({ clock, storage })
  const statuses = ids.map((id) => queue.status(ENDPOINT, id).status)
  expect(statuses[0], 'it ran when the process was killed').toBe('IN_QUEUE')
  expect(new Set(statuses)).toEqual(new Set(['IN_QUEUE', 'COMPLETED']))
  const { jobs } = queue.health(ENDPOINT)
  expect(jobs.completed + jobs.inQueue).toBeGreaterThanOrEqual(ids.length)
  expect(statuses.filter((status) => status === 'COMPLETED').length).toBeLessThanOrEqual(jobs.completed)
  await clock.advance(700_000)
  expect(ids.every((id) => queue.status(ENDPOINT, id).status === 'COMPLETED')).toBe(true)
  await queue.close()
  storage.close()
}, 30_000)
