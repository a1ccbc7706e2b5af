import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fakeUpstream } from '../support/fake-upstream.ts'
import { listeningProxy } from '../support/listening-proxy.ts'
import { rawRequest } from '../support/raw-request.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const SHORT = 150 // milliseconds
const ALL_SHORT = {
  bodyDeadline: SHORT,
  headersDeadline: SHORT,
  keepAlive: SHORT,
  answerDeadline: SHORT,
  v2HeadersDeadline: SHORT,
  jobHeadersDeadline: SHORT,
}

/** Every deadline of the proxy passes, as its other callers see: no clock is looked at here. */
const everyDeadline = async (port: number): Promise<void> => {
  const origin = `http://127.0.0.1:${port}`
  const host = 'host: a\r\n'
  const idle = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1')
    socket.resume().write(`GET /v2/short HTTP/1.1\r\n${host}\r\n`)
    await once(socket, 'close')
  }
  const [v2, job, translated, head] = await Promise.all([
    fetch(`${origin}/v2/silent`).then(({ status }) => status),
    fetch(`${origin}/v2/ep1/run`, { method: 'POST', body: '{}' }).then(({ status }) => status),
    rawRequest(port, `POST /v1/pods HTTP/1.1\r\n${host}content-length: 9\r\n\r\n{`, / 408 /),
    rawRequest(port, `GET /v2/pods HTTP/1.1\r\n${host}`, / 408 /),
    idle(),
  ])
  expect([v2, job]).toEqual([504, 504])
  expect(translated).toContain(' 408 ')
  expect(head).toContain(' 408 ')
}

const STREAMS = [
  ['GET', '/v2/ep1/stream/job-1'],
  ['POST', '/v2/ep1/openai/v1/chat/completions'],
  ['GET', '/v2/pods/pod1/logs'],
] as const

test('no deadline ends a stream that says nothing for long', async () => {
  const streams: ServerResponse[] = []
  const upstream = await fakeUpstream(({ url }) => {
    if (url === '/v2/short') return { body: '{}' }
    return (_request, response) => {
      if (!STREAMS.some(([, path]) => path === url)) return
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      streams.push(response)
    }
  })
  closers.push(upstream.close)
  const proxy = await listeningProxy({ upstream: upstream.origin, limits: ALL_SHORT })
  closers.unshift(proxy.close)

  const open = STREAMS.map(async ([method, path]) => {
    const asked = request(`${proxy.origin}${path}`, { method, agent: false })
    asked.end(method === 'POST' ? '{"stream":true}' : undefined)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return String(Buffer.concat(await answer.toArray()))
  })
  await expect.poll(() => streams.length).toBe(STREAMS.length)
  await everyDeadline(proxy.port)
  for (const stream of streams) stream.end('data: 2\n\n')
  // A cut answer would throw.
  expect(await Promise.all(open)).toEqual(STREAMS.map(() => 'data: 1\n\ndata: 2\n\n'))
})
