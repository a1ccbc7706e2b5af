// One process of the passage bench: an upstream, the floor, or the proxy as built. Says its port, then its CPU time when asked.
import { createServer } from 'node:http'
import { Pool } from 'undici'

const [role, origin] = process.argv.slice(2)
const LIST = JSON.stringify({
  pods: Array.from({ length: 9 }, (_unused, id) => ({ id: `pod-${id}`, name: 'x'.repeat(180) })),
})

const upstream = () =>
  createServer((req, res) => {
    req.resume().on('end', () => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': LIST.length })
      res.end(LIST)
    })
  })

/** Node's floor: buffer, dispatch, answer; nothing is looked at. */
const floor = () => {
  const pool = new Pool(origin, { connections: 256, pipelining: 1 })
  return createServer((req, res) => {
    const body = []
    req.on('data', (chunk) => body.push(chunk))
    req.on('end', () => {
      const { host: _host, connection: _connection, ...headers } = req.headers
      let status = 0
      let raw = []
      const chunks = []
      pool.dispatch(
        { method: req.method, path: req.url, headers, body: body.length ? Buffer.concat(body) : null },
        {
          onConnect() {},
          onHeaders(code, list) {
            status = code
            raw = list.map(String)
            return true
          },
          onData: (chunk) => chunks.push(chunk) > 0,
          onComplete() {
            res.writeHead(
              status,
              raw.filter((_text, i) => !/^(connection|keep-alive)$/i.test(raw[i & ~1])),
            )
            res.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
          },
          onError: () => res.destroy(),
        },
      )
    })
  })
}

const proxy = async () => {
  const { createProxy } = await import('../../dist/src/server/compose.js')
  const { defaultLimits } = await import('../../dist/src/server/limits.js')
  const { defaultConfig } = await import('../../dist/src/proxy/config.js')
  const address = { origin, path: '' }
  const made = createProxy({
    targets: { v2: address, queue: address, graphql: { origin, path: '/graphql' } },
    limits: defaultLimits,
    config: defaultConfig,
    observer: { finished: () => {} },
    logger: { error: console.error },
    version: 'bench',
  })
  return (await made.server.start('127.0.0.1', 0)).port
}

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system })
})
process.send({
  port: role === 'proxy' ? await proxy() : await listen(role === 'floor' ? floor() : upstream()),
})
