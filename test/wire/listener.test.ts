import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ProxyError } from '../../src/proxy/errors.ts'
import { type FakeUpstream, fakeUpstream } from '../support/fake-upstream.ts'
import {
  type ListeningProxy,
  type ListeningProxyOptions,
  listeningProxy,
} from '../support/listening-proxy.ts'
import { rawRequest } from '../support/raw-request.ts'

const closers: (() => Promise<void>)[] = []
const proxy = async (options?: ListeningProxyOptions): Promise<ListeningProxy> => {
  const made = await listeningProxy(options)
  closers.push(made.close)
  return made
}
const upstream = async (answer: Parameters<typeof fakeUpstream>[0]): Promise<FakeUpstream> => {
  const made = await fakeUpstream(answer)
  closers.push(made.close)
  return made
}
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`

test('a JSON content type with no body is the norm and reaches the translator', async () => {
  const { port } = await proxy()
  const said = await rawRequest(
    port,
    lines(
      'POST /v1/pods/p1/stop?x=1 HTTP/1.1',
      'host: a',
      'content-type: application/json',
      'content-length: 0',
      'connection: close',
    ),
  )
  expect(said).toContain('{"method":"POST","path":"/v1/pods/p1/stop","query":"x=1","length":0}')
})

test('a refused path is said in the dialect of its API and reaches nobody', async () => {
  const asked = await upstream(() => ({}))
  const { port } = await proxy({ upstream: asked.origin })
  const said = (path: string) =>
    rawRequest(port, lines(`GET ${path} HTTP/1.1`, 'host: a', 'connection: close'))
  expect(await said('/v1/pods/..%2fx')).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"message":/)
  expect(await said('/v2/pods/%2e%2e')).toMatch(/^HTTP\/1.1 400 [\s\S]*application\/problem\+json/)
  expect(await said('/v2/ep/status/%00')).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"error":/)
  expect(await said('http://evil.test/v2/pods')).toMatch(/^HTTP\/1.1 400 /)
  expect(asked.requests).toHaveLength(0)
})

test('a request with no Host header is refused in the dialect of its API; HTTP/1.0 has none', async () => {
  const asked = await upstream(() => ({}))
  const { port } = await proxy({ upstream: asked.origin })
  const said = (start: string) => rawRequest(port, lines(start, 'connection: close'))
  expect(await said('GET /v1/pods HTTP/1.1')).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"message":.*no Host header/)
  expect(await said('POST /graphql HTTP/1.1')).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"errors":/)
  expect(await said('GET /v2/pods HTTP/1.1')).toMatch(/^HTTP\/1.1 400 [\s\S]*application\/problem\+json/)
  expect(asked.requests).toHaveLength(0)
  expect(await said('GET /v1/pods HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /)
})

test.each([
  ['two lengths', lines('POST /v2/pods HTTP/1.1', 'host: a', 'content-length: 1', 'content-length: 2')],
  [
    'a length and a coding',
    lines('POST /v2/pods HTTP/1.1', 'host: a', 'content-length: 1', 'transfer-encoding: chunked'),
  ],
  ['an unknown coding', lines('POST /v2/pods HTTP/1.1', 'host: a', 'transfer-encoding: chunked, x')],
  ['a space before the colon', lines('GET /v2/pods HTTP/1.1', 'host : a')],
  ['a bare line feed in a header', 'GET /v2/pods HTTP/1.1\r\nhost: a\nx: y\r\n\r\n'],
  ['nonsense', '\x16\x03\x01\x02hello\r\n\r\n'],
])('%s: refused by the parser, nothing forwarded', async (_name, bytes) => {
  const asked = await upstream(() => ({}))
  const { port } = await proxy({ upstream: asked.origin })
  expect(await rawRequest(port, bytes)).toMatch(/^HTTP\/1.1 400 /)
  expect(asked.requests).toHaveLength(0)
})

test('headers past the limit are a 431 in JSON', async () => {
  const { port } = await proxy({ limits: { headerBytes: 8_192 } })
  const said = await rawRequest(port, lines('GET /v1/pods HTTP/1.1', 'host: a', `x: ${'y'.repeat(9_000)}`))
  expect(said).toMatch(/^HTTP\/1.1 431 [\s\S]*HEADERS_TOO_LARGE/)
})

test('a 2 MB body that is still being sent gets its 413 in the dialect, whole', async () => {
  const { port } = await proxy()
  const head = Buffer.from(lines('POST /v1/pods HTTP/1.1', 'host: a', 'content-length: 2000000'))
  const said = await rawRequest(port, [head, Buffer.alloc(2_000_000, 32)])
  expect(said).toMatch(
    /^HTTP\/1.1 413 [\s\S]*connection: close[\s\S]*\{"message":"The body is larger than 1048576 bytes/i,
  )
})

test('a chunked body past the limit is a 413 too', async () => {
  const { port } = await proxy({ limits: { bodyBytes: 1_000 } })
  const head = lines('POST /graphql HTTP/1.1', 'host: a', 'transfer-encoding: chunked')
  const said = await rawRequest(port, `${head}800\r\n${'x'.repeat(2048)}\r\n0\r\n\r\n`)
  expect(said).toMatch(/^HTTP\/1.1 413 [\s\S]*\{"errors":\[/)
})

test('Expect: 100-continue is asked on for a body that will be read, never for one that will not', async () => {
  const { port } = await proxy()
  const head = (length: number) =>
    lines('POST /v1/pods HTTP/1.1', 'host: a', 'expect: 100-continue', `content-length: ${length}`)
  expect(await rawRequest(port, `${head(2)}{}`, /"length":2/)).toMatch(/^HTTP\/1.1 100 Continue/)
  expect(await rawRequest(port, head(2_000_000), /larger/)).toMatch(/^HTTP\/1.1 413 /)
  const odd = lines('POST /v1/pods HTTP/1.1', 'host: a', 'expect: tea', 'content-length: 2')
  expect(await rawRequest(port, odd, /message/)).toMatch(/^HTTP\/1.1 417 /)
})

test('a body that trickles is given up at its deadline', async () => {
  const { port } = await proxy({ limits: { bodyDeadline: 60 } })
  const said = await rawRequest(
    port,
    `${lines('POST /v1/pods HTTP/1.1', 'host: a', 'content-length: 9')}{`,
    /message/,
  )
  expect(said).toMatch(/^HTTP\/1.1 408 /)
})

test('headers that never end are given up at their deadline', async () => {
  const { port } = await proxy({ limits: { headersDeadline: 100 } })
  expect(await rawRequest(port, 'GET /v1/pods HTTP/1.1\r\nhost: a\r\n')).toMatch(/^HTTP\/1.1 408 /)
})

test('a compressed body is refused by name', async () => {
  const { origin } = await proxy()
  const answer = await fetch(`${origin}/v1/pods`, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: 'x',
  })
  expect(answer.status).toBe(415)
})

test('what nobody expected is a 500 without a word of why, and logged without its message', async () => {
  const made = await proxy({ v1: () => Promise.reject(new Error('canary-secret')) })
  const answer = await fetch(`${made.origin}/v1/pods`)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toMatch(/canary|stack|\.ts/)
  expect(made.logged).toHaveLength(1)
  expect(JSON.stringify(made.logged)).not.toContain('canary')
})

test('a refusal keeps the connection: the small body behind it is skipped', async () => {
  const refuse = () => Promise.reject(new ProxyError('FIELD_REFUSED', 'no'))
  const { port } = await proxy({ v1: refuse })
  const one = `${lines('POST /v1/pods HTTP/1.1', 'host: a', 'content-length: 2')}{}`
  const said = await rawRequest(port, one + one, /no"\}[\s\S]*no"\}/)
  expect(said.match(/HTTP\/1.1 400/g)).toHaveLength(2)
})

test('past the cap a call is 503 with Retry-After, past a key’s own cap 429', async () => {
  const waiting: (() => void)[] = []
  const hold = () =>
    new Promise<{ status: number; headers: object; body: string }>((resolve) =>
      waiting.push(() => resolve({ status: 200, headers: {}, body: '{}' })),
    ) as never
  const { origin } = await proxy({ v1: hold, limits: { inFlight: 2, inFlightPerConsumer: 1 } })
  const ask = (key: string) => fetch(`${origin}/v1/pods`, { headers: { authorization: key } })
  const first = ask('Bearer a')
  await expect.poll(() => waiting.length).toBe(1)
  const same = await ask('a')
  expect([same.status, same.headers.get('retry-after')]).toEqual([429, '1'])
  const second = ask('Bearer b')
  await expect.poll(() => waiting.length).toBe(2)
  expect((await ask('Bearer c')).status).toBe(503)
  for (const go of waiting) go()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

test('draining finishes what is in flight, says close, and takes no more', async () => {
  let go: () => void = () => {}
  const hold = () =>
    new Promise((resolve) => {
      go = () => resolve({ status: 200, headers: {}, body: 'done' })
    }) as never
  const made = await proxy({ v1: hold })
  const began = fetch(`${made.origin}/v1/pods`)
  await expect.poll(() => made.listener.inFlight()).toBe(1)
  const drained = made.server.drain(5_000)
  expect(made.server.state()).toBe('draining')
  await expect(fetch(`${made.origin}/v1/pods`)).rejects.toThrow()
  go()
  const answer = await began
  expect([await answer.text(), answer.headers.get('connection')]).toEqual(['done', 'close'])
  await drained
  expect(made.server.state()).toBe('stopped')
})

test('a call that outlives the drain is cut, and told of before the drain is over', async () => {
  const v1: ListeningProxyOptions['v1'] = async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', { handleEvent: resolve }))
    return { status: 200, headers: {}, body: '' }
  }
  const made = await proxy({ v1 })
  const caller = connect(made.port, '127.0.0.1').on('error', () => {})
  caller.write(lines('GET /v1/pods HTTP/1.1', 'host: a'))
  await expect.poll(made.listener.inFlight).toBe(1)
  await made.server.drain(1)
  expect(made.outcomes).toMatchObject([{ cut: true, status: 0 }])
})

test('a caller whose connection is idle as draining begins is answered once more and told to close', async () => {
  const made = await proxy()
  const socket = connect(made.port, '127.0.0.1').setEncoding('latin1')
  const ask = async (): Promise<string> => {
    socket.write(lines('GET /v1/pods HTTP/1.1', 'host: a'))
    const [said] = await once(socket, 'data')
    return said
  }
  expect(await ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: keep-alive/i)
  const drained = made.server.drain(5_000)
  expect(await ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i)
  await drained
  socket.destroy()
})

test('TRACE is refused: it would read the key back', async () => {
  const { port } = await proxy()
  const said = await rawRequest(port, lines('TRACE /v2/pods HTTP/1.1', 'host: a', 'connection: close'))
  expect(said).toMatch(/^HTTP\/1.1 501 /)
})

test('the observer hears of every call once', async () => {
  const made = await proxy()
  await (await fetch(`${made.origin}/v1/pods`)).text()
  await (await fetch(`${made.origin}/nowhere`)).text()
  await expect.poll(() => made.outcomes.map(({ status }) => status)).toEqual([200, 404])
  for (const { took, ownTime } of made.outcomes) expect(ownTime).toBeLessThanOrEqual(took)
})

const post = (...body: Buffer[]): Buffer[] => {
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const head = lines('POST /v1/pods HTTP/1.1', 'host: a', `content-length: ${length}`, 'connection: close')
  return [Buffer.from(head), ...body]
}

test('a byte order mark before the body is not part of it', async () => {
  const { port } = await proxy()
  const said = await rawRequest(port, post(Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')))
  expect(said).toContain('"length":2')
})

test.each([
  ['Latin-1', Buffer.from('{"name":"caf\xe9"}', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff{"name":"a"}', 'utf16le')],
])('a body in %s is refused: its letters would be lost in silence', async (_name, body) => {
  const { port } = await proxy()
  expect(await rawRequest(port, post(body))).toMatch(/^HTTP\/1.1 400 [\s\S]*"message":"The body is not UTF-8/)
})

test.each(['CONNECT rest.runpod.io:443 HTTP/1.1', 'GET http://rest.runpod.io/v1/pods HTTP/1.1'])(
  '%s: a program that takes this for a forward proxy is told what to set instead',
  async (line) => {
    const { port } = await proxy()
    const said = await rawRequest(port, lines(line, 'host: a', 'connection: close'))
    expect(said).toMatch(/^HTTP\/1.1 (400|501) [\s\S]*set the base URL of the program/)
  },
)

test('a compressed body is refused by the name of its coding', async () => {
  const { port } = await proxy()
  const head = ['POST /v1/pods HTTP/1.1', 'host: a', 'content-encoding: gzip', 'content-length: 0']
  const said = await rawRequest(port, lines(...head, 'connection: close'))
  expect(said).toMatch(
    /^HTTP\/1.1 415 [\s\S]*Send the body uncompressed: Content-Encoding gzip is not read here/,
  )
})
