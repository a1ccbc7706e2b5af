import { expect, test } from 'vitest'
import type { Send } from '../../src/upstream/contract.ts'
import { answering, failing, graphqlClient } from '../support/graphql-client.ts'

const MIXED = '{ myself { email pods { id } } }'

/** A legacy API whose answers a test changes as it goes. */
const changing = (first: Send) => {
  const held = { now: 0, send: first }
  const client = graphqlClient({ legacy: (request) => held.send(request), now: () => held.now })
  const asked = () => client.sent.filter(({ to }) => to === 'legacy').length
  return { ...client, held, asked }
}

const alive = answering(200, '{"data":{"myself":{"email":"me@example.invalid"}}}')

test.each<[string, Send]>([
  ['answers 410', answering(410, '')],
  ['answers a page', answering(200, '<html>')],
  ['is unreachable', failing(false)],
  ['does not answer in time', failing(true)],
])('a host that %s is left alone by split queries for half a minute', async (_name, send) => {
  const { ask, held, asked } = changing(send)
  const first = await ask(MIXED)
  const second = await ask(MIXED)
  expect(asked()).toBe(1)
  expect(second.body.data).toEqual({ myself: { email: null, pods: [] } })
  expect(second.body.errors).toHaveLength(1)
  expect(first.status).toBe(200)
  held.now = 29_999
  await ask(MIXED)
  expect(asked()).toBe(1)
  held.now = 30_000
  held.send = alive
  expect((await ask(MIXED)).body).toEqual({ data: { myself: { email: 'me@example.invalid', pods: [] } } })
  await ask(MIXED)
  expect(asked()).toBe(3)
})

test('after the rest one document asks, the others go on without', async () => {
  const { ask, held, asked } = changing(failing(false))
  await ask(MIXED)
  held.now = 40_000
  await Promise.all([ask(MIXED), ask(MIXED), ask(MIXED)])
  expect(asked()).toBe(2)
})

test('a write asks all the same, and its answer counts', async () => {
  const { ask, held, asked } = changing(failing(false))
  await ask(MIXED)
  held.send = answering(200, '{"data":{"updateRegistryAuth":{"id":"r1"}}}')
  const { body } = await ask(
    'mutation { updateRegistryAuth(input: {id: "r1", username: "u", password: "p"}) { id } }',
  )
  expect(body.data).toEqual({ updateRegistryAuth: { id: 'r1' } })
  held.send = alive
  expect((await ask(MIXED)).body.data.myself.email).toBe('me@example.invalid')
  expect(asked()).toBe(3)
})

test('an error page of a host that is there is no reason to leave it alone', async () => {
  const { ask, held } = changing(answering(502, '<html>'))
  await ask(MIXED)
  held.send = alive
  expect((await ask(MIXED)).body.errors).toBeUndefined()
})

test.each<[string, Send, RegExp]>([
  ['a bad key', answering(401, '{"message":"Unauthorized"}'), /^Unauthorized$/],
  ['a bad key, on a page', answering(401, '<html>'), /^Unauthorized$/],
  ['a spent quota', answering(429, 'error code: 1015'), /^Too many requests$/],
  ['a right that is missing', answering(403, '{"message":"Forbidden"}'), /^Unauthorized$/],
  ['half an answer', answering(200, '{"data":{"myse'), /try again later/],
  ['nothing', answering(200, ''), /try again later/],
])('a word to one caller, or half a word, says nothing of the host: %s', async (_name, send, message) => {
  const { ask, held } = changing(send)
  const { body } = await ask(MIXED)
  expect(body.data).toEqual({ myself: { email: null, pods: [] } })
  expect(body.errors).toMatchObject([{ message: expect.stringMatching(message) }])
  held.send = alive
  expect((await ask(MIXED)).body.errors).toBeUndefined()
})

test.each([401, 429])(
  'a document for the legacy API alone keeps its %i, in words of GraphQL',
  async (status) => {
    const legacy = answering(status, '<html>', { 'retry-after': '7' })
    const answer = await graphqlClient({ legacy }).ask('{ myself { email } }')
    expect({ status: answer.status, retryAfter: answer.headers['retry-after'] }).toEqual({
      status,
      retryAfter: '7',
    })
    expect(answer.body.errors).toHaveLength(1)
  },
)
