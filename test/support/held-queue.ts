import { expect } from 'vitest'
import { heldClock } from '../../src/sandbox/clock.ts'
import type { EndpointSettings } from '../../src/sandbox/queue/endpoint-settings.ts'
import { createQueue, type QueueOptions } from '../../src/sandbox/queue/queue.ts'
import { memoryStorage } from '../../src/sandbox/storage/memory-storage.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 86_400 * SECOND
export const ENDPOINT = 'e1'

/** What the endpoint is set to where a test says nothing. */
export const settings: EndpointSettings = {
  workersMin: 0,
  workersMax: 3,
  idleTimeout: 5,
  executionTimeout: 5 * MINUTE,
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

/** A queue of one endpoint whose clock moves only when told to. */
export const setUp = (options: Partial<QueueOptions> & { endpoint?: Partial<EndpointSettings> } = {}) => {
  const clock = heldClock()
  const endpoint = { ...settings, ...options.endpoint }
  const endpoints = (id: string) => (id === ENDPOINT ? endpoint : undefined)
  const queue = createQueue({ clock, storage: memoryStorage(), endpoints, coldStart: 1000, ...options })
  const run = (input: Record<string, unknown>, more: object = {}) => queue.run(ENDPOINT, { input, ...more })
  const status = (id: string) => queue.status(ENDPOINT, id).status
  return { clock, queue, run, status, endpoint }
}

export const gone = expect.objectContaining({ code: 'JOB_UNKNOWN', status: 404 })

/** What a call throws. */
export const errorOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return 'no error'
}
