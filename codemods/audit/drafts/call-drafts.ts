import type { Confidence, Draft } from '../finding.ts'
import type { HostSite } from '../seen/addresses.ts'
import { isAlsoV2, type PathSite, routesFor } from '../seen/calls.ts'
import type { OperationSite } from '../seen/documents.ts'
import { habitRoute, pathHabit } from '../seen/habits.ts'
import type { Evidence } from '../seen/sighting.ts'
import type { Piece } from '../text/pieces.ts'
import type { RouteFact } from '../words/vocabulary.ts'

/** What is said of a host that the project names, by whose it is. */
const HOST_WORDS = {
  v1: {
    drawer: 'rest-v1',
    path: '/v1',
    isLegacy: true,
    why: 'REST v1 is switched off: nothing answers at this address',
  },
  graphql: {
    drawer: 'graphql',
    path: '/graphql',
    isLegacy: true,
    why: 'GraphQL is deprecated and retires: each operation sent here has a REST v2 counterpart, or a reason why not',
  },
  jobs: {
    drawer: 'jobs',
    path: '',
    isLegacy: false,
    why: 'the job API stays as it is: leave it alone',
  },
  v2: {
    drawer: 'rest-v2',
    path: '/v2',
    isLegacy: false,
    why: 'already on REST v2',
  },
} as const

/** A legacy, v2 or job host, as a draft finding. */
export const hostDraft = (site: HostSite, piece: Piece, { vocabulary }: Evidence): Draft | undefined => {
  if (site.family === 'api') return undefined
  const { drawer, path, isLegacy, why } = HOST_WORDS[site.family]
  const v2Host = vocabulary.hosts.find(({ family }) => family === 'v2')?.host ?? ''
  const prose = piece.language.name === 'markdown'
  return {
    start: piece.toFile(site.start),
    end: piece.toFile(site.end - 1) + 1,
    rule: `hosts.${site.family}`,
    drawer,
    class: !isLegacy ? 'none' : prose ? 'cleanup' : 'required',
    old: `${site.host}${path}`,
    v2: isLegacy ? `${v2Host}/v2` : '',
    confidence: 'high',
    why,
  }
}

/** A bare host with the legacy path close by: `{ hostname: 'api…', path: '/graphql' }`. */
export const settleBare = (site: HostSite, piece: Piece): HostSite => {
  if (site.family !== 'api') return site
  // What another address says is not said of this one
  const near = (piece.text.slice(site.end, site.end + 240).split('://', 1)[0] ?? '').replace(
    /\bgraphql-\w+/g,
    '',
  )
  if (/["'`/]graphql\b/.test(near)) return { ...site, family: 'graphql' }
  return /["'`/}]\/?v2\b/.test(near) ? { ...site, family: 'v2' } : site
}

/** What v2 wants to be sent where the path alone used to say it. */
const bodyOf = ([route, ...others]: readonly RouteFact[]): string =>
  route?.sends && others.length === 0 ? `, with the body ${JSON.stringify(route.sends)}` : ''

/** A path that belongs to an operation. */
export const routeDraft = (site: PathSite, piece: Piece, evidence: Evidence): Draft | undefined => {
  const { vocabulary } = evidence
  const place = { start: piece.toFile(site.start), end: piece.toFile(site.end - 1) + 1 }
  const aim = site.aim === 'unknown' ? guess(site, evidence) : site.aim
  if (aim === undefined || aim === 'jobs' || aim === 'graphql') return undefined
  if (aim === 'v2' || aim === 'both') {
    if (isAlsoV2(site.path, vocabulary.routes, vocabulary.v2Families)) return undefined
    const route = habitRoute(site, vocabulary)
    if (!route) return undefined
    if (aim === 'v2') return { ...pathHabit(site, route), ...place }
  }
  const routes = routesFor(site.path, site.method, vocabulary.routes)
  const [route] = routes
  if (!route) return undefined
  const confidence = aim === 'both' ? 'low' : confidenceIn(site, evidence)
  return { ...place, ...movedOperation(site, route, routes), drawer: 'rest-v1', confidence }
}

const confidenceIn = ({ by }: PathSite, { families, surroundings }: Evidence): Confidence => {
  if (by !== 'none') return 'high'
  return families.has('v1') || surroundings.linked ? 'medium' : 'low'
}

/** What is said of a path that one operation has, or several: its method may not be known. */
const movedOperation = (
  { path }: PathSite,
  route: RouteFact,
  routes: readonly RouteFact[],
): Pick<Draft, 'rule' | 'class' | 'old' | 'v2' | 'why'> => {
  const gone = routes.find((each) => each.gone !== undefined)?.gone
  const target = [...new Set(routes.map(({ v2 }) => v2.path))].join(', ')
  const isList = route.list !== undefined && routes.some(({ list }) => list)
  const moved = isList
    ? `the path changed, and v2 wraps the list in \`${route.list}\``
    : `this operation moved to ${target}${bodyOf(routes)}`
  const common = { class: gone ? 'decision' : 'required', why: gone ?? moved } as const
  if (routes.length > 1)
    return { ...common, rule: route.id.split('.').slice(0, 2).join('.'), old: `/v1${path}`, v2: target }
  return {
    ...common,
    rule: route.id,
    old: `${route.method} /v1${route.path}`,
    v2: gone ? '' : `${route.v2.method} ${route.v2.path}`,
  }
}

/** A relative path whose base is elsewhere: the file's only API decides, then the project's. */
const guess = (
  site: PathSite,
  { families, surroundings, script, vocabulary }: Evidence,
): PathSite['aim'] | undefined => {
  if (families.has('v1'))
    return families.has('v2')
      ? isAlsoV2(site.path, vocabulary.routes, vocabulary.v2Families)
        ? undefined
        : 'both'
      : 'v1'
  if (families.has('v2')) return 'v2'
  if (families.size > 0 || !surroundings.linked || !script) return undefined
  // No other API spells a path so: beside files that call v1, it is v1's.
  const head = site.path.split('/')[1] ?? ''
  if (surroundings.project.has('v1') && head.length > 12 && !vocabulary.v2Families.includes(head)) return 'v1'
  if (surroundings.project.has('v1') && !surroundings.project.has('v2')) return 'v1'
  return undefined
}

/** `myself` with known children: they say what becomes of it. */
export const isOnlyParent = ({ operation, literal }: OperationSite, all: readonly OperationSite[]): boolean =>
  operation.at === 'query' &&
  operation.v2.length === 0 &&
  operation.gone === undefined &&
  all.some((other) => other.literal === literal && other.operation.at === 'myself')

/** A GraphQL operation. */
export const operationDraft = (site: OperationSite, piece: Piece, evidence: Evidence): Draft | undefined => {
  const anchored = evidence.families.has('graphql') || evidence.surroundings.project.has('graphql')
  if (!site.sure && !anchored) return undefined
  const { operation } = site
  const gone = operation.gone !== undefined && operation.v2.length === 0
  return {
    start: piece.toFile(site.start),
    end: piece.toFile(site.end - 1) + 1,
    rule: `graphql.${operation.at === 'myself' ? 'myself.' : ''}${operation.name}`,
    drawer: 'graphql',
    class: gone ? 'decision' : 'required',
    old: `${operation.at === 'myself' ? 'query myself' : operation.at} ${operation.name}`,
    v2: operation.v2.join(', '),
    confidence: evidence.families.has('graphql') ? 'high' : 'medium',
    why:
      operation.gone ??
      (operation.v2.length > 0
        ? `REST v2 does this with ${operation.v2.join(', ')}`
        : 'its parts have counterparts of their own in REST v2'),
  }
}
