import { type CallerSignal, type Send, UpstreamError, type UpstreamRequest } from './contract.ts'

/** What a fetch sender needs; it runs wherever there is a `fetch`. */
export interface FetchSenderOptions {
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds until the answer must be complete, where the request names none. */
  readonly deadline?: number
}

const DEFAULT_DEADLINE = 60_000 // milliseconds
/** Causes that prove that no byte of the request left. Anything else may have reached the upstream. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' ? cause.code : ''
}

const failure = (error: unknown, { signal }: UpstreamRequest): UpstreamError => {
  if (signal?.aborted) return new UpstreamError('CALLER_GONE', true, { cause: error })
  if (error instanceof Error && error.name === 'TimeoutError')
    return new UpstreamError('UPSTREAM_TIMEOUT', true, { cause: error })
  return NEVER_LEFT.has(causeOf(error))
    ? new UpstreamError('UPSTREAM_UNREACHABLE', false, { cause: error })
    : new UpstreamError('UPSTREAM_RESET', true, { cause: error })
}

/** `fetch` takes nothing but the real thing. */
const abortSignalOf = (signal: CallerSignal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal
  const caller = new AbortController()
  if (signal.aborted) caller.abort()
  else signal.addEventListener('abort', { handleEvent: () => caller.abort() })
  return caller.signal
}

/**
 * The way out where there is no undici: inside somebody's program, or in a Workers runtime. Follows no redirects and
 * repeats nothing.
 */
export const createFetchSender = ({
  origin,
  fetch,
  deadline = DEFAULT_DEADLINE,
}: FetchSenderOptions): Send => {
  return async (request) => {
    const limits = [
      AbortSignal.timeout(request.deadline ?? deadline),
      ...(request.signal ? [abortSignalOf(request.signal)] : []),
    ]
    const headers = { ...request.headers, ...(request.body ? { 'content-type': 'application/json' } : {}) }
    try {
      const answer = await fetch(`${origin}${request.path}`, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any(limits),
        ...(request.body ? { body: request.body } : {}),
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    } catch (error) {
      throw failure(error, request)
    }
  }
}
