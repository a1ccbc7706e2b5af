import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'

type Fetch = typeof globalThis.fetch

/** What is no longer true of an answer that a fetch has already read. */
const READ = /^(connection|content-encoding|content-length|keep-alive|transfer-encoding)$/

const bodyOf = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? Buffer.concat(chunks) : null
}

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders
    .flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
    )
    .filter(([name]) => !READ.test(name.toLowerCase()))

const relay = async (fetch: Fetch, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method = 'GET', url, headers } = request
  const answer = await fetch(`https://${headers.host}${url}`, {
    method,
    headers: headersOf(request),
    body: await bodyOf(request),
  })
  // A socket that outlives its run would be taken for one of the next.
  response.setHeader('connection', 'close')
  for (const [name, value] of answer.headers) if (!READ.test(name)) response.setHeader(name, value)
  response.writeHead(answer.status, answer.statusText).end(Buffer.from(await answer.arrayBuffer()))
}

/**
 * Lets every TLS connection of this process end in a fetch while `run` runs: what libraries send by sockets of their own
 * is then seen as what they send by fetch. The sockets are plain, and only say that they are secure.
 */
export const overWire = async <T>(fetch: Fetch, run: () => Promise<T>): Promise<T> => {
  const server = createServer((request, response) => {
    relay(fetch, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { connect } = tls
  const plain = (...given: unknown[]): net.Socket => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    const told = given.findLast((one) => typeof one === 'function') as (() => void) | undefined
    if (told) socket.once('secureConnect', told)
    socket.once('connect', () => socket.emit('secureConnect'))
    const said = { encrypted: true, authorized: true, alpnProtocol: false, isSessionReused: () => false }
    return Object.assign(socket, said)
  }
  Object.assign(tls, { connect: plain })
  try {
    return await run()
  } finally {
    Object.assign(tls, { connect })
    server.close()
    server.closeAllConnections()
  }
}
