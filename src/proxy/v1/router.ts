import { RegExpRouter } from 'hono/router/reg-exp-router'
import type { Route } from '../../../mappings/dsl/route.ts'
import { ProxyError } from '../errors.ts'

/** A route and the id that its path template holds. */
export interface Match {
  readonly route: Route
  readonly id: string
}

const PARAMETER = /\{(\w+)\}/g
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/**
 * One lookup from method and path to a route.
 * @returns a function that throws {ProxyError} ROUTE_UNKNOWN (404) or METHOD_UNKNOWN (405, with Allow)
 */
export const createRouter = (routes: readonly Route[]): ((method: string, path: string) => Match) => {
  const router = new RegExpRouter<Route>()
  for (const route of routes) router.add(route.old.method, route.old.path.replace(PARAMETER, ':$1'), route)
  const find = (method: string, path: string): Match | undefined => {
    const [handlers, captured] = router.match(method, path)
    const found = handlers[0]
    if (!found) return undefined
    const [route, parameters] = found
    const first = Object.values(parameters)[0]
    return { route, id: typeof first === 'number' ? (captured?.[first] ?? '') : (first ?? '') }
  }
  return (method, path) => {
    const match = find(method, path)
    if (match) return match
    const allow = METHODS.filter((one) => find(one, path))
    if (allow.length === 0) throw new ProxyError('ROUTE_UNKNOWN', 'REST v1 has no such path.')
    const detail = `This path takes ${allow.join(', ')}, not ${method.slice(0, 16)}.`
    throw new ProxyError('METHOD_UNKNOWN', detail, { headers: { allow: allow.join(', ') } })
  }
}
