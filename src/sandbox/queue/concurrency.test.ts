import { Agent, request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEY, plainEndpoint, type ServedQueue, serveQueue } from '../../../test/support/serve-queue.ts'
import { heldClock } from '../clock.ts'

/** The published limits on calls at the same time. */
const AT_ONCE = 400

let served: ServedQueue
let dispatcher: Agent
beforeEach(async () => {
  served = await serveQueue({ endpoints: () => ({ ...plainEndpoint, workersMin: 3 }) })
  dispatcher = new Agent({ connections: 1000 })
})
afterEach(async () => {
  await dispatcher.close()
  await served.close()
})

const headers = { authorization: KEY, 'content-type': 'application/json' }

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const text = body === undefined ? null : JSON.stringify(body)
  const answer = await request(`${served.url}/e1/${path}`, { dispatcher, method, headers, body: text })
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> }
}

const times = (count: number) => [...Array(count).keys()]

test('400 runsync and 400 status calls at the same time all succeed, round after round', async () => {
  const { body: known } = await call('POST', 'run', { input: { n: 'known' } })
  for (let round = 0; round < 3; round += 1) {
    const runs = times(AT_ONCE).map((n) => call('POST', 'runsync', { input: { n } }))
    const looks = times(AT_ONCE).map(() => call('GET', `status/${known.id}`))
    const finished = await Promise.all(runs)
    for (const [n, answer] of finished.entries()) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'COMPLETED', output: { n } } })
    }
    for (const look of await Promise.all(looks)) expect(look.status).toBe(200)
  }
  expect(served.queue.health('e1').jobs).toMatchObject({ completed: 3 * AT_ONCE + 1, failed: 0, inQueue: 0 })
}, 60_000)

test('400 waiting runsync calls are let in and the next is not, while other operations go on', async () => {
  const clock = heldClock() // however long the machine takes, nobody's wait is over before it is told
  await served.close()
  served = await serveQueue({ clock })
  const unfinished = (count: number) =>
    expect
      .poll(
        () => {
          const { inQueue, inProgress } = served.queue.health('e1').jobs
          return inQueue + inProgress
        },
        { timeout: 30_000 },
      )
      .toBe(count)
  const input = { handler: 'sleep', ms: 60_000 }
  const waiting = times(AT_ONCE).map(() => call('POST', 'runsync?wait=2500', { input }))
  await unfinished(AT_ONCE)
  expect(await call('POST', 'runsync', { input })).toMatchObject({
    status: 429,
    body: { error: expect.any(String) },
  })
  expect((await call('POST', 'run', { input })).status).toBe(200)
  expect((await call('GET', 'health')).status).toBe(200)
  await clock.advance(2500)
  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['IN_QUEUE', 'IN_PROGRESS']))
  const next = call('POST', 'runsync?wait=1000', { input })
  await unfinished(AT_ONCE + 2)
  await clock.advance(1000)
  expect((await next).status, 'the places are free again').toBe(200)
}, 60_000)
