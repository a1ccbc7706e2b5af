import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { systemClock } from '../../src/sandbox/clock.ts'
import type { EndpointSettings } from '../../src/sandbox/queue/endpoint-settings.ts'
import { createQueue, type Queue, type QueueOptions } from '../../src/sandbox/queue/queue.ts'
import { type QueueRoutesOptions, queueRoutes } from '../../src/sandbox/queue/routes.ts'
import { memoryStorage } from '../../src/sandbox/storage/memory-storage.ts'

export const KEY = 'sandbox-key'

export const plainEndpoint: EndpointSettings = {
  workersMin: 0,
  workersMax: 3,
  idleTimeout: 5,
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

export interface ServedQueue {
  readonly queue: Queue
  /** Ends in /v2. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** A queue on a port of its own, where every endpoint but `nowhere` exists and {@link KEY} is the key. */
export const serveQueue = async (
  options: Partial<QueueOptions> = {},
  onBody?: QueueRoutesOptions['onBody'],
): Promise<ServedQueue> => {
  const queue = createQueue({
    clock: systemClock,
    storage: memoryStorage(),
    endpoints: (id) => (id === 'nowhere' ? undefined : plainEndpoint),
    coldStart: 10,
    ...options,
  })
  const app = queueRoutes(queue, {
    authorize: (key) => (key === KEY ? { user: 'me' } : { refused: 401 }),
    ...(onBody && { onBody }),
  })
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    await queue.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { queue, url: `http://127.0.0.1:${port}/v2`, close }
}
