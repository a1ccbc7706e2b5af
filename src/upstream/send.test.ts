import { gzipSync } from 'node:zlib'
import type { Pool } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { type FakeUpstream, fakeUpstream, rawUpstream } from '../../test/support/fake-upstream.ts'
import type { Send, UpstreamError } from './contract.ts'
import { createPool } from './pool.ts'
import { createSender, type SenderOptions } from './send.ts'

const pools: Pool[] = []
const upstreams: FakeUpstream[] = []

const opened = async (upstream: Promise<FakeUpstream>): Promise<FakeUpstream> => {
  upstreams.push(await upstream)
  return upstream
}

const sender = (origin: string, options: Partial<SenderOptions> = {}): Send => {
  const pool = createPool({ origin, connectDeadline: 200 })
  pools.push(pool)
  return createSender({ pool, userAgent: 'upshift/test', ...options })
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()))
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()))
})

const get = { method: 'GET', path: '/v2/pods', headers: {} }
const post = { method: 'POST', path: '/v2/pods', headers: {}, body: '{"name":"a"}' }

const failure = (promise: Promise<unknown>): Promise<UpstreamError> =>
  promise.then(
    () => expect.unreachable('an error was expected'),
    (error: UpstreamError) => error,
  )

test('a call goes out under the base path with our user agent and asks for no content coding', async () => {
  const upstream = await opened(fakeUpstream(() => ({ status: 201, body: { id: 'p1' } })))
  const send = sender(upstream.origin, { basePath: '/gate' })
  const answer = await send({ ...post, headers: { authorization: 'Bearer k', host: 'evil.test' } })
  expect(answer).toMatchObject({ status: 201, body: '{"id":"p1"}' })
  const [request] = upstream.requests
  expect(request).toMatchObject({ method: 'POST', url: '/gate/v2/pods', body: '{"name":"a"}' })
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer k',
    host: `127.0.0.1:${upstream.port}`,
    'user-agent': 'upshift/test',
    'accept-encoding': 'identity',
    'content-type': 'application/json',
  })
})

test('connections are kept and repeated headers are joined', async () => {
  const upstream = await opened(
    fakeUpstream(() => (_req, res) => {
      res.setHeader('RateLimit', ['"minute";r=1', '"hour";r=2'])
      res.end('{}')
    }),
  )
  const send = sender(upstream.origin)
  for (let call = 0; call < 9; call += 1) await send(get)
  const answer = await send(get)
  expect(answer.headers.ratelimit).toBe('"minute";r=1, "hour";r=2')
  expect(upstream.sockets(), 'two, for a socket is reusable a moment after its answer').toBeLessThan(3)
})

test('redirects are handed back, never followed', async () => {
  const upstream = await opened(
    fakeUpstream(() => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })),
  )
  expect((await sender(upstream.origin)(get)).status).toBe(302)
  expect(upstream.requests).toHaveLength(1)
})

test('nobody listening: unreachable, and certainly not sent', async () => {
  const upstream = await fakeUpstream(() => ({}))
  await upstream.close()
  expect(await failure(sender(upstream.origin)(post))).toMatchObject({
    code: 'UPSTREAM_UNREACHABLE',
    sent: false,
  })
})

test('a name that does not resolve: unreachable, and certainly not sent', async () => {
  const error = await failure(sender('http://upstream.invalid')(post))
  expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', sent: false })
  expect(error.message).not.toContain('upstream.invalid')
})

test('a write on a connection that dies is sent once and may have happened', async () => {
  let seen = 0
  const upstream = await opened(
    rawUpstream((socket) =>
      socket.on('data', () => {
        seen += 1
        socket.destroy()
      }),
    ),
  )
  expect(await failure(sender(upstream.origin)(post))).toMatchObject({ code: 'UPSTREAM_RESET', sent: true })
  expect(seen).toBe(1)
})

