import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fakeUpstream, rawUpstream } from '../support/fake-upstream.ts'
import { type ListeningProxyOptions, listeningProxy } from '../support/listening-proxy.ts'
import { rawRequest } from '../support/raw-request.ts'

const closers: (() => Promise<void>)[] = []
const kept = async <T extends { close: () => Promise<void> }>(made: Promise<T>): Promise<T> => {
  closers.unshift((await made).close)
  return made
}
const between = async (
  answer: Parameters<typeof fakeUpstream>[0],
  limits?: ListeningProxyOptions['limits'],
) => {
  const upstream = await kept(fakeUpstream(answer))
  const proxy = await kept(listeningProxy({ upstream: upstream.origin, ...(limits && { limits }) }))
  return { upstream, proxy }
}
const behind = async (talk: Parameters<typeof rawUpstream>[0]) => {
  const upstream = await kept(rawUpstream(talk))
  return kept(listeningProxy({ upstream: upstream.origin }))
}
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`

test('a call goes on as sent but for its connection, and so does the answer', async () => {
  const { upstream, proxy } = await between(() => ({
    status: 422,
    headers: { 'content-type': 'application/problem+json', 'x-odd': 'y', 'keep-alive': 'timeout=9' },
    body: '{"title":"no"}',
  }))
  const head = ['POST /v2/pods?a=%2F&b HTTP/1.1', 'Host: evil.test', 'Authorization: bare-key', 'X-Hop: 1']
  const said = await rawRequest(
    proxy.port,
    `${lines(...head, 'Connection: close, x-hop', 'content-length: 2')}{}`,
  )
  expect(said).toMatch(/^HTTP\/1.1 422 [\s\S]*x-odd: y[\s\S]*\{"title":"no"\}\r\n0\r\n\r\n$/)
  expect(said).not.toContain('timeout=9')
  expect(upstream.requests[0]).toMatchObject({ method: 'POST', url: '/v2/pods?a=%2F&b', body: '{}' })
  const { headers } = upstream.requests[0] ?? expect.unreachable()
  expect(headers).toMatchObject({
    authorization: 'bare-key',
    host: `127.0.0.1:${upstream.port}`,
    via: '1.1 upshift',
  })
  expect(headers).not.toHaveProperty('x-hop')
})

test.each([204, 304])('a %i has no body, and the connection stays usable', async (status) => {
  const { proxy } = await between(() => ({ status }))
  const one = lines('GET /v2/pods HTTP/1.1', 'host: a')
  const said = await rawRequest(proxy.port, one + one, new RegExp(`(${status}[\\s\\S]*){2}\r\n\r\n$`))
  expect(said.match(new RegExp(`HTTP/1.1 ${status}`, 'g'))).toHaveLength(2)
})

test('HEAD keeps the length of what GET would say', async () => {
  const { proxy } = await between(() => ({ headers: { 'content-length': '77' } }))
  const said = await rawRequest(proxy.port, lines('HEAD /v2/pods HTTP/1.1', 'host: a', 'connection: close'))
  expect(said).toMatch(/^HTTP\/1.1 200 [\s\S]*content-length: 77[\s\S]*\r\n\r\n$/)
})

test('the head of a stream and each event arrive before the stream ends, trailers after it', async () => {
  let say: (text?: string) => void = () => {}
  const { proxy } = await between(() => (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream', trailer: 'x-sum' })
    res.flushHeaders()
    say = (text) => {
      if (text) res.write(text)
      else {
        res.addTrailers({ 'x-sum': '7' })
        res.end()
      }
    }
  })
  const asked = httpRequest(`${proxy.origin}/v2/ep/stream/job-1`).end()
  const [answer] = await once(asked, 'response')
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    say(event)
    const [chunk] = await once(answer, 'data')
    expect(String(chunk)).toBe(event)
  }
  say()
  await once(answer, 'end')
  expect(answer.trailers).toEqual({ 'x-sum': '7' })
})

test('a caller who hangs up ends the upstream call', async () => {
  let gone: () => void = () => {}
  const closed = new Promise<void>((resolve) => {
    gone = resolve
  })
  const { proxy } = await between(() => (req, res) => {
    req.socket.on('close', gone)
    res.write('data: 1\n\n')
  })
  const asked = httpRequest(`${proxy.origin}/v2/ep/stream/job-1`).end()
  asked.on('error', () => {})
  await once(asked, 'response')
  asked.destroy()
  await closed
  await expect.poll(() => proxy.listener.inFlight()).toBe(0)
})

test.each([
  ['with a length', 'content-length: 20\r\n\r\n{"half":'],
  ['chunked', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
])('an answer cut in the middle looks cut: %s', async (_name, rest) => {
  const proxy = await behind((socket) => socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)))
  const answer = await fetch(`${proxy.origin}/v2/pods`)
  await expect(answer.text()).rejects.toThrow()
  await expect.poll(() => proxy.outcomes.map(({ cut }) => cut)).toEqual([true])
})

test('a body that turns out unreadable while its answer streams cuts the answer and adds nothing to it', async () => {
  const proxy = await behind((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf'))
  })
  const caller = connect(proxy.port, '127.0.0.1')
  let said = ''
  caller.on('data', (chunk) => {
    said += chunk
    if (said.endsWith('half')) caller.write('this is no chunk size\r\n')
  })
  caller.write(`${lines('POST /v2/ep/run HTTP/1.1', 'host: a', 'transfer-encoding: chunked')}2\r\n{}\r\n`)
  await new Promise((resolve) => caller.on('error', () => {}).on('close', resolve))
  expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*half$/)
})

test('a dead, resetting or silent upstream is said in the dialect, with whether it is safe to retry', async () => {
  const dead = await kept(listeningProxy())
  const answer = await fetch(`${dead.origin}/v2/pods`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({
    status: 502,
    detail: expect.stringContaining('safe to try again'),
  })
  const reset = await behind((socket) => socket.on('data', () => socket.destroy()))
  const job = await fetch(`${reset.origin}/v2/ep/run`, { method: 'POST', body: '{}' })
  expect([job.status, await job.json()]).toEqual([
    502,
    { error: expect.stringContaining('may have taken effect') },
  ])
  const { proxy } = await between(() => () => {}, { v2HeadersDeadline: 200 })
  expect((await fetch(`${proxy.origin}/v2/pods`)).status).toBe(504)
})

test('a 20 MB upload passes unbuffered, chunked or not', async () => {
  const { upstream, proxy } = await between(({ body }) => ({ body: String(body.length) }))
  const piece = Buffer.alloc(1024 * 1024, 120)
  const send = async (headers: Record<string, string>) => {
    const asked = httpRequest(`${proxy.origin}/v2/ep/runsync`, { method: 'POST', headers })
    for (let count = 0; count < 20; count += 1) if (!asked.write(piece)) await once(asked, 'drain')
    asked.end()
    const [answer] = await once(asked, 'response')
    return String(Buffer.concat(await answer.toArray()))
  }
  expect(await send({ 'content-length': String(20 * piece.length) })).toBe(String(20 * piece.length))
  expect(await send({})).toBe(String(20 * piece.length))
  expect(upstream.requests[1]?.headers['transfer-encoding']).toBe('chunked')
})

test('an upstream that answers before it has read the upload is heard', async () => {
  const proxy = await behind((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno')),
  )
  const head = Buffer.from(lines('POST /v2/ep/run HTTP/1.1', 'host: a', 'content-length: 2000000'))
  const said = await rawRequest(proxy.port, [head, Buffer.alloc(2_000_000)])
  expect(said).toMatch(/^HTTP\/1.1 413 [\s\S]*no$/)
})

test('a proxy that leads back to itself is found out', async () => {
  const { upstream, proxy } = await between(() => ({}))
  const via = Array(4).fill('1.1 upshift').join(', ')
  expect((await fetch(`${proxy.origin}/v2/pods`, { headers: { via } })).status).toBe(508)
  expect(upstream.requests).toHaveLength(0)
})

test('1,000 calls at once all get their own answer', async () => {
  const { proxy } = await between(({ url }) => ({ body: url }))
  const ask = (id: number) => fetch(`${proxy.origin}/v2/pods/${id}`).then((answer) => answer.text())
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_unused, id) => ask(id)))
  expect(answers).toEqual(answers.map((_unused, id) => `/v2/pods/${id}`))
  await expect.poll(() => proxy.listener.inFlight()).toBe(0)
})
