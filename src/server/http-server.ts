import { once } from 'node:events'
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { answerError, type ErrorCode, ProxyError } from '../proxy/errors.ts'
import type { Limits } from './limits.ts'
import type { Listener } from './listener.ts'

/** PEM texts. */
export interface TlsMaterial {
  readonly cert: string
  readonly key: string
}

/** `ready` takes calls; `draining` finishes what it has; `stopped` holds no socket. */
export type ServerState = 'starting' | 'ready' | 'draining' | 'stopped'

/** A listening HTTP server that can be drained. */
export interface ProxyServer {
  readonly state: () => ServerState
  /**
   * @param exclusive not shared with the other processes of a cluster
   * @returns where it listens. @throws what `listen` says, e.g. EADDRINUSE.
   */
  readonly start: (host: string, port: number, exclusive?: boolean) => Promise<AddressInfo>
  /**
   * Takes no more connections, finishes what is in flight, closes idle sockets.
   * @param deadline milliseconds; what is not done by then is cut.
   */
  readonly drain: (deadline: number) => Promise<void>
  /** Lets the process end although the server listens: it serves nobody but that process. */
  readonly unref: () => void
  /** New connections get the new certificate; open ones keep the old. No effect without TLS. */
  readonly reloadTls: (material: TlsMaterial) => void
}

/** A whole request may take this long to arrive; bodies have nearer deadlines of their own. */
const REQUEST_DEADLINE = 3_600_000 // milliseconds
const CHECK_EVERY = 2_000 // milliseconds between looks for late headers
const SWEEP_EVERY = 100 // milliseconds between looks for idle sockets while draining
/**
 * Connections the kernel holds until they are taken up, where it allows as many (net.core.somaxconn). With node's 511 a
 * thousand callers who come at once lose their first packets: some wait half a minute for the next try, some get a 408
 * because their request came long after their connection, some a reset.
 */
const BACKLOG = 4_096

const serverOptions = (limits: Limits) => ({
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.headersDeadline,
  requestTimeout: REQUEST_DEADLINE,
  keepAliveTimeout: limits.keepAlive,
  connectionsCheckingInterval: Math.min(CHECK_EVERY, limits.headersDeadline),
  requireHostHeader: false, // the listener refuses it in the caller's dialect; node's own 400 has no word
})

const PARSE_ERRORS: Record<string, readonly [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['BODY_TOO_SLOW', 'The request did not arrive in time.'],
}
const UNREADABLE = ['REQUEST_UNREADABLE', 'The request is not valid HTTP/1.1.'] as const

/** What node hands over as a bare socket gets its answer written by hand, and is closed. */
const answerSocket = (socket: Duplex, error: ProxyError): void => {
  const { status, headers, body = '' } = answerError('none', error)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${headers['content-type']}\r\n`
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}

/** Node keeps the answer that a socket is writing here, and looks at it for its own 400 just so. */
const isAnswering = (socket: Duplex): boolean =>
  '_httpMessage' in socket && (socket._httpMessage as ServerResponse | null)?.headersSent === true

/** What node's parser refuses never becomes a request; in the middle of an answer a second one would be part of the first. */
const onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const [code, detail] = PARSE_ERRORS[error.code ?? ''] ?? UNREADABLE
  answerSocket(socket, new ProxyError(code, detail))
}

/** A program that was told HTTPS_PROXY would see nothing but a closed connection. */
const onConnect = (_request: unknown, socket: Duplex): void => {
  socket.on('error', () => socket.destroy())
  const detail = 'This is no forward proxy: set the base URL of the program, not HTTPS_PROXY.'
  answerSocket(socket, new ProxyError('METHOD_REFUSED', detail))
}

const build = (limits: Limits, tls: TlsMaterial | undefined): Server | TlsServer =>
  tls ? createTlsServer({ ...serverOptions(limits), ...tls }) : createServer(serverOptions(limits))

/** Puts a listener behind a socket: parser limits, deadlines, TLS, draining. */
export const createProxyServer = (
  makeListener: (draining: () => boolean) => Listener,
  limits: Limits,
  tls?: TlsMaterial,
): ProxyServer => {
  let state: ServerState = 'starting'
  const listener = makeListener(() => state === 'draining')
  const server = build(limits, tls)
  server.on('request', listener.listen)
  server.on('checkContinue', listener.listenExpecting)
  server.on('checkExpectation', listener.listenOddExpectation)
  server.on('clientError', onClientError)
  server.on('connect', onConnect)

  const start = async (host: string, port: number, exclusive = false): Promise<AddressInfo> => {
    server.listen({ port, host, backlog: BACKLOG, exclusive })
    await once(server, 'listening')
    state = 'ready'
    return server.address() as AddressInfo
  }

  const drain = async (deadline: number): Promise<void> => {
    if (state !== 'ready') return
    state = 'draining'
    const closed = once(server, 'close')
    // HTTP's own close would end idle connections at once, under callers who are just asking again; until the first sweep
    // they are answered, and told to close.
    NetServer.prototype.close.call(server)
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY)
    const cut = setTimeout(() => server.closeAllConnections(), deadline)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
    // The calls that were cut are told of some turns after their sockets closed.
    while (listener.inFlight() > 0) await setImmediate()
    state = 'stopped'
  }

  const reloadTls = (material: TlsMaterial): void => {
    if ('setSecureContext' in server) server.setSecureContext(material)
  }

  const unref = (): void => {
    server.unref()
    server.on('connection', (socket: Duplex & { unref?: () => void }) => socket.unref?.())
  }

  return { state: () => state, start, drain, unref, reloadTls }
}
