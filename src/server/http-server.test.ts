import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createProxyServer } from './http-server.ts'
import { defaultLimits } from './limits.ts'

/** More than node's own backlog of 511. */
const CALLERS = 800

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Opens connections from another thread; counts those the kernel took, and says when it has taken all. */
const callers = `
  const { connect } = require('node:net')
  const { port, callers, shared } = require('node:worker_threads').workerData
  const [TAKEN, ALL] = [0, 1]
  const connected = () => {
    if (Atomics.add(shared, TAKEN, 1) + 1 < callers) return
    Atomics.store(shared, ALL, 1)
    Atomics.notify(shared, ALL)
  }
  for (let made = 0; made < callers; made += 1) connect(port, '127.0.0.1', connected).on('error', () => {})
`

/** What the kernel allows; 0 where it does not say. */
const mostWaiting = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 0
  }
}

test.skipIf(mostWaiting() < CALLERS)(
  'hundreds of callers who come while the proxy is busy are all let in',
  async () => {
    const listen = (): void => {}
    const listener = { listen, listenExpecting: listen, listenOddExpectation: listen, inFlight: () => 0 }
    const server = createProxyServer(() => listener, defaultLimits)
    const { port } = await server.start('127.0.0.1', 0)
    closers.push(() => server.drain(0))
    const shared = new Int32Array(new SharedArrayBuffer(8))
    const worker = new Worker(callers, { eval: true, workerData: { port, callers: CALLERS, shared } })
    closers.push(() => worker.terminate())
    // This thread is the proxy's: while it waits here, nothing is taken up.
    Atomics.wait(shared, 1, 0, 10_000)
    expect(Atomics.load(shared, 0)).toBe(CALLERS)
  },
)
