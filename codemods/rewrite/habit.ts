import { bodyFacet, type Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { bare, nameOf } from '../sites/program/syntax/nodes.ts'
import type { Site } from '../sites/sites.ts'
import type { Located } from '../sites/texts/locate.ts'
import { matchRoute, newRoutes } from '../sites/texts/route.ts'
import { shapeOf } from '../sites/texts/text.ts'
import type { Trace } from '../sites/values/trace.ts'
import { readChoice } from './address/path/choice.ts'
import { unaskedOf } from './answer/lost/unasked.ts'
import { readPathsOf } from './answer/reads/read-paths.ts'
import { answerUses } from './answer/reads/reads-in-place.ts'
import { isAnswerUsed } from './answer/used.ts'
import { ownLiteral } from './body/held/local-body.ts'
import type { Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'
import { isReadAlready } from './said-already.ts'

/** A call that goes to v2 and still has v1's habits: reported, never rewritten, for nobody can say what was meant. */
export const planHabit = (trace: Trace, site: Site, routes: readonly Route[]): Plan | undefined => {
  // Of several addresses, which are parts put together in every way, not each need be meant.
  const [only, ...others] = site.located
  if (only?.family !== 'v2' || others.length > 0) return undefined
  const [prefix = ''] = /^(\/+v2)?/.exec(only.shape.slice(only.path, only.query)) ?? []
  const here = { ...only, path: only.path + prefix.length }
  const path = only.shape.slice(here.path, only.query)
  const method = (shapeOf(site.methods[0] ?? { pieces: [], env: [] }) || 'GET').toUpperCase()
  const left = habitAt(trace, site, routes, method, path) ?? habitOfWord(trace, here, routes, method)
  return left && { site, base: [], edits: [], mappers: [], findings: [], left }
}

const habitAt = (
  trace: Trace,
  site: Site,
  routes: readonly Route[],
  method: string,
  path: string,
): Reason | undefined => {
  const old = matchRoute(routes, method, path)
  const [route] = old ? [old] : newRoutes(routes, method, path)
  return route && habitOf(trace, site, route, old !== undefined)
}

/** `/pods/${id}/${action}`: v2 made one operation of what these words say. */
const habitOfWord = (
  trace: Trace,
  here: Located,
  routes: readonly Route[],
  method: string,
): Reason | undefined =>
  readChoice(trace, [here], routes, method)
    ? reasons.habit(`${method} ${here.shape.slice(here.path, here.query).replaceAll('\0', '{…}')}`)
    : undefined

const habitOf = (trace: Trace, site: Site, route: Route, isOld: boolean): Reason | undefined => {
  if (isOld && oldPath(route) !== newPath(route))
    return reasons.habit(`${route.old.method} ${oldPath(route)}`)
  const words = oldWords(trace, site, route)
  if (words.length > 0) return reasons.habit(words.join(', '))
  return habitOfReads(trace, site, route)
}

const oldPath = ({ old }: Route): string => old.path.replace(/^\/v1/, '').replace(/\{\w+\}/g, '{id}')
const newPath = ({ v2 }: Route): string => v2.path.replace(/^\/v2/, '')

/** Names in the body that only v1 knew. */
const oldWords = (trace: Trace, site: Site, route: Route): string[] => {
  const facet = bodyFacet(route)
  const body = facet && bodyAt(trace, site.sink.body, site.scope)
  const literal = body && (ownLiteral(trace, body.node) ?? bare(body.node))
  if (!facet || !literal || !compiler.isObjectLiteralExpression(literal)) return []
  const known = new Set(facet.plan.v2.map((path) => path.split('.')[0]))
  const names = literal.properties.map((property) => (property.name ? nameOf(property.name) : undefined))
  return names.filter(
    (name): name is string => name !== undefined && facet.plan.old.includes(name) && !known.has(name),
  )
}

/** What is read of the answer as only v1 said it: a caller that came in with another branch, or was put back alone. */
const habitOfReads = (trace: Trace, site: Site, route: Route): Reason | undefined => {
  if (route.answer === 'none' || !isAnswerUsed(trace, site) || isReadAlready(trace, site, route))
    return undefined
  const seen = answerUses(trace, site, route)
  if (!seen) return undefined
  const { saidNow } = readPathsOf(route.mapping)
  const { reads } = seen.uses
  const isBare = route.list !== undefined && !seen.opened && reads.length > 0
  // Nor did v1 say what it was not asked for.
  const unasked = unaskedOf(trace, site, route)
  const words = reads
    .filter(({ path: [name = ''] }) => !unasked.has(name))
    .flatMap(({ path }) => (saidNow(path.join('.')) ? [] : path.join('.')))
  if (isBare) return reasons.habitOfList(route.list ?? '')
  return words.length > 0 ? reasons.habitOfReads([...new Set(words)]) : undefined
}
