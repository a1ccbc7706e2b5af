import { type Bases, basesOf, type HostSite, hostSites } from './addresses.ts'
import { isAlsoV2, type PathSite, pathSites, routesFor } from './calls.ts'
import { type OperationSite, operationSites } from './documents.ts'
import type { Confidence, Draft } from './finding.ts'
import { doubledHabit, envelopeHabit, habitRoute, pathHabit, productHabits } from './habits.ts'
import { lex, type Stretch } from './lex.ts'
import { literalsOf } from './literals.ts'
import { type NameSite, type Near, nameSites, rowFor } from './names.ts'
import { type Piece, piecesOf } from './pieces.ts'
import type { CompiledVocabulary, Family } from './vocabulary.ts'
import { installedLibraries, libraryCalls } from './wrappers.ts'

/** What is known about a file before it is read: what its neighbours call. */
export interface Surroundings {
  /** APIs that files of the same project call by address. */
  readonly project: ReadonlySet<Family>
  /** A file that calls a legacy address is imported here, or lies in the same directory. */
  readonly linked: boolean
}

/** What one piece of a file holds. */
interface Sighting {
  readonly piece: Piece
  readonly stretches: readonly Stretch[]
  readonly hosts: readonly HostSite[]
  readonly bases: Bases
  readonly paths: readonly PathSite[]
  readonly operations: readonly OperationSite[]
  readonly names: readonly NameSite[]
}

const sight = (piece: Piece, vocabulary: CompiledVocabulary): Sighting => {
  const { text, language } = piece
  const stretches = lex(text, language)
  const literals = literalsOf(text, stretches, language)
  const hosts = hostSites(literals, vocabulary)
  const bases = basesOf(text, hosts)
  const prose = language.name === 'markdown'
  return {
    piece,
    stretches,
    hosts,
    bases,
    paths: prose ? [] : pathSites(text, literals, hosts, bases, vocabulary),
    operations: prose ? [] : operationSites(literals, vocabulary),
    names: prose ? [] : nameSites(text, stretches, vocabulary, language.bareWords),
  }
}

/** A file's own evidence, over all its pieces. */
interface Evidence {
  readonly families: ReadonlySet<Family>
  readonly surroundings: Surroundings
  readonly script: boolean
  readonly vocabulary: CompiledVocabulary
}

const CODE: readonly string[] = [
  'javascript',
  'python',
  'go',
  'java',
  'csharp',
  'php',
  'ruby',
  'rust',
  'c',
  'shell',
  'powershell',
]

const hostDraft = (site: HostSite, piece: Piece, { vocabulary }: Evidence): Draft | undefined => {
  const v2Host = vocabulary.hosts.find(({ family }) => family === 'v2')?.host ?? ''
  const place = { start: piece.toFile(site.start), end: piece.toFile(site.end - 1) + 1 }
  const prose = piece.language.name === 'markdown'
  const common = { ...place, confidence: 'high' as const }
  switch (site.family) {
    case 'v1':
      return {
        ...common,
        rule: 'hosts.v1',
        drawer: 'rest-v1',
        class: prose ? 'cleanup' : 'required',
        old: `${site.host}/v1`,
        v2: `${v2Host}/v2`,
        why: 'REST v1 is switched off: nothing answers at this address',
      }
    case 'graphql':
      return {
        ...common,
        rule: 'hosts.graphql',
        drawer: 'graphql',
        class: prose ? 'cleanup' : 'required',
        old: `${site.host}/graphql`,
        v2: `${v2Host}/v2`,
        why: 'GraphQL is deprecated and retires: each operation sent here has a REST v2 counterpart, or a reason why not',
      }
    case 'jobs':
      return {
        ...common,
        rule: 'hosts.jobs',
        drawer: 'jobs',
        class: 'none',
        old: site.host,
        v2: '',
        why: 'the job API stays as it is: leave it alone',
      }
    case 'v2':
      return {
        ...common,
        rule: 'hosts.v2',
        drawer: 'rest-v2',
        class: 'none',
        old: `${site.host}/v2`,
        v2: '',
        why: 'already on REST v2',
      }
    default:
      return undefined
  }
}

