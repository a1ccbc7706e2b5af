import { UpstreamError } from './contract.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const DEAD = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** True when the connection went away under the call, as an idle one does: a read may be sent once more. */
export const connectionDied = (error: unknown): boolean => DEAD.has(codeOf(error))

/** True for an error of ours or undici's about the request itself, which no upstream has seen. */
export const isMistake = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED'
}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** @param started whether a byte of the request may have left; undici says so just before it writes. */
export const upstreamError = (error: Error, started: boolean): UpstreamError => {
  if (TIMEOUTS.has(codeOf(error))) return new UpstreamError('UPSTREAM_TIMEOUT', started, { cause: error })
  return new UpstreamError(started ? 'UPSTREAM_RESET' : 'UPSTREAM_UNREACHABLE', started, { cause: error })
}
