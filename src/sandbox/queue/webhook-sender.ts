import type { Agent } from 'undici'
import type { Clock } from '../clock.ts'

/** What became of one attempt. `detail` never holds the address, which can carry a secret. */
export interface Attempt {
  readonly delivered: boolean
  readonly detail: string
}

export interface WebhookSender {
  /** Posts `body` once. Never rejects. */
  send(url: string, body: string): Promise<Attempt>
  close(): Promise<void>
}

interface SenderOptions {
  readonly clock: Clock
  /** Milliseconds an attempt may take, from connecting to the end of the answer. */
  readonly deadline: number
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'upshift-sandbox' }

const detailOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the call failed'

/** Sends webhooks: one POST an attempt, redirects not followed, only 200 taken for an answer. */
export const createWebhookSender = ({ clock, deadline }: SenderOptions): WebhookSender => {
  let dispatcher: Agent | undefined

  const post = async (url: string, body: string, signal: AbortSignal): Promise<Attempt> => {
    // All of undici takes a tenth of a start, and few queues ever send a webhook.
    const { Agent, request } = await import('undici')
    dispatcher ??= new Agent({ keepAliveTimeout: 1000, headersTimeout: 0, bodyTimeout: 0, connectTimeout: 0 })
    const answer = await request(url, { dispatcher, method: 'POST', headers: HEADERS, body, signal })
    // What the receiver says beyond its status is of no use here, however long it is
    answer.body.on('error', () => {}).destroy()
    return { delivered: answer.statusCode === 200, detail: `answered ${answer.statusCode}` }
  }

  const send = async (url: string, body: string): Promise<Attempt> => {
    const stop = new AbortController()
    const timer = clock.after(deadline, () => stop.abort())
    try {
      return await post(url, body, stop.signal)
    } catch (error) {
      return { delivered: false, detail: stop.signal.aborted ? 'no answer in time' : detailOf(error) }
    } finally {
      timer.cancel()
    }
  }

  return { send, close: async () => dispatcher?.destroy() }
}
