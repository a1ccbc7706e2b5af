import type { Route } from '../../../../mappings/dsl/route.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { matchRoute } from '../../../sites/texts/route.ts'
import { shapeOf } from '../../../sites/texts/text.ts'

/** The path of an address below its base, with a `\0` for each value that is not known. */
export const pathOf = ({ shape, path, query }: Located): string => shape.slice(path, query)

/** `/pods/` beside `/pods/${id}` or `/pods/abc`, where the program says '' for an id it has not: no operation that anybody means. */
export const isWithoutId = (
  routes: readonly Route[],
  { methods }: Site,
  one: Located,
  all: readonly Located[],
): boolean => {
  const path = pathOf(one)
  const isTwin = (other: Located): boolean =>
    (pathOf(other).includes('\0') && pathOf(other).replaceAll('\0', '') === path) ||
    (path.endsWith('/') && pathOf(other).startsWith(path) && /^[^/]+$/.test(pathOf(other).slice(path.length)))
  return (
    all.some(isTwin) && methods.every((method) => !matchRoute(routes, shapeOf(method).toUpperCase(), path))
  )
}
