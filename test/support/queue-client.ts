import { KEY } from './serve-queue.ts'

export interface Answer {
  status: number
  body: Record<string, unknown>
  headers: Headers
}

/** Calls the queue with the key. */
export const call = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${KEY}`, ...init.headers } })
  return {
    status: response.status,
    body: (await response.json()) as Answer['body'],
    headers: response.headers,
  }
}

/** Sends a job, or whatever it is. */
export const post = (url: string, body?: unknown): Promise<Answer> =>
  call(url, { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) })

/** A JSON body of exactly `bytes` bytes. */
export const bodyOfSize = (bytes: number): string => {
  const frame = '{"input":{"data":""}}'
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
}
