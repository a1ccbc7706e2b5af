import makeSdk from 'runpod-sdk'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { type ListeningProxy, listeningProxy } from '../support/listening-proxy.ts'

// The client prints as it polls, with the console it finds when it loads
vi.hoisted(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

const KEY = 'sandbox-key'
const sandbox = createSandbox()
let proxy: ListeningProxy
let endpointId = ''

const make = async (path: string, body: object): Promise<{ id: string }> => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const answer = await fetch(`${proxy.origin}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { id: string }
}

beforeAll(async () => {
  const { url } = await sandbox.listen(0)
  proxy = await listeningProxy({ upstream: url })
  const made = await make('/v2/serverless', {
    name: 'e',
    image: 'w',
    type: 'QUEUE',
    gpu: { pools: ['ADA_24'] },
    scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
    workers: { min: 1, max: 3 },
  })
  endpointId = made.id
})
afterAll(async () => {
  await proxy.close()
  await sandbox.close()
})

const job = (path: string, init: RequestInit = {}) =>
  fetch(`${proxy.origin}/v2/${endpointId}/${path}`, {
    ...init,
    headers: { authorization: KEY, ...init.headers },
  })

describe('jobs through the proxy', () => {
  test('the published client lives its whole life on them', async () => {
    const endpoint = makeSdk(KEY, { baseUrl: `${proxy.origin}/v2` }).endpoint(endpointId)
    if (!endpoint) throw new Error('the client refused the endpoint')
    const started = await endpoint.run({ input: { prompt: 'hello' } })
    await expect.poll(async () => (await endpoint.status(started.id)).status).toBe('COMPLETED')
    expect(await endpoint.runSync({ input: { a: 1 } })).toMatchObject({
      status: 'COMPLETED',
      output: { a: 1 },
    })
    const streamed = await endpoint.run({ input: { handler: 'stream', chunks: ['a', 'b'], ms: 10 } })
    const outputs: unknown[] = []
    for await (const chunk of endpoint.stream(streamed.id)) outputs.push(chunk.output)
    expect(outputs).toEqual(['a', 'b'])
    expect((await endpoint.health()).jobs.completed).toBeGreaterThan(0)
  })

  test('a key without "Bearer" arrives as it was sent, and a wrong one is refused in the job API’s words', async () => {
    expect((await job('health')).status).toBe(200)
    const refused = await job('health', { headers: { authorization: 'nobody' } })
    expect([refused.status, await refused.json()]).toEqual([401, { error: expect.any(String) }])
  })

  test('many callers at once meet no error that no limit asks for', async () => {
    const calls = Array.from({ length: 100 }, async (_, n) => {
      const answer = await job('runsync', { method: 'POST', body: JSON.stringify({ input: { n } }) })
      return { status: answer.status, body: (await answer.json()) as { output: { n: number } } }
    })
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.map(({ body }) => body.output?.n)).toEqual(answers.map((_, n) => n))
  })

  test('a payload near the limit passes whole, one above it is refused', async () => {
    const send = (bytes: number) =>
      job('runsync', { method: 'POST', body: JSON.stringify({ input: { text: 'x'.repeat(bytes) } }) })
    expect((await send(19_000_000)).status).toBe(200)
    expect((await send(21_500_000)).status).toBe(400)
  })

  test('an event stream arrives as it is made', async () => {
    const body = JSON.stringify({
      model: 'any',
      stream: true,
      messages: [{ role: 'user', content: 'one two three' }],
    })
    const answer = await job('openai/v1/chat/completions', { method: 'POST', body })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(await answer.text()).toMatch(/data: \[DONE\]\s*$/)
  })
})
