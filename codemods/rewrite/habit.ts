import { bodyFacet, type Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { bare, nameOf } from '../sites/program/syntax/nodes.ts'
import type { Site } from '../sites/sites.ts'
import { matchRoute } from '../sites/texts/route.ts'
import { shapeOf } from '../sites/texts/text.ts'
import type { Trace } from '../sites/values/trace.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'

/** A call that goes to v2 and still has v1's habits: reported, never rewritten, for nobody can say what was meant. */
export const planHabit = (trace: Trace, site: Site, routes: readonly Route[]): Plan | undefined => {
  // Of several addresses, which are parts put together in every way, not each need be meant.
  const [only, ...others] = site.located
  for (const { family, shape, path, query } of only && others.length === 0 ? [only] : []) {
    if (family !== 'v2') continue
    const rest = shape.slice(path, query).replace(/^\/+v2/, '')
    const method = (shapeOf(site.methods[0] ?? { pieces: [], env: [] }) || 'GET').toUpperCase()
    const old = matchRoute(routes, method, rest)
    if (!old) continue
    const plan = { site, base: [], edits: [], mappers: [], findings: [] }
    if (oldPath(old) !== newPath(old)) return { ...plan, left: reasons.habit(`${method} ${oldPath(old)}`) }
    const words = oldWords(trace, site, old)
    if (words.length > 0) return { ...plan, left: reasons.habit(words.join(', ')) }
  }
  return undefined
}

const oldPath = ({ old }: Route): string => old.path.replace(/^\/v1/, '').replace(/\{\w+\}/g, '{id}')
const newPath = ({ v2 }: Route): string => v2.path.replace(/^\/v2/, '')

/** Names in the body that only v1 knew. */
const oldWords = (trace: Trace, site: Site, route: Route): string[] => {
  const facet = bodyFacet(route)
  const body = facet && bodyAt(trace, site.sink.body, site.scope)
  const literal = body && bare(body.node)
  if (!facet || !literal || !compiler.isObjectLiteralExpression(literal)) return []
  const known = new Set(facet.plan.v2.map((path) => path.split('.')[0]))
  const names = literal.properties.map((property) => (property.name ? nameOf(property.name) : undefined))
  return names.filter(
    (name): name is string => name !== undefined && facet.plan.old.includes(name) && !known.has(name),
  )
}