test('a read is repeated once on a connection that dies before its answer, and only once', async () => {
  let seen = 0
  const upstream = await opened(
    rawUpstream((socket) =>
      socket.on('data', () => {
        seen += 1
        if (seen === 2) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
        else socket.destroy()
      }),
    ),
  )
  const send = sender(upstream.origin)
  expect((await send(get)).body).toBe('{}')
  seen = 2
  expect(await failure(send(get))).toMatchObject({ code: 'UPSTREAM_RESET', sent: true })
  expect(seen).toBe(4)
})

test('a read that breaks off in its answer is not repeated', async () => {
  let seen = 0
  const upstream = await opened(
    rawUpstream((socket) =>
      socket.on('data', () => {
        seen += 1
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"half":')
      }),
    ),
  )
  expect(await failure(sender(upstream.origin)(get))).toMatchObject({ code: 'UPSTREAM_RESET', sent: true })
  expect(seen).toBe(1)
})

test('a silent upstream is given up at the deadline; the request had left', async () => {
  const upstream = await opened(rawUpstream(() => {}))
  const error = await failure(sender(upstream.origin, { deadline: 50 })(post))
  expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: true })
})

test('a call that waited for a socket until its deadline was never sent', async () => {
  const upstream = await opened(fakeUpstream(() => () => {}))
  const pool = createPool({ origin: upstream.origin, connections: 1 })
  pools.push(pool)
  const send = createSender({ pool, userAgent: 'upshift/test' })
  const first = failure(send({ ...post, deadline: 120 }))
  expect(await failure(send({ ...post, deadline: 40 }))).toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    sent: false,
  })
  await first
  expect(upstream.requests).toHaveLength(1)
})

test('a caller who hangs up ends the upstream call', async () => {
  const closed = deferred()
  const caller = new AbortController()
  const upstream = await opened(
    fakeUpstream(() => (req) => {
      req.socket.on('close', () => closed.resolve())
      caller.abort()
    }),
  )
  const error = await failure(sender(upstream.origin)({ ...post, signal: caller.signal }))
  expect(error).toMatchObject({ code: 'CALLER_GONE', sent: true })
  await closed.promise
})

const deferred = () => {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('an answer past the limit is refused, announced or not', async () => {
  const upstream = await opened(
    fakeUpstream(({ url }) => (_req, res) => {
      if (url === '/said') res.setHeader('content-length', '5000')
      res.write('x'.repeat(2500))
      res.end('x'.repeat(2500))
    }),
  )
  const send = sender(upstream.origin, { maxAnswerBytes: 4000 })
  for (const path of ['/said', '/unsaid'])
    expect(await failure(send({ ...get, path }))).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' })
})

test('a coding nobody asked for is undone, and a gzip bomb is stopped at the limit', async () => {
  const upstream = await opened(
    fakeUpstream(({ url }) => ({
      headers: { 'content-encoding': url === '/odd' ? 'zstd' : 'gzip' },
      body: gzipSync(url === '/bomb' ? Buffer.alloc(50_000_000) : '{"a":1}'),
    })),
  )
  const send = sender(upstream.origin, { maxAnswerBytes: 1_000_000 })
  const answer = await send({ ...get, path: '/small' })
  expect(answer.body).toBe('{"a":1}')
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(await failure(send({ ...get, path: '/bomb' }))).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' })
  expect(await failure(send({ ...get, path: '/odd' }))).toMatchObject({ code: 'UPSTREAM_RESET', sent: true })
})

test('early hints are passed over', async () => {
  const upstream = await opened(
    rawUpstream((socket) =>
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
        ),
      ),
    ),
  )
  expect(await sender(upstream.origin)(get)).toMatchObject({
    status: 200,
    headers: { 'content-length': '2' },
  })
})

test('an upstream outside the allow-list is refused at start', () => {
  expect(() => createPool({ origin: 'https://evil.test', allowedHosts: ['good.test'] })).toThrow(/evil.test/)
})

test('a path that is no path is a mistake of ours, not of the upstream', async () => {
  const upstream = await opened(fakeUpstream(() => ({})))
  expect(() => sender(upstream.origin)({ ...get, path: 'http://evil.test/' })).toThrow(TypeError)
  await expect(sender(upstream.origin)({ ...get, path: '/a b' })).rejects.toThrow(/path/)
  expect(upstream.requests).toHaveLength(0)
})
