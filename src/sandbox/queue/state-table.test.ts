import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeldClock, heldClock } from '../clock.ts'
import { memoryStorage } from '../storage/memory-storage.ts'
import { type Handler, WorkerCrash } from './handler.ts'
import type { JobStatus } from './job.ts'
import { JobError } from './job-error.ts'
import { createQueue, type Queue } from './queue.ts'

/**
 * The published state table, written a second time as plainly as can be, and any sequence of calls and of time
 * passing played against it and against the queue. What the queue keeps as timers, the model finds by looking.
 */
const WORKERS = 2
const ENDPOINT = 'e1'
const FOR_EVER = Number.POSITIVE_INFINITY

interface ModelJob {
  status: JobStatus | 'DELETED'
  low: boolean
  submittedAt: number
  ttl: number
  limit: number
  retention: number
  startedAt: number
  finishedAt: number
  tries: number
  /** Rises with every entry into the queue. */
  turn: number
}

interface Model {
  now: number
  turns: number
  jobs: Map<string, ModelJob>
  tally: { completed: number; failed: number; retried: number }
}

interface Real {
  clock: HeldClock
  queue: Queue
  /** How to end the handlers that are at work. */
  working: Map<string, { resolve: (output: unknown) => void; reject: (error: unknown) => void }>
}

const running = (model: Model) => [...model.jobs.values()].filter(({ status }) => status === 'IN_PROGRESS')
const waiting = (model: Model) =>
  [...model.jobs.values()]
    .filter(({ status }) => status === 'IN_QUEUE')
    .sort((one, other) => Number(one.low) - Number(other.low) || one.turn - other.turn)

const assign = (model: Model): void => {
  for (const job of waiting(model).slice(0, WORKERS - running(model).length)) {
    Object.assign(job, { status: 'IN_PROGRESS', startedAt: model.now, tries: job.tries + 1 })
  }
}

const enqueue = (model: Model, job: ModelJob): void => {
  model.turns += 1
  Object.assign(job, { status: 'IN_QUEUE', turn: model.turns, finishedAt: FOR_EVER })
}

const finish = (model: Model, job: ModelJob, status: JobStatus): void => {
  Object.assign(job, { status, finishedAt: model.now })
  if (status === 'COMPLETED') model.tally.completed += 1
  if (status === 'FAILED' || status === 'TIMED_OUT') model.tally.failed += 1
}

const deletedAt = (job: ModelJob): number =>
  job.status === 'DELETED' ? FOR_EVER : Math.min(job.submittedAt + job.ttl, job.finishedAt + job.retention)
const timedOutAt = (job: ModelJob): number =>
  job.status === 'IN_PROGRESS' ? job.startedAt + job.limit : FOR_EVER

/** Lets time pass, one event after the other. */
const pass = (model: Model, until: number): void => {
  for (;;) {
    const events = [...model.jobs.values()].map((job) => ({
      job,
      at: Math.min(deletedAt(job), timedOutAt(job)),
    }))
    const next = events.sort((one, other) => one.at - other.at)[0]
    if (!next || next.at > until) break
    model.now = Math.max(model.now, next.at) // a lifespan can be set to an end that is past
    if (deletedAt(next.job) <= next.at) next.job.status = 'DELETED'
    else finish(model, next.job, 'TIMED_OUT')
    assign(model)
  }
  model.now = until
}

const statusIn = (queue: Queue, id: string): string => {
  try {
    return queue.status(ENDPOINT, id).status
  } catch (error) {
    if (error instanceof JobError && error.status === 404) return 'DELETED'
    throw error
  }
}

const compare = async (model: Model, real: Real): Promise<void> => {
  await real.clock.advance(0)
  const expected = [...model.jobs].map(([id, { status }]) => [id, status])
  expect([...model.jobs.keys()].map((id) => [id, statusIn(real.queue, id)])).toEqual(expected)
  expect(real.queue.health(ENDPOINT).jobs).toEqual({
    ...model.tally,
    inProgress: running(model).length,
    inQueue: waiting(model).length,
  })
}

type Command = fc.AsyncCommand<Model, Real>

const command = (name: string, act: (model: Model, real: Real) => void | Promise<void>): Command => ({
  check: () => true,
  toString: () => name,
  run: async (model, real) => {
    await act(model, real)
    assign(model)
    await compare(model, real)
  },
})

/** The nth of the jobs that were ever submitted, deleted ones among them. */
const pick = (model: Model, at: number): [string, ModelJob] | undefined =>
  [...model.jobs][at % model.jobs.size]

const errorStatusOf = (act: () => unknown): number => {
  try {
    act()
    return 200
  } catch (error) {
    if (error instanceof JobError) return error.status
    throw error
  }
}

const submit = (sync: boolean, low: boolean, ttl: number, limit: number) =>
  command(`submit(sync ${sync}, low ${low}, ttl ${ttl}, limit ${limit})`, (model, { queue }) => {
    const request = { input: {}, policy: { lowPriority: low, ttl, executionTimeout: limit } }
    const { id } = sync ? queue.runsync(ENDPOINT, request, 90_000) : queue.run(ENDPOINT, request)
    expect(id.startsWith('sync-')).toBe(sync)
    const retention = sync ? 60_000 : 1_800_000
    const now = model.now
    const job = {
      low,
      ttl,
      limit,
      retention,
      submittedAt: now,
      startedAt: 0,
      finishedAt: FOR_EVER,
      tries: 0,
      turn: 0,
    }
    model.jobs.set(id, { ...job, status: 'IN_QUEUE' })
    enqueue(model, model.jobs.get(id)!)
  })

