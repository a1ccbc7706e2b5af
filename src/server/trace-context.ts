import { randomBytes } from 'node:crypto'

/** One request's place in a distributed trace (W3C Trace Context). */
export interface Span {
  /** The caller's header, where it was one. */
  readonly sent: string | undefined
  /** 32 hex digits. */
  readonly traceId: string
  /** Ours: 16 hex digits. */
  readonly spanId: string
  /** The caller's span, where there is one. */
  readonly parentId: string | undefined
  /** Two hex digits; bit 0: somebody up the line records this trace. */
  readonly flags: string
}

/** Decides whether a trace is recorded; asked once a request, and only where spans are exported. */
export type Sampler = (span: Span) => boolean

/** Version, trace id, parent id, flags; later versions may say more behind a dash. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.{0,256})?$/
/** Nobody has decided to record it: whoever comes next is free to. */
const UNDECIDED = '00'

const TRACE_BYTES = 16
const SPAN_BYTES = 8
/** Random bytes are drawn many at once: a system call a request would cost more than all else here. */
const POOL = 4_096
let pool = Buffer.alloc(0)
let used = 0

const hex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}

/** Carries on the trace a request belongs to, or begins one. A header that is none is ignored, as W3C asks. */
export const openSpan = (sent: string | string[] | undefined): Span => {
  const match = typeof sent === 'string' ? TRACEPARENT.exec(sent) : null
  const [, version = '', traceId = '', parentId, flags = UNDECIDED, more] = match ?? []
  if (!match || (version === '00' && more !== undefined))
    return {
      sent: undefined,
      traceId: hex(TRACE_BYTES),
      spanId: hex(SPAN_BYTES),
      parentId: undefined,
      flags: UNDECIDED,
    }
  return { sent: match[0], traceId, spanId: hex(SPAN_BYTES), parentId, flags }
}
