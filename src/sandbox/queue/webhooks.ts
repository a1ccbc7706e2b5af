import { randomUUID } from 'node:crypto'
import type { Clock, Timer } from '../clock.ts'
import { collection } from '../storage/collection.ts'
import type { Storage } from '../storage/storage.ts'
import { createTurns } from './turns.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** All optional; the defaults are the service's, where it publishes them. */
export interface WebhookOptions {
  /** Attempts in all. Default 3. */
  readonly attempts?: number
  /** Milliseconds between attempts. Default 10 s. */
  readonly pause?: number
  /** Milliseconds an attempt may take. Default 10 s. */
  readonly deadline?: number
  /** Calls at the same time. Default 32. */
  readonly concurrency?: number
  /** Calls to one origin at the same time, so that a slow receiver is no burden to the others. Default 4. */
  readonly concurrencyPerOrigin?: number
  /** Notifications that may wait; a newer one beyond that is given up. Default 10,000. */
  readonly backlog?: number
  /** Characters of all waiting notifications together; a newer one beyond that is given up. Default 64 M. */
  readonly backlogSize?: number
}

/** Counts since the start. */
export interface WebhookCounts {
  /** Calls that have come to an end, well or not. */
  attempts: number
  delivered: number
  /** Every attempt failed. */
  failed: number
  /** Given up unsent, because too many were waiting. */
  dropped: number
}

export interface Webhooks {
  /** Notifies `url` in the background. Never throws, never waits. */
  notify(url: string, body: unknown): void
  counts(): WebhookCounts
  /** Notifications not yet delivered or given up. */
  pending(): number
  /** Forgets what is waiting. */
  clear(): void
  close(): Promise<void>
}

interface Delivery {
  readonly id: string
  readonly url: string
  readonly body: string
  attempts: number
  /** Epoch milliseconds before which the next attempt must not begin. */
  due: number
}

const DEFAULTS = {
  attempts: 3,
  pause: 10_000, // ms
  deadline: 10_000, // ms
  concurrency: 32,
  concurrencyPerOrigin: 4,
  backlog: 10_000,
  backlogSize: 64_000_000,
} as const satisfies Required<WebhookOptions>

interface Dependencies {
  readonly clock: Clock
  readonly storage: Storage
}

/**
 * Delivers notifications apart from the queue, at least once each: what was waiting when the process ended is sent
 * after the next start.
 */
export const createWebhooks = ({ clock, storage }: Dependencies, options: WebhookOptions = {}): Webhooks => {
  const settings = { ...DEFAULTS, ...options }
  const sender = createWebhookSender({ clock, deadline: settings.deadline })
  const kept = collection<Delivery>(storage, 'queue.webhooks')
  const deliveries = new Map<string, Delivery>()
  const timers = new Set<Timer>()
  const counted: WebhookCounts = { attempts: 0, delivered: 0, failed: 0, dropped: 0 }
  let size = 0

  const add = (delivery: Delivery): void => {
    deliveries.set(delivery.id, delivery)
    size += delivery.body.length
    later(delivery)
  }

  const end = (delivery: Delivery, as: 'delivered' | 'failed'): void => {
    deliveries.delete(delivery.id)
    kept.delete(delivery.id)
    size -= delivery.body.length
    counted[as] += 1
  }

  const queueUp = (delivery: Delivery): void => turns.add(new URL(delivery.url).origin, delivery)

  const later = (delivery: Delivery): void => {
    const wait = delivery.due - clock.now()
    if (wait <= 0) {
      queueUp(delivery)
      return
    }
    const timer = clock.after(wait, () => {
      timers.delete(timer)
      queueUp(delivery)
    })
    timers.add(timer)
  }

  const tryAgain = (delivery: Delivery): void => {
    if (delivery.attempts >= settings.attempts) {
      end(delivery, 'failed')
      return
    }
    delivery.due = clock.now() + settings.pause
    kept.put(delivery.id, delivery)
    later(delivery)
  }

  const attempt = async (delivery: Delivery): Promise<void> => {
    delivery.attempts += 1
    const { delivered } = await sender.send(delivery.url, delivery.body)
    counted.attempts += 1
    if (!deliveries.has(delivery.id)) return // cleared, or closed: then it is sent again after the next start
    if (delivered) end(delivery, 'delivered')
    else tryAgain(delivery)
  }

  const turns = createTurns({ all: settings.concurrency, perGroup: settings.concurrencyPerOrigin }, attempt)

  const notify = (url: string, body: unknown): void => {
    const text = JSON.stringify(body)
    if (deliveries.size >= settings.backlog || size + text.length > settings.backlogSize) {
      counted.dropped += 1
      return
    }
    const delivery = { id: randomUUID(), url, body: text, attempts: 0, due: clock.now() }
    kept.put(delivery.id, delivery)
    add(delivery)
  }

  const stop = (): void => {
    for (const timer of timers) timer.cancel()
    timers.clear()
    turns.clear()
    deliveries.clear()
    size = 0
  }

  for (const [, delivery] of kept.entries()) add(delivery)
  return {
    notify,
    counts: () => ({ ...counted }),
    pending: () => deliveries.size,
    clear: () => {
      stop()
      kept.clear()
    },
    close: () => {
      turns.close()
      stop()
      return sender.close()
    },
  }
}
