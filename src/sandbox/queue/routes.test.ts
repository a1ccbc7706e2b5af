import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOfSize, call, post } from '../../../test/support/queue-client.ts'
import { KEY, type ServedQueue, serveQueue } from '../../../test/support/serve-queue.ts'

describe('one server', () => {
  let served: ServedQueue
  beforeAll(async () => {
    served = await serveQueue()
  })
  afterAll(() => served.close())

  test.each([
    ['Bearer with key', `Bearer ${KEY}`, 200],
    ['bearer in small letters', `bearer ${KEY}`, 200],
    ['bare key', KEY, 200],
    ['wrong key', 'Bearer wrong', 401],
    ['no key', '', 401],
    ['Bearer alone', 'Bearer ', 401],
  ])('authorization: %s', async (_name, authorization, status) => {
    const answer = await call(`${served.url}/e1/health`, { headers: { authorization } })
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.body).toEqual({ error: expect.stringContaining('key') })
  })

  test('an unknown endpoint is 404, a wrong key is 401 even there', async () => {
    expect(await call(`${served.url}/nowhere/health`)).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    })
    expect((await post(`${served.url}/nowhere/run`, { input: {} })).status).toBe(404)
    expect((await call(`${served.url}/nowhere/health`, { headers: { authorization: 'x' } })).status).toBe(401)
  })

  test('run, status, runsync, health and requests answer in the published shapes', async () => {
    const ran = await post(`${served.url}/shapes/run`, { input: { a: 1 } })
    expect(ran).toMatchObject({ status: 200, body: { id: expect.any(String), status: 'IN_QUEUE' } })
    expect(Object.keys(ran.body)).toEqual(['id', 'status'])
    const sync = await post(`${served.url}/shapes/runsync`, { input: { b: 2 } })
    expect(sync).toMatchObject({ status: 200, body: { status: 'COMPLETED', output: { b: 2 } } })
    expect(sync.body.delayTime).toEqual(expect.any(Number))
    expect(sync.body.executionTime).toEqual(expect.any(Number))
    expect(await call(`${served.url}/shapes/status/${ran.body.id}`)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', output: { a: 1 } },
    })
    const { body } = await call(`${served.url}/shapes/health`)
    expect(body.jobs).toEqual({ completed: 2, failed: 0, inProgress: 0, inQueue: 0, retried: 0 })
    expect(body.workers).toMatchObject({ idle: expect.any(Number), running: 0 })
    const listed = await call(`${served.url}/shapes/requests`)
    expect(listed.body.requests).toMatchObject([{ id: sync.body.id }, { id: ran.body.id }])
  })

  test('bodies that are not a job request are 400 and say why', async () => {
    const bad = [undefined, '', '{', '[]', '{"input":3}', '{"input":{},"policy":{"ttl":1}}']
    for (const body of bad) {
      const answer = await call(`${served.url}/e1/run`, {
        method: 'POST',
        ...(body !== undefined && { body }),
      })
      expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } })
    }
    const latin = await call(`${served.url}/e1/run`, {
      method: 'POST',
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    })
    expect(latin).toMatchObject({ status: 400, body: { error: expect.stringContaining('UTF-8') } })
  })

  test.each(['999', '300001', 'soon'])('runsync?wait=%s is 400 and submits nothing', async (wait) => {
    const answer = await post(`${served.url}/waits/runsync?wait=${wait}`, { input: {} })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('wait') } })
    expect((await call(`${served.url}/waits/requests`)).body.requests).toEqual([])
  })

  test('runsync answers with the job as it stands when the wait is over; status-sync goes on waiting', async () => {
    const early = await post(`${served.url}/e1/runsync?wait=1000`, { input: { handler: 'sleep', ms: 1300 } })
    expect(early).toMatchObject({
      status: 200,
      body: { status: 'IN_PROGRESS', id: expect.stringMatching(/^sync-/) },
    })
    const later = await call(`${served.url}/e1/status-sync/${early.body.id}?wait=5000`)
    expect(later.body).toMatchObject({ status: 'COMPLETED', output: { slept: 1300 } })
  })

  test('status?ttl= must be in bounds', async () => {
    const { body } = await post(`${served.url}/e1/run`, { input: {} })
    expect((await call(`${served.url}/e1/status/${body.id}?ttl=9999`)).status).toBe(400)
    expect((await call(`${served.url}/e1/status/${body.id}?ttl=10000`)).status).toBe(200)
    expect((await call(`${served.url}/e1/status/no-such-job`)).status).toBe(404)
  })

  test('calls without a body but with a JSON content type are fine, and so is an empty object', async () => {
    const { body } = await post(`${served.url}/e2/run`, { input: { handler: 'sleep', ms: 60_000 } })
    const headers = { 'content-type': 'application/json' }
    expect((await call(`${served.url}/e2/cancel/${body.id}`, { method: 'POST', headers })).body).toEqual({
      id: body.id,
      status: 'CANCELLED',
    })
    expect(
      (await call(`${served.url}/e2/purge-queue`, { method: 'POST', headers, body: '{}' })).body,
    ).toEqual({
      removed: 0,
      status: 'completed',
    })
    expect((await call(`${served.url}/e2/health`, { headers })).status).toBe(200)
    const retried = await call(`${served.url}/e2/retry/${body.id}`, { method: 'POST', headers })
    expect(retried).toMatchObject({ status: 400, body: { error: expect.stringContaining('CANCELLED') } })
  })

  test.each([
    ['run', 10],
    ['runsync', 20],
  ])('%s takes exactly %i MB and not a byte more, with or without a length', async (operation, megabytes) => {
    const limit = megabytes * 1024 * 1024
    const url = `${served.url}/e1/${operation}`
    expect((await call(url, { method: 'POST', body: bodyOfSize(limit) })).status).toBe(200)
    const tooLarge = { status: 400, body: { error: expect.stringContaining(`${megabytes} MB`) } }
    expect(await call(url, { method: 'POST', body: bodyOfSize(limit + 1) })).toMatchObject(tooLarge)
    const chunked = new Blob([bodyOfSize(limit + 1)]).stream()
    expect(await call(url, { method: 'POST', body: chunked, duplex: 'half' } as RequestInit)).toMatchObject(
      tooLarge,
    )
  })

  test('a stream of a finished job holds everything that is left', async () => {
    const { body } = await post(`${served.url}/e1/run`, { input: { handler: 'stream', prompt: 'one two' } })
    await call(`${served.url}/e1/status-sync/${body.id}?wait=5000`)
    const streamed = await call(`${served.url}/e1/stream/${body.id}`)
    expect(streamed.body.status).toBe('COMPLETED')
    expect(streamed.body.stream).toMatchObject([{ output: 'one ' }, { output: 'two' }])
  })

  test('output over 1 MB is streamed in chunks of at most 1 MB', async () => {
    const long = 'é'.repeat(1_200_000)
    const { body } = await post(`${served.url}/e1/run`, {
      input: { handler: 'stream', chunks: [long, 'end'] },
    })
    await call(`${served.url}/e1/status-sync/${body.id}?wait=5000`)
    const { stream } = (await call(`${served.url}/e1/stream/${body.id}`)).body as {
      stream: { output: string }[]
    }
    expect(stream.length).toBeGreaterThan(3)
    for (const chunk of stream)
      expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(1_000_000)
    expect(stream.map(({ output }) => output).join('')).toBe(`${long}end`)
  })

  test('paths that are no job operation fall through', async () => {
    const response = await fetch(`${served.url}/e1/nonsense`, { headers: { authorization: KEY } })
    expect(response.status).toBe(404)
    expect((await fetch(`${served.url}/e1/run`, { headers: { authorization: KEY } })).status).toBe(404)
  })

  describe('openai', () => {
    const ask = { model: 'my-model', messages: [{ role: 'user', content: 'say this back' }] }

    test('chat completions come whole', async () => {
      const { status, body } = await post(`${served.url}/llm/openai/v1/chat/completions`, ask)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        object: 'chat.completion',
        model: 'my-model',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'say this back' }, finish_reason: 'stop' },
        ],
        usage: { total_tokens: 6 },
      })
    })

    test('or as events, with the usage where it is asked for, and [DONE] at the end', async () => {
      const stream_options = { include_usage: true }
      const response = await fetch(`${served.url}/llm/openai/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: KEY },
        body: JSON.stringify({ ...ask, stream: true, stream_options }),
      })
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      const events = (await response.text()).split('\n\n').filter(Boolean)
      expect(events.at(-1)).toBe('data: [DONE]')
      const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)))
      expect(chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('')).toBe('say this back')
      expect(chunks.at(-2).choices[0].finish_reason).toBe('stop')
      expect(chunks.at(-1).usage.total_tokens).toBe(6)
    })

    test('models are listed; what the model cannot do is an error in its protocol', async () => {
      expect((await call(`${served.url}/llm/openai/v1/models`)).body).toMatchObject({
        object: 'list',
        data: [{ object: 'model' }],
      })
      const failed = await post(`${served.url}/llm/openai/v1/embeddings`, { input: 'x' })
      expect(failed).toMatchObject({
        status: 500,
        body: { error: { message: expect.stringContaining('/v1/embeddings') } },
      })
      const bad = await post(`${served.url}/llm/openai/v1/chat/completions`, [])
      expect(bad).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } })
    })
  })
})
