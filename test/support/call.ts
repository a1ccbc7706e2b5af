import type { Call, Trace } from '../../src/proxy/exchange.ts'

/** A trace as the server opens it. */
export const openTrace = (): Trace => ({
  id: 'test',
  dialect: 'none',
  operation: '',
  notes: [],
  upstream: [],
})

/** What a test says of a call; the rest is filled in. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A call as the server hands it to the core. `target` is a path with its query. */
export const callOf = (
  method: string,
  target: string,
  { headers = {}, body = '' }: CallOptions = {},
): Call => {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2)
  const known = { authorization: 'Bearer sandbox-key', ...headers } as Record<string, string>
  return {
    method,
    path,
    query,
    header: (name) => known[name],
    body,
    signal: new AbortController().signal,
    trace: openTrace(),
  }
}
