import { isObject, parsedObject } from '../../../mappings/dsl/json.ts'
import type { Send, UpstreamAnswer, UpstreamRequest } from '../../upstream/contract.ts'
import { identityHeaders } from '../carried-headers.ts'
import { ProxyError } from '../errors.ts'
import type { Call } from '../exchange.ts'
import { nextCursor, pageAt } from '../paging.ts'
import { type Json, type V2Call, type V2Calls, V2Refusal } from './context.ts'

/** What goes along with every v2 call made for a caller: its key, its id, its place in a trace. */
const carriedHeaders = (call: Call): Record<string, string> => {
  const headers = identityHeaders(call)
  const authorization = call.header('authorization')
  if (authorization !== undefined) headers.authorization = authorization
  return headers
}

/** Says that what came is no v2 answer. It is not quoted: it may be anything. */
const unreadable = (cause?: unknown): ProxyError =>
  new ProxyError(
    'UPSTREAM_UNREADABLE',
    'The upstream service answered something that is no REST v2 answer.',
    { cause },
  )

/** Reads a 2xx answer as an object. @throws {ProxyError} UPSTREAM_UNREADABLE */
export const readJsonObject = ({ body }: UpstreamAnswer): Json => {
  const value = parsedObject(body)
  if (value) return value
  throw unreadable()
}

/** Reads a 2xx answer as one item, which has an id whatever it is. @throws {ProxyError} UPSTREAM_UNREADABLE */
export const readItem = (answer: UpstreamAnswer): Json => {
  const item = readJsonObject(answer)
  if (typeof item.id === 'string') return item
  throw unreadable()
}

/** The items of a v2 list. @throws {ProxyError} UPSTREAM_UNREADABLE */
export const itemsIn = (body: Json, name: string): Json[] => {
  const items = body[name]
  if (Array.isArray(items) && items.every(isObject)) return items
  throw unreadable()
}

/** Runs a conversion of what v2 answered. @throws {ProxyError} UPSTREAM_UNREADABLE where it is none of v2's shapes */
export const converted = <T>(convert: () => T): T => {
  try {
    return convert()
  } catch (error) {
    throw unreadable(error)
  }
}

const tooMany = (most: number) =>
  new ProxyError(
    'TOO_MANY_CALLS',
    `Answering this takes more than ${most} calls of v2, which is as many as one call may make here. Ask for less at once.`,
  )

interface Options {
  readonly send: Send
  readonly now: () => number
  readonly most: number
}

/** Opens a legacy call's way to v2. */
export const createV2Calls = (
  { send, now, most }: Options,
  call: Call,
): V2Calls & { readonly traced: (request: UpstreamRequest, route: string) => Promise<UpstreamAnswer> } => {
  const headers = carriedHeaders(call)
  const { upstream } = call.trace
  let made = 0
  const traced = async (request: UpstreamRequest, route: string) => {
    if (made >= most) throw tooMany(most)
    made += 1
    const began = now()
    let status = 0
    try {
      const answer = await send(request)
      status = answer.status
      return answer
    } finally {
      upstream.push({ method: request.method, route, status, took: now() - began, began })
    }
  }
  const v2 = ({ method, path, route, body }: V2Call) => {
    const request: UpstreamRequest =
      body === undefined
        ? { method, path, headers, signal: call.signal }
        : { method, path, headers, signal: call.signal, body: JSON.stringify(body) }
    return traced(request, route)
  }
  const read = async (one: V2Call) => {
    const answer = await v2(one)
    if (answer.status < 200 || answer.status > 299) throw new V2Refusal(answer)
    return readJsonObject(answer)
  }
  const pages: V2Calls['pages'] = async (first, one, name) => {
    const items = itemsIn(first, name)
    const seen = new Set<string>()
    for (let cursor = nextCursor(first); cursor !== undefined; ) {
      // A cursor that comes back would go round for ever.
      if (seen.has(cursor)) throw unreadable()
      seen.add(cursor)
      const page = await read({ ...one, path: pageAt(one.path, cursor) })
      for (const item of itemsIn(page, name)) items.push(item)
      cursor = nextCursor(page)
    }
    return items
  }
  const list: V2Calls['list'] = async (path, name, route = path) => {
    const one = { method: 'GET', path, route } as const
    return pages(await read(one), one, name)
  }
  return { v2, read, list, pages, traced }
}
