import { unprocessable } from './problem.ts'
import type { Handler, Reply, Route } from './route.ts'

/** Items a page of newer v2 holds at most, and unless told. */
const LARGEST_PAGE = 1000

/** Lists that newer v2 cuts into pages; the catalog and billing stay whole. */
const PAGED: ReadonlySet<string> = new Set([
  '/v2/pods',
  '/v2/serverless',
  '/v2/templates',
  '/v2/network-volumes',
  '/v2/registries',
  '/v2/clusters',
])

const encode = (list: string, offset: number): string =>
  Buffer.from(`${list}:${offset}`).toString('base64url')

/** @throws {Problem} 422 for a cursor that this list did not give out */
const decode = (list: string, cursor: string | null): number => {
  if (cursor === null) return 0
  const [from, offset] = Buffer.from(cursor, 'base64url').toString().split(':')
  if (from === list && /^\d+$/.test(offset ?? '')) return Number(offset)
  throw unprocessable(['query.cursor: the cursor is not one of this list'])
}

/** @throws {Problem} 422 */
const limitOf = (text: string | null): number => {
  if (text === null) return LARGEST_PAGE
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE) return limit
  throw unprocessable([`query.limit: '${text}' is not an integer from 1 to ${LARGEST_PAGE}`])
}

const pageOf = (list: string, reply: Reply, query: URLSearchParams): Reply => {
  const [entry] = Object.entries(reply.body ?? {})
  if (!entry || !Array.isArray(entry[1])) return reply
  const [name, items] = entry
  const from = decode(list, query.get('cursor'))
  const to = from + limitOf(query.get('limit'))
  const hasNextPage = to < items.length
  const pagination = { nextCursor: hasNextPage ? encode(list, to) : null, hasNextPage }
  return { ...reply, body: { [name]: items.slice(from, to), pagination } }
}

const paged =
  ({ path, handle }: Route): Handler =>
  (call) => {
    const reply = handle(call)
    return reply instanceof Response ? reply : pageOf(path, reply, call.query)
  }

/** The lists as newer v2 answers them: at most 1,000 items and a `pagination` member with the way on. */
export const paginate = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.method === 'GET' && PAGED.has(route.path) ? { ...route, handle: paged(route) } : route,
  )
