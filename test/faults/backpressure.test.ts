import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { rawUpstream } from '../support/fake-upstream.ts'
import { listeningProxy } from '../support/listening-proxy.ts'

const KILOBYTE = 1024
const PIECE = Buffer.alloc(1024 * KILOBYTE, 120)
/** More than the kernel takes up on both ways. */
const PIECES = 64
/** What one call may hold on its way: a few chunks of 64 KB. */
const MOST_HELD = 512 * KILOBYTE
/** Turns of the event loop in which whoever can go on does. */
const TURNS = 200

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The first socket that a channel of node or undici tells of. */
const socketOf = (channel: string): { socket?: Socket } => {
  const found: { socket?: Socket } = {}
  const hear = (said: unknown): void => {
    found.socket ??= (said as { socket: Socket }).socket
  }
  subscribe(channel, hear)
  closers.push(() => unsubscribe(channel, hear))
  return found
}

/** What a socket has given to the kernel; its own count has what still waits as well. */
const gone = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength

/** A proxy between a caller and an upstream who are bare sockets, and what it holds of theirs. */
const between = async () => {
  const inner = {
    caller: socketOf('http.server.request.start'),
    upstream: socketOf('undici:client:connected'),
  }
  const accepted: Socket[] = []
  const upstream = await rawUpstream((socket) => accepted.push(socket))
  closers.push(upstream.close)
  const proxy = await listeningProxy({ upstream: upstream.origin })
  closers.push(proxy.close)
  const caller = connect(proxy.port, '127.0.0.1').on('error', () => {})
  closers.push(() => caller.destroy())
  const held = (): number => {
    const { caller, upstream } = { caller: inner.caller.socket, upstream: inner.upstream.socket }
    if (!caller || !upstream) return 0
    return Math.max(caller.bytesRead - gone(upstream), upstream.bytesRead - gone(caller))
  }
  return { proxy, caller, accepted, held }
}

/** Until something happens; unlike node's `once`, an error is no reason to stop waiting. */
const heard = (socket: Socket, event: string): Promise<void> =>
  new Promise((resolve) => socket.on('error', () => {}).once(event, () => resolve()))

/** Writes all pieces; `after` is called whenever the other end has taken some. */
const writeAll = async (socket: Socket, after: () => void): Promise<void> => {
  const closed = heard(socket, 'close')
  for (let piece = 0; piece < PIECES && !socket.destroyed; piece += 1) {
    if (!socket.write(PIECE))
      await Promise.race([new Promise<void>((resolve) => socket.once('drain', resolve)), closed])
    after()
  }
}

/** Until a socket gets rid of nothing more. */
const stuck = async (socket: Socket): Promise<void> => {
  let before = -1
  while (before !== gone(socket)) {
    before = gone(socket)
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
  }
}

const readAll = async (socket: Socket, bytes: number, after: () => void): Promise<void> => {
  let left = bytes
  for await (const chunk of socket) {
    left -= chunk.length
    after()
    if (left <= 0) return
  }
}

const HEADS = [
  ['with a length', `content-length: ${PIECES * PIECE.length}`],
  ['chunked', `transfer-encoding: chunked\r\n\r\n${(PIECES * PIECE.length).toString(16)}`],
] as const

describe.each(HEADS)('a body %s', (_name, head) => {
  /** Starts an upload to an upstream that does not read. */
  const upload = async () => {
    const all = await between()
    all.caller.write(
      `POST /v2/ep1/run HTTP/1.1\r\nhost: a\r\n${head}\r\n${head.includes('chunked') ? '' : '\r\n'}`,
    )
    const check = () => expect(all.held()).toBeLessThan(MOST_HELD)
    const sent = writeAll(all.caller, check)
    await expect.poll(() => all.accepted.length).toBe(1)
    await stuck(all.caller)
    check()
    expect(all.caller.writableLength, 'the caller has to wait').toBeGreaterThan(0)
    return { ...all, check, sent, end: all.accepted[0]! }
  }

  /** Starts an answer to a caller who does not read. */
  const download = async () => {
    const all = await between()
    all.caller.pause().write('GET /v2/pods HTTP/1.1\r\nhost: a\r\n\r\n')
    await expect.poll(() => all.accepted.length).toBe(1)
    const end = all.accepted[0]!
    end.write(`HTTP/1.1 200 OK\r\n${head}\r\n${head.includes('chunked') ? '' : '\r\n'}`)
    const check = () => expect(all.held()).toBeLessThan(MOST_HELD)
    const sent = writeAll(end, check)
    await stuck(end)
    check()
    expect(end.writableLength, 'the upstream has to wait').toBeGreaterThan(0)
    return { ...all, check, sent, end }
  }

  test('is taken from a caller no faster than the upstream takes it', async () => {
    const { end, sent, check } = await upload()
    await Promise.all([sent, readAll(end, PIECES * PIECE.length, check)])
  })

  test('is taken from the upstream no faster than the caller takes it', async () => {
    const { caller, sent, check } = await download()
    await Promise.all([sent, readAll(caller, PIECES * PIECE.length, check)])
  })

  test('that waits for its upstream is called off there when its caller hangs up', async () => {
    const { caller, end, sent, proxy } = await upload()
    const closed = heard(end.resume(), 'close')
    caller.destroy()
    await Promise.all([closed, sent])
    await expect.poll(() => proxy.listener.inFlight()).toBe(0)
  })

  test('that waits for its caller is called off at the upstream when he hangs up', async () => {
    const { caller, end, sent, proxy } = await download()
    const closed = heard(end, 'close')
    caller.destroy()
    await Promise.all([closed, sent])
    await expect.poll(() => proxy.listener.inFlight()).toBe(0)
  })
})
