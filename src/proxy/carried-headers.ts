import type { Call } from './exchange.ts'

const TRACE_ID = [3, 35] as const // where a traceparent says which trace it is of

/** What of a call's identity goes on with every upstream call made for it: its id, and its place in a trace. */
export const identityHeaders = ({ header, trace }: Call): Record<string, string> => {
  const headers: Record<string, string> = { accept: 'application/json', 'x-request-id': trace.id }
  const { traceparent } = trace
  if (traceparent === undefined) return headers
  headers.traceparent = traceparent
  // W3C Trace Context 3.3: the vendors' state belongs to the trace it came with.
  const state = header('tracestate')
  const same = header('traceparent')?.slice(...TRACE_ID) === traceparent.slice(...TRACE_ID)
  if (state !== undefined && same) headers.tracestate = state
  return headers
}
