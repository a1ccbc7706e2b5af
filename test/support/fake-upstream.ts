import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'

/** One request as a fake upstream got it. */
export interface RecordedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** What a fake upstream says: a value, or full control of node's own response. */
export type FakeAnswer =
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body?: string | Buffer | object
    }
  | ((req: IncomingMessage, res: ServerResponse) => void)

/** A listening fake; `close` also cuts the sockets that are still open. */
export interface FakeUpstream {
  readonly origin: string
  readonly port: number
  readonly requests: readonly RecordedRequest[]
  /** Sockets accepted so far, to count connections. */
  readonly sockets: () => number
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const listening = async (server: ReturnType<typeof createNetServer>): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const reply = (res: ServerResponse, answer: Exclude<FakeAnswer, (...all: never[]) => void>): void => {
  const { status = 200, body, headers } = answer
  const asJson = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body)
  res.writeHead(status, { ...(asJson && { 'content-type': 'application/json' }), ...headers })
  res.end(asJson ? JSON.stringify(body) : body)
}

/**
 * An HTTP server on a free port that records what it gets. The body is read before `answer` is asked; a function
 * answers through node's response, for streams, resets and lies.
 */
export const fakeUpstream = async (
  answer: (request: RecordedRequest) => FakeAnswer,
): Promise<FakeUpstream> => {
  const requests: RecordedRequest[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('error', () => {})
    req.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = req
      const request = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() }
      requests.push(request)
      const said = answer(request)
      if (typeof said === 'function') said(req, res)
      else reply(res, said)
    })
  })
  const seen = track(server)
  const port = await listening(server)
  return { port, origin: `http://127.0.0.1:${port}`, requests, ...seen }
}

/** A TCP server that says exactly these bytes, for what no HTTP server would say. `talk` gets each socket. */
export const rawUpstream = async (talk: (socket: Socket) => void): Promise<FakeUpstream> => {
  const server = createNetServer((socket) => {
    socket.on('error', () => {})
    talk(socket)
  })
  const seen = track(server)
  const port = await listening(server)
  return { port, origin: `http://127.0.0.1:${port}`, requests: [], ...seen }
}

const track = (server: ReturnType<typeof createNetServer>) => {
  const open = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return { sockets: () => count, close, [Symbol.asyncDispose]: close }
}
