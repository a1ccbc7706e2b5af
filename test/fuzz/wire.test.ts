import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fuzz } from '../support/mutate.ts'
import { callServed, servedSandbox } from '../support/served-proxy.ts'

const DEADLINE = 1_000 // milliseconds until an unfinished request is told so
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Writes the bytes, says no more, and gathers what is said until the connection closes. */
const exchange = (port: number, bytes: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    const late = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end after ${said.slice(0, 200)}`))
    }, 10_000)
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(said)
    })
    socket.end(bytes)
  })

const request = (line: string, body = '', ...headers: string[]): string =>
  [
    line,
    'host: a',
    'authorization: Bearer sandbox-key',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')
const requests = [
  request('GET /v1/pods HTTP/1.1'),
  request('POST /v1/templates HTTP/1.1', '{"name":"n","imageName":"i"}', 'content-type: application/json'),
  request('POST /graphql?api_key=x HTTP/1.1', '{"query":"{ myself { id } }"}'),
  request(
    'GET /v2/pods/%41 HTTP/1.1',
    '',
    'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ),
  request('POST /v2/ep/run HTTP/1.1', '{"input":{}}', 'expect: 100-continue', 'connection: keep-alive, x'),
  request('POST /v2/ep/runsync HTTP/1.1', '5\r\n{"inp\r\n0\r\n\r\n', 'transfer-encoding: chunked'),
  request('GET /v1/docs HTTP/1.0', '', 'x-request-id: abc', 'via: 1.1 other'),
  request('PATCH /v1/templates/x HTTP/1.1', '{"env":{"__proto__":1}}', 'content-encoding: gzip'),
  request('OPTIONS * HTTP/1.1'),
  request('GET /v2/openapi.json HTTP/1.1', '', 'upgrade: websocket', 'connection: upgrade'),
]

test('any bytes on the socket: an answer below 500 or a close, the next caller is served', async () => {
  const limits = {
    headersDeadline: DEADLINE,
    bodyDeadline: DEADLINE,
    v2HeadersDeadline: 5_000,
    jobHeadersDeadline: 5_000,
  }
  const { port, origin, proxy, logged } = await servedSandbox({ limits }).then((made) => {
    closers.push(made.close)
    return made
  })
  const fed = await fuzz(requests, 15_000, async (text) => {
    const said = await exchange(port, Buffer.from(text, text.length % 2 === 0 ? 'utf8' : 'latin1'))
    const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    const bad = statuses.find((status) => status >= 500 && status !== 501)
    if (bad !== undefined) throw new Error(`a ${bad}: ${said.slice(0, 500)}`)
  })
  expect(fed).toBeGreaterThan(10)
  expect(logged).toEqual([])
  expect((await callServed(origin, 'GET', '/v1/templates')).status).toBe(200)
  await expect.poll(() => proxy.inFlight()).toBe(0)
}, 180_000)
