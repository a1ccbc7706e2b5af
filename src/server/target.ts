import { jobOperations, v2Families } from '../../mappings/hosts.ts'
import type { Dialect } from '../proxy/exchange.ts'

/** Who answers a request: two translators, two upstreams as they are, or our own pages. */
export type Family = 'v1' | 'graphql' | 'v2' | 'jobs' | 'pages'

/** A request target, read once. */
export interface Target {
  readonly family: Family
  readonly dialect: Dialect
  /** As sent, without the query. */
  readonly path: string
  /** As sent, without `?`. */
  readonly query: string
  /** Why this path goes nowhere; empty when it is fine. */
  readonly refusal: string
  /** A metric label of bounded variety, e.g. `jobs.run`, `v2.pods`; empty where a translator knows better. */
  readonly operation: string
  /** The operation's path with its ids left out, e.g. `/v2/{endpoint_id}/run`. */
  readonly route: string
}

const SLASH = 47
const PERCENT = 37
const DOT = 46
const SEMICOLON = 59
const QUESTION = 63
const HASH = 35
const BACKSLASH = 92

const hexDigit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** The byte a percent triplet stands for, -1 for a broken one. */
const tripletAt = (url: string, at: number): number => {
  const high = hexDigit(url.charCodeAt(at + 1))
  const low = hexDigit(url.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** Where the path ends, where its first encoded slash stands (-1: none), and what is wrong with it. */
interface Scan {
  end: number
  encodedSlash: number
  refusal: string
}

const CONTROL = 'The path holds a space or a control character, encoded or not.'
const BROKEN = 'The path holds a broken percent encoding.'
const DOTS = 'The path holds a dot segment.'
const BACK = 'The path holds a backslash.'
const RAW = 'The path holds a character that must be percent-encoded.'
const FORM =
  'The request target must be a path that begins with a slash: this is no forward proxy; set the base URL of the program, not HTTP_PROXY.'
const ENCODED_SLASH = 'The path holds an encoded slash.'

/** Rare enough to be asked of the decoder itself: whoever reads the path later must be able to. */
const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What a byte may not be, wherever it stands and however it is written. */
const refusedByte = (byte: number): string => {
  if (byte <= 32 || byte >= 127) return byte > 127 ? '' : CONTROL
  return byte === BACKSLASH ? BACK : ''
}

/** One pass over the path: no decoding, no copies, no regular expression. Dots count, encoded or not. */
const scanPath = (url: string): Scan => {
  const scan: Scan = { end: url.length, encodedSlash: -1, refusal: url.charCodeAt(0) === SLASH ? '' : FORM }
  let beyondAscii = false
  let dots = 0 // in a segment of dots so far; -1 once it holds anything else
  for (let at = 0; at < url.length && scan.refusal === ''; at += 1) {
    let byte = url.charCodeAt(at)
    if (byte === QUESTION) {
      scan.end = at
      break
    }
    if (byte === HASH || byte > 127) scan.refusal = RAW
    else if (byte === PERCENT) {
      byte = tripletAt(url, at)
      if (byte < 0) scan.refusal = BROKEN
      if (byte > 127) beyondAscii = true
      if (byte === SLASH && scan.encodedSlash < 0) scan.encodedSlash = at
      at += 2
    }
    if (byte === SLASH || byte === SEMICOLON) {
      if (dots === 1 || dots === 2) scan.refusal = DOTS
      dots = byte === SLASH ? 0 : -1
    } else if (byte === DOT) dots = dots < 0 ? -1 : dots + 1
    else dots = -1
    scan.refusal ||= refusedByte(byte)
  }
  if (dots === 1 || dots === 2) scan.refusal ||= DOTS
  if (beyondAscii && !isUtf8(url.slice(0, scan.end))) scan.refusal ||= BROKEN
  return scan
}

const FAMILIES = new Set<string>(v2Families.is)
const OPERATIONS = new Map(jobOperations.is.map((operation) => [operation.name as string, operation]))
/** Pages of ours under the translated root. */
const V1_PAGES = new Set(['/v1/docs', '/v1/openapi.json'])

const dialectOf: Record<Family, Dialect> = {
  v1: 'v1',
  graphql: 'graphql',
  v2: 'v2',
  jobs: 'jobs',
  pages: 'none',
}

const target = (
  family: Family,
  path: string,
  query: string,
  refusal: string,
  operation = '',
  route = '',
): Target => ({
  family,
  dialect: dialectOf[family],
  path,
  query,
  refusal,
  operation,
  route,
})

/**
 * `/v2/{first}/{second}`: the second segment says whether it is the job API. Under a name that is also a REST v2
 * family (an endpoint may be called anything) the whole shape has to be a job call's.
 */
const isJob = (method: string, first: string, second: string, rest: string): boolean => {
  const operation = OPERATIONS.get(second)
  if (!operation || first === '') return false
  if (!FAMILIES.has(first)) return true
  const shaped = operation.below === 'nothing' ? rest === '' : operation.below === 'any' || rest !== ''
  return shaped && (operation.methods as readonly string[]).includes(method)
}

/** Everything under /v2 that is no job is REST v2's to answer: it grows, and says its own 404. */
const underV2 = (method: string, path: string, query: string, scan: Scan): Target => {
  const firstEnd = path.indexOf('/', 4)
  const first = firstEnd < 0 ? path.slice(4) : path.slice(4, firstEnd)
  const secondEnd = firstEnd < 0 ? -1 : path.indexOf('/', firstEnd + 1)
  const second = firstEnd < 0 ? '' : path.slice(firstEnd + 1, secondEnd < 0 ? undefined : secondEnd)
  const rest = secondEnd < 0 ? '' : path.slice(secondEnd + 1)
  if (isJob(method, first, second, rest)) {
    // A worker's own paths may hold encoded slashes (`openai/v1/models/org%2Fname`); its route may not.
    const free = OPERATIONS.get(second)?.below === 'any' && scan.encodedSlash > secondEnd
    const refusal = scan.refusal || (scan.encodedSlash < 0 || free ? '' : ENCODED_SLASH)
    return target('jobs', path, query, refusal, `jobs.${second}`, `/v2/{endpoint_id}/${second}`)
  }
  const family = FAMILIES.has(first) ? first : 'other'
  const refusal = scan.refusal || (scan.encodedSlash < 0 ? '' : ENCODED_SLASH)
  return target('v2', path, query, refusal, `v2.${family}`, `/v2/${family}`)
}

/** A base URL that ends in a slash, before a path that begins with one, gives two. */
const oneSlash = (url: string): string => (url.startsWith('//') ? url.replace(/^\/+/, '/') : url)

/**
 * Reads method and raw request target (RFC 9112 3.2) into who answers. The Host header and an absolute-form
 * target have no say.
 */
export const readTarget = (method: string, sent: string): Target => {
  const url = oneSlash(sent)
  const scan = scanPath(url)
  const path = url.slice(0, scan.end)
  const query = scan.end < url.length ? url.slice(scan.end + 1) : ''
  if (path.startsWith('/v2/') || path === '/v2') return underV2(method, path, query, scan)
  const refusal = scan.refusal || (scan.encodedSlash < 0 ? '' : ENCODED_SLASH)
  if (path.startsWith('/v1/') || path === '/v1')
    return target(V1_PAGES.has(path) ? 'pages' : 'v1', path, query, refusal)
  if (path === '/graphql' || path === '/graphql/') return target('graphql', path, query, refusal)
  return target('pages', path, query, refusal)
}