const cancel = (at: number) =>
  command(`cancel(${at})`, (model, { queue }) => {
    const [id, job] = pick(model, at) ?? ['none', undefined]
    const known = job !== undefined && job.status !== 'DELETED'
    expect(errorStatusOf(() => queue.cancel(ENDPOINT, id))).toBe(known ? 200 : 404)
    if (job?.status === 'IN_QUEUE' || job?.status === 'IN_PROGRESS') finish(model, job, 'CANCELLED')
  })

const retry = (at: number) =>
  command(`retry(${at})`, (model, { queue }) => {
    const [id, job] = pick(model, at) ?? ['none', undefined]
    const retryable = job?.status === 'FAILED' || job?.status === 'TIMED_OUT'
    const refused = job === undefined || job.status === 'DELETED' ? 404 : 400
    expect(errorStatusOf(() => queue.retry(ENDPOINT, id))).toBe(retryable ? 200 : refused)
    if (!job || !retryable) return
    job.tries = 0
    model.tally.retried += 1
    enqueue(model, job)
  })

const purge = () =>
  command('purge', (model, { queue }) => {
    const removed = waiting(model)
    expect(queue.purge(ENDPOINT).removed).toBe(removed.length)
    for (const job of removed) job.status = 'DELETED'
  })

const setTtl = (at: number, ttl: number) =>
  command(`status(${at}, ttl ${ttl})`, (model, { queue }) => {
    const [id, job] = pick(model, at) ?? ['none', undefined]
    const over = job === undefined || job.status === 'DELETED' || job.submittedAt + ttl <= model.now
    expect(errorStatusOf(() => queue.status(ENDPOINT, id, ttl))).toBe(over ? 404 : 200)
    if (job?.status !== 'DELETED') Object.assign(job ?? {}, { ttl })
    pass(model, model.now)
  })

type Ending = 'output' | 'error' | 'crash'

const end = (at: number, how: Ending) =>
  command(`end(${at}, ${how})`, async (model, { working, clock }) => {
    const busy = [...model.jobs].filter(([, { status }]) => status === 'IN_PROGRESS')
    const [id, job] = busy[at % busy.length] ?? []
    if (id === undefined || !job) return
    const handler = working.get(id)
    if (how === 'output') handler?.resolve({ done: true })
    else handler?.reject(how === 'crash' ? new WorkerCrash('gone') : new Error('failed'))
    await clock.advance(0)
    if (how === 'output') finish(model, job, 'COMPLETED')
    else if (how === 'error' || job.tries > 2) finish(model, job, 'FAILED')
    else {
      model.tally.retried += 1
      enqueue(model, job)
    }
  })

const advance = (ms: number) =>
  command(`advance(${ms})`, async (model, { clock }) => {
    await clock.advance(ms)
    pass(model, model.now + ms)
  })

const setUp = async () => {
  const working: Real['working'] = new Map()
  const handler: Handler = (job) =>
    new Promise((resolve, reject) => void working.set(job.id, { resolve, reject }))
  const endpoint = {
    workersMin: WORKERS,
    workersMax: WORKERS,
    idleTimeout: 5,
    scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
  } as const
  const clock = heldClock(0)
  const queue = createQueue({
    clock,
    storage: memoryStorage(),
    endpoints: () => endpoint,
    handler,
    coldStart: 0,
  })
  queue.refresh(ENDPOINT)
  await clock.advance(0)
  const tally = { completed: 0, failed: 0, retried: 0 }
  return { model: { now: 0, turns: 0, jobs: new Map(), tally }, real: { clock, queue, working } }
}

const index = fc.nat(30)
// Spans that do not add up to one another: what happens at the same millisecond has no published order
const ttl = fc.constantFrom(10_007, 61_013, 7_000_003, 86_400_000)
const limit = fc.constantFrom(5003, 30_011, 600_000)

// The edges of what is kept, and times of no meaning
const span = fc.oneof(
  fc.constantFrom(0, 59_999, 60_000, 1_799_999, 1_800_000),
  fc.nat(20_000),
  fc.nat(100_000),
  fc.nat(90_000_000),
)
const anySubmit = fc.tuple(fc.boolean(), fc.boolean(), ttl, limit).map((args) => submit(...args))
const anyEnd = (how: Ending) => index.map((at) => end(at, how))

test('any sequence of calls and time leaves the queue where the state table says', async () => {
  // An arbitrary named twice is drawn twice as often: only a full queue shows who goes first
  const commands = fc.commands(
    [
      ...[anySubmit, anySubmit, anySubmit],
      ...[anyEnd('output'), anyEnd('error'), anyEnd('error'), anyEnd('crash'), anyEnd('crash')],
      ...[index.map(retry), index.map(retry), index.map(cancel)],
      ...[fc.tuple(index, ttl).map((args) => setTtl(...args)), fc.constant(purge())],
      ...[span.map(advance), span.map(advance)],
    ],
    { maxCommands: 80, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await fc.asyncModelRun(setUp, sequence)
    }),
    { numRuns: 100 },
  )
}, 60_000)