/** A bare host with the legacy path close by: `{ hostname: 'api…', path: '/graphql' }`. */
const settleBare = (site: HostSite, piece: Piece): HostSite => {
  if (site.family !== 'api') return site
  const near = piece.text.slice(site.end, site.end + 240)
  if (/["'`/]graphql\b/.test(near)) return { ...site, family: 'graphql' }
  return /["'`/}]\/?v2\b/.test(near) ? { ...site, family: 'v2' } : site
}

const routeDraft = (site: PathSite, piece: Piece, evidence: Evidence): Draft | undefined => {
  const { vocabulary, families, surroundings } = evidence
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
  const confidence: Confidence =
    aim === 'both'
      ? 'low'
      : site.by !== 'none'
        ? 'high'
        : families.has('v1') || surroundings.linked
          ? 'medium'
          : 'low'
  const one = routes.length === 1
  const gone = routes.find((each) => each.gone !== undefined)?.gone
  const target = [...new Set(routes.map(({ v2 }) => v2.path))].join(', ')
  return {
    ...place,
    rule: one ? route.id : route.id.split('.').slice(0, 2).join('.'),
    drawer: 'rest-v1',
    class: gone ? 'decision' : 'required',
    old: one ? `${route.method} /v1${route.path}` : `/v1${site.path}`,
    v2: one ? (gone ? '' : `${route.v2.method} ${route.v2.path}`) : target,
    confidence,
    why:
      gone ??
      (route.list && routes.some(({ list }) => list)
        ? `the path changed, and v2 wraps the list in \`${route.list}\``
        : `this operation moved to ${target}`),
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
const isOnlyParent = ({ operation, literal }: OperationSite, all: readonly OperationSite[]): boolean =>
  operation.at === 'query' &&
  operation.v2.length === 0 &&
  operation.gone === undefined &&
  all.some((other) => other.literal === literal && other.operation.at === 'myself')

const operationDraft = (site: OperationSite, piece: Piece, evidence: Evidence): Draft | undefined => {
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

/** Least weight of names, and of the most telling of them, for a file that calls nothing by address. */
const ENOUGH = { alone: { total: 4, best: 3, pair: 2 }, inProject: { total: 2, best: 2 } }

const telling = (names: readonly NameSite[], { families, surroundings }: Evidence): boolean => {
  if (families.has('v1') || families.has('graphql')) return true
  const distinct = new Map(names.map((name) => [name.folded, name.weight] as const))
  const weights = [...distinct.values()]
  const total = weights.reduce<number>((sum, weight) => sum + weight, 0)
  const best = Math.max(0, ...weights)
  const legacyProject = surroundings.project.has('v1') || surroundings.project.has('graphql')
  if (legacyProject) return total >= ENOUGH.inProject.total && best >= ENOUGH.inProject.best
  return (
    total >= ENOUGH.alone.total &&
    (best >= ENOUGH.alone.best || weights.filter((one) => one >= ENOUGH.alone.pair).length >= 2)
  )
}

const FACETS: Record<string, string> = { GET: 'query', PATCH: 'update' }

/** What the legacy API calls the family of a v2 call: `POST /v2/serverless` is about endpoints. */
const resourceOf = (call: string, { routes }: CompiledVocabulary): string => {
  const family = call.split(/[ /]+/)[2] ?? ''
  return routes.find(({ v2 }) => v2.path.startsWith(`/v2/${family}`))?.id.split('.')[1] ?? family
}

const nearestCall = (site: NameSite, sighting: Sighting, vocabulary: CompiledVocabulary): Near => {
  const distance = (at: { start: number }) => Math.abs(at.start - site.start)
  const nearest = <T extends { start: number }>(all: readonly T[]): T | undefined =>
    all.reduce<T | undefined>(
      (best, one) => (best && distance(best) <= distance(one) ? best : one),
      undefined,
    )
  const path = nearest(sighting.paths)
  const operation = nearest(sighting.operations)
  if (operation && (!path || distance(operation) < distance(path)))
    return { api: 'graphql' as const, resource: resourceOf(operation.operation.v2[0] ?? '', vocabulary) }
  const route = path && routesFor(path.path, path.method, vocabulary.routes)[0]
  return route
    ? {
        api: 'v1' as const,
        resource: route.id.split('.').slice(1, -1).join('.'),
        facet: FACETS[route.method] ?? 'create',
        distance: path ? distance(path) : 0,
      }
    : {}
}

const nameDraft = (site: NameSite, sighting: Sighting, evidence: Evidence): Draft | undefined => {
  const { families, surroundings, vocabulary } = evidence
  const near = nearestCall(site, sighting, vocabulary)
  const api = families.has('v1') ? 'v1' : families.has('graphql') ? 'graphql' : undefined
  const row = rowFor(site, { ...near, ...(api && { api }) }, vocabulary.keptNames)
  if (!row) return undefined
  const anchored = families.has('v1') || families.has('graphql')
  const legacyProject = surroundings.project.has('v1') || surroundings.project.has('graphql')
  const piece = sighting.piece
  return {
    start: piece.toFile(site.start),
    end: piece.toFile(site.end - 1) + 1,
    rule: row.rule,
    drawer: !anchored ? 'fields' : families.has('v1') ? 'rest-v1' : 'graphql',
    class: site.use === 'read' && row.class === 'required' ? 'quiet' : row.class,
    old: row.path,
    v2: row.v2,
    confidence: anchored
      ? site.weight >= 2 && site.use !== 'name'
        ? 'high'
        : 'medium'
      : legacyProject && site.weight >= 2
        ? 'medium'
        : 'low',
    why: row.why,
  }
}

/** In a program that only calls v1, a name that v2 uses elsewhere was still renamed, and a plain word still refused. */
const isLegacyInV1 = (site: NameSite, { weightInV1 }: CompiledVocabulary): boolean => {
  if (site.weight > 0) return true
  if (site.use !== 'key') return false
  const moved = site.rows.some(({ facet, v2 }) => v2 !== '' && (facet === 'create' || facet === 'update'))
  return (moved && weightInV1(site.folded) > 0) || site.rows.some((row) => row.class === 'decision')
}

const nameDrafts = (sightings: readonly Sighting[], evidence: Evidence): readonly Draft[] => {
  const { families } = evidence
  const all = sightings.flatMap((sighting) => sighting.names.map((site) => ({ site, sighting })))
  const legacy = all.filter(({ site }) => site.weight > 0)
  if (families.has('v2') && !families.has('v1') && !families.has('graphql'))
    return legacy
      .filter(({ site }) => site.weight >= 2 && site.quoted && site.use === 'key')
      .flatMap(({ site, sighting }) => nameDraft(site, sighting, evidence) ?? [])
      .map((draft) => ({ ...draft, drawer: 'v2-habit' as const, confidence: 'medium' as const }))
  if (families.has('jobs') && families.size === 1) return []
  const enough = telling(
    legacy.map(({ site }) => site),
    evidence,
  )
  if (!enough) return []
  if (families.has('v1') && !families.has('v2'))
    return all
      .filter(({ site }) => isLegacyInV1(site, evidence.vocabulary))
      .flatMap(({ site, sighting }) => nameDraft(site, sighting, evidence) ?? [])
  return legacy.flatMap(({ site, sighting }) => nameDraft(site, sighting, evidence) ?? [])
}

const HELPER = /[(,]\s*["'`](NAMES)["'`]\s*(?=[,)])/g

/** `url("pods", id, "stop")`: a path that stands nowhere in full. Only where the project calls v1 and never v2. */
const helperDrafts = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
  const { project } = evidence.surroundings
  const { piece } = sighting
  if (
    evidence.families.size > 0 ||
    !project.has('v1') ||
    project.has('v2') ||
    !CODE.includes(piece.language.name)
  )
    return []
  if (!evidence.vocabulary.products.some((product) => piece.text.toLowerCase().includes(product))) return []
  const heads = [...new Set(evidence.vocabulary.routes.map(({ path }) => path.split('/')[1] ?? ''))].filter(
    (head) => head !== 'billing',
  )
  return [...piece.text.matchAll(new RegExp(HELPER.source.replace('NAMES', heads.join('|')), 'g'))].map(
    (match) => {
      const start = match.index + match[0].indexOf(match[1] ?? '')
      return {
        start: piece.toFile(start),
        end: piece.toFile(start) + (match[1] ?? '').length,
        rule: 'paths.built',
        drawer: 'rest-v1' as const,
        class: 'decision' as const,
        old: `/v1/${match[1]}`,
        v2: '',
        confidence: 'low' as const,
        why: 'a helper may join this name onto a v1 address: look at how the path is built',
      }
    },
  )
}

const covers = (outer: Draft, inner: Draft): boolean =>
  outer !== inner && outer.start <= inner.start && outer.end >= inner.end && outer.drawer === inner.drawer

/** An address with a path is one finding, not two: the operation says more than the host. */
const distinct = (drafts: readonly Draft[]): readonly Draft[] => {
  const calls = drafts.filter(({ rule }) => !rule.startsWith('hosts.'))
  const kept = drafts.filter(
    (draft) =>
      !draft.rule.startsWith('hosts.') || !calls.some((call) => covers(draft, call) || covers(call, draft)),
  )
  const seen = new Set<string>()
  return kept
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((draft) => {
      const key = `${draft.start} ${draft.end}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** The pieces of a file with their comments, for the suppression marks. */
export interface TextAudit {
  readonly drafts: readonly Draft[]
  readonly families: ReadonlySet<Family>
  readonly pieces: readonly { readonly piece: Piece; readonly stretches: readonly Stretch[] }[]
}

const habitDrafts = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
  const { piece, paths } = sighting
  if (!evidence.families.has('v2') || !evidence.script) return []
  const lift = (draft: Draft): Draft => ({
    ...draft,
    start: piece.toFile(draft.start),
    end: piece.toFile(draft.end - 1) + 1,
  })
  const masked = sighting.stretches.reduce(
    (text, stretch) =>
      stretch.kind === 'comment'
        ? text.slice(0, stretch.start) +
          piece.text.slice(stretch.start, stretch.end).replace(/[^\n]/g, ' ') +
          text.slice(stretch.end)
        : text,
    piece.text,
  )
  const onV2 = paths.filter(
    (site) => site.aim === 'v2' || (site.aim === 'unknown' && !evidence.families.has('v1')),
  )
  return [
    ...onV2.flatMap((site) => envelopeHabit(masked, site, evidence.vocabulary) ?? []),
    ...onV2
      .filter(
        (site) => site.by === 'name' && site.literal.content.includes('/v2/') && doubled(site, sighting),
      )
      .map(doubledHabit),
    ...productHabits(masked),
  ].map(lift)
}

/** The base's own address ends in /v2 and the path begins with it. */
const doubled = (site: PathSite, { hosts, piece }: Sighting): boolean =>
  /^\/v2\b/.test(piece.text.slice(site.start)) &&
  hosts.some(({ family, path }) => family === 'v2' && /^\/v2\/?$/.test(path))

/** Audits one file's text. Pure: positions are offsets, suppressions are not looked at. */
export const auditText = (
  file: string,
  text: string,
  vocabulary: CompiledVocabulary,
  surroundings: Surroundings = { project: new Set(), linked: false },
): TextAudit => {
  const sightings = piecesOf(file, text).map((piece) => {
    const seen = sight(piece, vocabulary)
    return { ...seen, hosts: seen.hosts.map((site) => settleBare(site, piece)) }
  })
  const own = sightings.filter(({ piece }) => piece.language.name !== 'markdown')
  const families = new Set(
    own.flatMap(({ hosts, paths }) => [
      ...hosts.map(({ family }) => family),
      ...paths.flatMap(({ aim }): Family[] => (aim === 'v1' || aim === 'v2' ? [aim] : [])),
    ]),
  )
  if (sightings.some(({ operations }) => operations.some(({ sure }) => sure))) families.add('graphql')
  families.delete('api')
  const script = sightings.some(({ piece }) => CODE.includes(piece.language.name))
  const evidence: Evidence = { families, surroundings, script, vocabulary }
  const drafts = sightings.flatMap((sighting) => [
    ...sighting.hosts.flatMap((site) => hostDraft(site, sighting.piece, evidence) ?? []),
    ...sighting.paths.flatMap((site) => routeDraft(site, sighting.piece, evidence) ?? []),
    ...sighting.operations
      .filter((site) => !isOnlyParent(site, sighting.operations))
      .flatMap((site) => operationDraft(site, sighting.piece, evidence) ?? []),
    ...helperDrafts(sighting, evidence),
    ...habitDrafts(sighting, evidence),
    ...(sighting.piece.language.name === 'python'
      ? libraryCalls(sighting.piece.text, vocabulary).map((draft) => ({
          ...draft,
          start: sighting.piece.toFile(draft.start),
          end: sighting.piece.toFile(draft.end - 1) + 1,
        }))
      : []),
  ])
  return {
    drafts: distinct([...drafts, ...nameDrafts(sightings, evidence), ...installedLibraries(file, text)]),
    families,
    pieces: sightings.map(({ piece, stretches }) => ({ piece, stretches })),
  }
}
