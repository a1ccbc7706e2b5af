import { Pool } from 'undici'

/** One upstream origin and how many sockets it may hold. */
export interface PoolOptions {
  /** Scheme, host and port, nothing else. */
  readonly origin: string
  /** Sockets at most; further calls wait in line. */
  readonly connections?: number
  /** Milliseconds to a usable socket, TLS included. */
  readonly connectDeadline?: number
  /** Hosts (with port, as in a URL) an operator permits; any when left out. */
  readonly allowedHosts?: readonly string[]
}

const DEFAULT_CONNECTIONS = 256
const DEFAULT_CONNECT_DEADLINE = 5_000 // milliseconds
/** Shorter than any usual server's idle limit (5 s in Node): a write must not meet a socket that is being closed. */
const KEEP_ALIVE = 4_000 // milliseconds
const KEEP_ALIVE_AT_MOST = 60_000 // milliseconds, where the server names a longer limit itself
const KEEP_ALIVE_MARGIN = 2_000 // milliseconds taken off the server's own limit
const MAX_HEADER_BYTES = 64 * 1024

/** Thrown at start for an upstream the operator's allow-list does not hold. */
export class HostNotAllowed extends Error {
  override readonly name = 'HostNotAllowed'
}

const checked = ({ origin, allowedHosts }: PoolOptions): string => {
  const url = new URL(origin)
  if (allowedHosts && !allowedHosts.includes(url.host))
    throw new HostNotAllowed(
      `${url.host} is not among the allowed upstream hosts: ${allowedHosts.join(', ')}`,
    )
  return url.origin
}

/**
 * The one connection pool of an origin. Nothing is pipelined (a failing call would take its followers with it),
 * nothing is redirected, and deadlines are the caller's: undici's own are off.
 * @throws {HostNotAllowed}
 */
export const createPool = (options: PoolOptions): Pool =>
  new Pool(checked(options), {
    connections: options.connections ?? DEFAULT_CONNECTIONS,
    pipelining: 1,
    // The bundle leaves HTTP/2 out.
    allowH2: false,
    connectTimeout: options.connectDeadline ?? DEFAULT_CONNECT_DEADLINE,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE_AT_MOST,
    keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
