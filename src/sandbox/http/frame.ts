import type { Clock } from '../clock.ts'
import type { Faults } from '../hooks/faults.ts'
import { faulted } from '../hooks/inject.ts'
import type { RequestLog } from '../hooks/request-log.ts'
import { authenticate } from './keys.ts'
import { Problem } from './problem.ts'
import type { Allowance, RateLimiter } from './rate-limit.ts'
import { parseJson, readText } from './read-body.ts'
import { problemResponse, replyResponse, withHeaders } from './respond.ts'
import type { Call, Handler, Reply } from './route.ts'
import type { SandboxContext } from './sandbox-context.ts'

/** What every REST v2 request passes through. */
export interface Frame {
  readonly clock: Clock
  readonly limiter: RateLimiter
  readonly log: RequestLog
  readonly faults: Faults
  /** Bytes of a control-plane body. */
  readonly bodyLimit: number
  /** Runs a change wholly or not at all. */
  readonly atomically: <Result>(change: () => Result) => Result
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A fault of the sandbox itself: never a stack, never a secret. */
const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(500, 'something went wrong in the sandbox')

const queryOf = (url: string): URLSearchParams => {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1).split('#', 1)[0])
}

const originOf = (url: string): string => url.slice(0, url.indexOf('/', url.indexOf('//') + 2))

/** A request's JSON, or why there is none. Both are decided before the key is looked at, but told only after it. */
export interface Received {
  readonly body: unknown
  readonly failure?: unknown
}

const readBody = async (frame: Frame, c: SandboxContext): Promise<Received> => {
  if (READS.has(c.req.method)) return { body: undefined }
  try {
    return { body: parseJson(await readText(c.req, frame.bodyLimit)) }
  } catch (failure) {
    return { body: undefined, failure }
  }
}

/** Reads the body and records the request. What is no JSON is not recorded: it may be anything. */
export const receive = async (frame: Frame, c: SandboxContext): Promise<Received> => {
  const received = await readBody(frame, c)
  frame.log.add({
    method: c.req.method,
    path: c.req.path,
    query: queryOf(c.req.url),
    headers: c.req.header(),
    body: received.failure ? '[unreadable]' : received.body,
  })
  return received
}

const callOf = (c: SandboxContext, body: unknown): Call => ({
  params: c.req.param(),
  query: queryOf(c.req.url),
  body,
  origin: originOf(c.req.url),
  header: (name) => c.req.header(name),
})

const run = (frame: Frame, c: SandboxContext, body: unknown, handle: Handler): Reply | Response => {
  const call = callOf(c, body)
  return READS.has(c.req.method) ? handle(call) : frame.atomically(() => handle(call))
}

/** The key first, then the quota, then what the key may do, then the operation: in the order the service checks. */
const admit = (frame: Frame, c: SandboxContext): { allowance: Allowance; forbidden: Problem | undefined } => {
  const key = authenticate(c.req.header('authorization'))
  const allowance = frame.limiter.take(key)
  const forbidden = key.writes || READS.has(c.req.method) ? undefined : new Problem(403, 'access denied')
  return { allowance, forbidden: allowance.refusal ?? forbidden }
}

const answer = async (frame: Frame, c: SandboxContext, handle: Handler): Promise<Response> => {
  let headers: Readonly<Record<string, string>> = {}
  const { body, failure } = await receive(frame, c)
  try {
    const { allowance, forbidden } = admit(frame, c)
    headers = allowance.headers
    if (forbidden) throw forbidden
    if (failure) throw failure
    const reply = run(frame, c, body, handle)
    return reply instanceof Response ? withHeaders(reply, headers) : replyResponse(reply, headers)
  } catch (error) {
    return problemResponse(asProblem(error), headers)
  }
}

/** Serves one operation of REST v2: request log, faults, key, quota, body, handler, problem. */
export const serve =
  (frame: Frame, handle: Handler) =>
  (c: SandboxContext): Promise<Response> =>
    faulted(frame, c, () => answer(frame, c, handle))
