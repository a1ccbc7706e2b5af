import { RegExpRouter } from 'hono/router/reg-exp-router'
import { ProxyError } from '../errors.ts'
import type { PreparedRoute } from './context.ts'

/** A route and the id that its path template holds. */
export interface Match {
  readonly route: PreparedRoute
  readonly id: string
}

const PARAMETER = /\{(\w+)\}/g
const PLAIN_ID = /^[\w-]*$/

/** Unreserved characters and percent triplets (RFC 3986 2.3, 2.1), none of which may stand for a way out of the segment. */
const SAFE_ID = /^(?:[\w.~!$&'()*+,=:@-]|%(?![01]|2[ef3]|3f|5c|7f)[\da-f]{2})+$/i

/** The server refuses these before; whoever else calls the handler is held to it here. */
const checkId = (id: string): void => {
  if (SAFE_ID.test(id) && !/^\.+$/.test(id)) return
  throw new ProxyError('PATH_REFUSED', 'The id in the path holds characters that no id has.')
}

/** As a base URL that ends in a slash makes them: `/v1//pods`, `/v1/pods/`. */
const withoutSpareSlashes = (path: string): string => path.replace(/(?<=\/)\/+|\/+$/g, '')

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/**
 * One lookup from method and path to a route.
 * @returns a function that throws {ProxyError} ROUTE_UNKNOWN (404) or METHOD_UNKNOWN (405, with Allow)
 */
export const createRouter = (routes: readonly PreparedRoute[]): ((method: string, path: string) => Match) => {
  const router = new RegExpRouter<PreparedRoute>()
  for (const route of routes) router.add(route.old.method, route.old.path.replace(PARAMETER, ':$1'), route)
  const find = (method: string, path: string): Match | undefined => {
    const [handlers, captured] = router.match(method, path)
    const found = handlers[0]
    if (!found) return undefined
    const [route, parameters] = found
    // No path of v1 has more than one parameter.
    for (const name in parameters) {
      const at = parameters[name]
      return { route, id: typeof at === 'number' ? (captured?.[at] ?? '') : (at ?? '') }
    }
    return { route, id: '' }
  }
  const refused = (method: string, path: string): ProxyError => {
    const allow = METHODS.filter((one) => find(one, path))
    if (allow.length === 0)
      return new ProxyError('ROUTE_UNKNOWN', 'REST v1 has no such path; GET /v1/docs lists those it has.')
    const detail = `This path takes ${allow.join(', ')}, not ${method.slice(0, 16)}.`
    return new ProxyError('METHOD_UNKNOWN', detail, { headers: { allow: allow.join(', ') } })
  }
  return (sent, path) => {
    // RFC 9110 9.3.2: HEAD is GET whose answer is left unsaid
    const method = sent === 'HEAD' ? 'GET' : sent
    const match = find(method, path) ?? find(method, withoutSpareSlashes(path))
    if (!match) throw refused(sent, withoutSpareSlashes(path))
    if (!PLAIN_ID.test(match.id)) checkId(match.id)
    return match
  }
}
