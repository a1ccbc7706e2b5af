// One process of the bench that is not ours: an upstream, the floor, or a well-known proxy.
import { Agent, createServer } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Pool } from 'undici'
import { createAnswers } from './answers.mjs'
import { peer } from './peers.mjs'

const [role, origin] = process.argv.slice(2)

/** Events of a hundred bytes, a hundred in one write, with a breath between the writes. */
async function* streamOf(events) {
  const burst = `data: ${'x'.repeat(92)}\n\n`.repeat(Math.min(events, 100))
  for (let sent = 0; sent < events; sent += 100) {
    yield burst
    await setImmediate()
  }
}

const eventsOn = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const ignore = () => {}

const upstream = () => {
  const answerTo = createAnswers()
  // Kept while a round of others runs: a proxy that took up a connection just being closed would answer 504.
  return createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const events = /stream-events\/(\d+)$/.exec(request.url)?.[1]
    if (events) return void pipeline(Readable.from(streamOf(Number(events))), eventsOn(response), ignore)
    const [status, body] = answerTo(request.method, request.url, request.headers.authorization)
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    })
  })
}

const isHop = (name) => /^(connection|keep-alive)$/i.test(name)

/** Node's floor: buffer, dispatch, answer; nothing is looked at. */
const floor = () => {
  const pool = new Pool(origin, { connections: 1_000, pipelining: 1 })
  return createServer((request, response) => {
    const body = []
    request.on('data', (chunk) => body.push(chunk))
    request.on('end', () => {
      const { host: _host, connection: _connection, ...headers } = request.headers
      const chunks = []
      let status = 0
      let raw = []
      pool.dispatch(
        {
          method: request.method,
          path: request.url,
          headers,
          body: body.length ? Buffer.concat(body) : null,
        },
        {
          onConnect() {},
          onHeaders(code, list) {
            status = code
            raw = list.map(String)
            return true
          },
          onData: (chunk) => chunks.push(chunk) > 0,
          onComplete() {
            response.writeHead(
              status,
              raw.filter((_text, at) => !isHop(raw[at & ~1])),
            )
            response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
          },
          onError: () => response.destroy(),
        },
      )
    })
  })
}

const agent = () => new Agent({ keepAlive: true, maxSockets: 1_000 })

/** Peers, each as its own documentation shows it, with a keep-alive agent where it takes one. */
const PEERS = {
  'http-proxy': async () => {
    const { default: made } = await peer('http-proxy')
    const proxy = made.createProxyServer({ target: origin, agent: agent() })
    proxy.on('error', (_error, _request, response) => response.destroy())
    return createServer((request, response) => proxy.web(request, response))
  },
  httpxy: async () => {
    const { createProxyServer } = await peer('httpxy')
    const proxy = createProxyServer({ target: origin, agent: agent() })
    return createServer((request, response) => proxy.web(request, response).catch(() => response.destroy()))
  },
  'http-proxy-middleware': async () => {
    const { createProxyMiddleware } = await peer('http-proxy-middleware')
    const through = createProxyMiddleware({ target: origin, agent: agent() })
    return createServer((request, response) => through(request, response, () => response.destroy()))
  },
  '@fastify/http-proxy': async () => {
    const [{ default: fastify }, { default: proxy }] = await Promise.all([
      peer('fastify'),
      peer('@fastify/http-proxy'),
    ])
    const app = fastify({ bodyLimit: 64 * 1024 * 1024 })
    app.register(proxy, { upstream: origin })
    await app.ready()
    return app.server
  },
  'hono/proxy': async () => {
    const [{ Hono }, { proxy }, { getRequestListener }] = await Promise.all([
      import('hono'),
      import('hono/proxy'),
      import('@hono/node-server'),
    ])
    const app = new Hono()
    app.all('*', (c) => {
      const { pathname, search } = new URL(c.req.url)
      return proxy(`${origin}${pathname}${search}`, c.req)
    })
    return createServer(getRequestListener(app.fetch))
  },
}

const listen = (server) =>
  new Promise((resolve) =>
    // The backlog of the proxy: a thousand callers at once would otherwise lose their first packets.
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => resolve(server.address().port)),
  )

const open = { upstream, floor, ...PEERS }[role]
try {
  process.send({ port: await listen(await open()) })
} catch (error) {
  // Peers are no dependencies: one that is not installed is skipped by name.
  process.send({ missing: error.code ?? error.message })
  process.disconnect()
}
