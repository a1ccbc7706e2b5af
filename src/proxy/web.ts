import { answerError, ProxyError } from './errors.ts'
import type { Answer, Call, Dialect, Trace } from './exchange.ts'
import { notUtf8 } from './json.ts'

/** Bytes of a control-plane body. */
const MAX_BODY = 1024 * 1024
/** Statuses that must not carry a body (Fetch standard, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304])

const openTrace = (): Trace => ({
  id: crypto.randomUUID(),
  dialect: 'none',
  operation: '',
  notes: [],
  upstream: [],
})

const readText = async (request: Request): Promise<string> => {
  const body = await request.arrayBuffer()
  if (body.byteLength > MAX_BODY)
    throw new ProxyError('BODY_TOO_LARGE', `The body is larger than ${MAX_BODY} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw notUtf8()
  }
}

/** A web-standard request as the core sees it. @throws {ProxyError} BODY_TOO_LARGE */
const callOfRequest = async (request: Request): Promise<Call> => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: await readText(request),
    signal: request.signal,
    trace: openTrace(),
  }
}

/** A core answer as a web-standard response. */
export const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(WITHOUT_BODY.has(status) ? null : (body ?? null), { status, headers: { ...headers } })

/** Answers a web-standard request by one of the core's handlers, errors in its dialect. */
export const answerRequest = async (
  request: Request,
  handle: (call: Call) => Promise<Answer>,
  dialect: Dialect,
): Promise<Response> => {
  try {
    return responseOf(await handle(await callOfRequest(request)))
  } catch (error) {
    const known =
      error instanceof ProxyError ? error : new ProxyError('INTERNAL', 'The proxy failed.', { cause: error })
    return responseOf(answerError(dialect, known))
  }
}
