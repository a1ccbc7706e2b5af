import { redactBody, redactHeaders, redactQuery } from './redact.ts'

/** One request as the sandbox received it, without its secrets. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | string[]>>
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; null where there was none, or where it is a job's (those are not buffered). */
  readonly body: unknown
}

export interface RequestLog {
  /** Redacts at once: what the log never holds it cannot leak. */
  add(request: {
    method: string
    path: string
    query: URLSearchParams
    headers: Record<string, string>
    body: unknown
  }): void
  /** Oldest first. */
  list(): readonly LoggedRequest[]
  clear(): void
}

/** Keeps the newest `capacity` requests. */
export const requestLog = (capacity: number): RequestLog => {
  const ring: LoggedRequest[] = []
  let next = 0
  return {
    add: ({ method, path, query, headers, body }) => {
      ring[next % capacity] = {
        method,
        path,
        query: redactQuery(query),
        headers: redactHeaders(headers),
        body: redactBody(path, body) ?? null,
      }
      next += 1
    },
    list: () => {
      const start = next % capacity
      return ring.length < capacity ? ring : [...ring.slice(start), ...ring.slice(0, start)]
    },
    clear: () => {
      ring.length = 0
      next = 0
    },
  }
}
