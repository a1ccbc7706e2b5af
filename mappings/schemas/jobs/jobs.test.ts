import { expect, test } from 'vitest'
import { Job, JobPolicy, JobRequest, JobStatusQuery, RunSyncQuery } from './index.ts'

const HOUR = 60 * 60 * 1000 // milliseconds

test('a job is its input; members the service does not know stay', () => {
  const body = {
    input: { prompt: 'hi', deep: [{ n: 1 }] },
    webhook: 'https://hooks.example/done',
    tag: 'mine',
  }
  expect(JobRequest.parse(body)).toEqual(body)
  expect(JobRequest.safeParse({ webhook: 'https://hooks.example/done' }).success).toBe(false)
})

test('a webhook is called over HTTP', () => {
  for (const webhook of ['file:///etc/passwd', 'javascript:alert(1)', 'not a url'])
    expect(JobRequest.safeParse({ input: {}, webhook }).success).toBe(false)
})

test.each([
  ['executionTimeout', 5_000, 7 * 24 * HOUR],
  ['ttl', 10_000, 7 * 24 * HOUR],
] as const)('%s lies between %d and %d milliseconds', (name, least, most) => {
  for (const value of [least, most]) expect(JobPolicy.safeParse({ [name]: value }).success).toBe(true)
  for (const value of [least - 1, most + 1, least + 0.5])
    expect(JobPolicy.safeParse({ [name]: value }).success).toBe(false)
})

test('a synchronous call waits one second to five minutes', () => {
  for (const wait of [1000, 300_000]) expect(RunSyncQuery.safeParse({ wait }).success).toBe(true)
  for (const wait of [999, 300_001]) expect(RunSyncQuery.safeParse({ wait }).success).toBe(false)
  expect(JobStatusQuery.safeParse({ ttl: 9_999 }).success).toBe(false)
})

test('an answer may lack an output, never a status', () => {
  expect(Job.safeParse({ id: 'sync-1', status: 'IN_PROGRESS' }).success).toBe(true)
  expect(Job.safeParse({ id: 'sync-1' }).success).toBe(false)
  expect(Job.safeParse({ id: 'x', status: 'DONE' }).success).toBe(false)
})
