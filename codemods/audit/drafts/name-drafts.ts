import type { Draft } from '../finding.ts'
import { routesFor } from '../seen/calls.ts'
import { type NameSite, type Near, rowFor } from '../seen/names.ts'
import type { Evidence, Sighting } from '../seen/sighting.ts'
import type { Piece } from '../text/pieces.ts'
import type { CompiledVocabulary, FieldFact } from '../words/vocabulary.ts'

/** A file's own calls decide, then those of the files it is linked with. */
const speaksOnlyLegacy = ({ families, surroundings: { linked, project } }: Evidence): boolean => {
  const known = families.size === 0 && linked ? project : families
  return (known.has('v1') || known.has('graphql')) && !known.has('v2')
}

/** Least weight of names, and of the most telling of them, for a file that calls nothing by address. */
const ENOUGH = { alone: { total: 4, best: 3, pair: 2 }, inProject: { total: 2, best: 2 } }

const telling = (names: readonly NameSite[], evidence: Evidence): boolean => {
  const { families, surroundings, vocabulary } = evidence
  if (families.has('v1') || families.has('graphql')) return true
  const weigh = speaksOnlyLegacy(evidence) ? vocabulary.weightBeside : vocabulary.weightOf
  const distinct = new Map(names.map(({ folded }) => [folded, weigh(folded)] as const))
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
  const anchored = families.has('v1') || families.has('graphql')
  // A file without an address means the API that its project calls.
  const spoken = anchored ? families : surroundings.project
  const api = spoken.has('v1') ? 'v1' : spoken.has('graphql') ? 'graphql' : undefined
  const only = spoken.has('v1') && spoken.has('graphql') ? undefined : api
  const row = rowFor(site, { ...near, ...(api && { api }), ...(only && { only }) }, vocabulary.keptNames)
  if (!row || isPlainElsewhere(site, row, near, vocabulary)) return undefined
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
    why: isProvidersOwn(site, piece) ? PROVIDERS : row.why,
  }
}

/** Terraform's attributes are the provider's words for what it sends: nobody can rename them where they are used. */
const isProvidersOwn = ({ written }: NameSite, { language }: Piece): boolean =>
  language.name === 'terraform' && written.includes('_')
const PROVIDERS =
  'a provider or module calls it so and sends the old name: take a release of it that speaks REST v2'

const isWritten = ({ facet }: FieldFact): boolean => facet === 'create' || facet === 'update'

/** In a program that only calls legacy APIs, a name that v2 uses elsewhere was still renamed, and a plain word still refused. */
const isLegacyThere = (site: NameSite, { weightBeside }: CompiledVocabulary): boolean => {
  if (site.weight > 0) return true
  if (site.use !== 'key') return false
  const moved = site.rows.some((row) => row.v2 !== '' && isWritten(row))
  if (moved && weightBeside(site.folded) > 0) return true
  return site.rows.some((row) => row.class === 'decision' || (row.v2 === '' && isWritten(row) && site.quoted))
}

/** How far from its call a plain word still belongs to it. */
const PLAIN_WITHIN = 800

/** A word of everyday language is the call's own only beside a call of its resource. */
const isPlainElsewhere = (
  site: NameSite,
  row: FieldFact,
  near: Near,
  { weightBeside }: CompiledVocabulary,
): boolean =>
  !site.settled &&
  weightBeside(site.folded) === 0 &&
  row.v2 === '' &&
  row.class !== 'decision' &&
  (row.resource !== near.resource || (near.distance ?? 1e9) > PLAIN_WITHIN)

interface Named {
  readonly site: NameSite
  readonly sighting: Sighting
}

/** One finding a line for each row: a name said thrice there is changed once. */
const draftsOf = (named: readonly Named[], evidence: Evidence): readonly Draft[] => {
  const seen = new Set<string>()
  return named.flatMap(({ site, sighting }) => {
    const draft = nameDraft(site, sighting, evidence)
    const { text, toFile } = sighting.piece
    const key = `${draft?.rule}|${toFile(text.lastIndexOf('\n', site.start) + 1)}`
    if (!draft || seen.has(key)) return []
    seen.add(key)
    return [draft]
  })
}

/** The field names of a file that is about the legacy APIs. */
export const nameDrafts = (sightings: readonly Sighting[], evidence: Evidence): readonly Draft[] => {
  const { families } = evidence
  const all = sightings.flatMap((sighting) => sighting.names.map((site) => ({ site, sighting })))
  const legacy = all.filter(({ site }) => site.weight > 0)
  if (families.has('v2') && !families.has('v1') && !families.has('graphql'))
    return draftsOf(
      legacy.filter(({ site }) => site.weight >= 2 && site.quoted && site.use === 'key'),
      evidence,
    ).map((draft) => ({ ...draft, drawer: 'v2-habit' as const, confidence: 'medium' as const }))
  if (families.has('jobs') && families.size === 1) return []
  if (
    !telling(
      all.map(({ site }) => site),
      evidence,
    )
  )
    return []
  if (speaksOnlyLegacy(evidence))
    return draftsOf(
      all.filter(({ site }) => isLegacyThere(site, evidence.vocabulary)),
      evidence,
    )
  return draftsOf(legacy, evidence)
}
