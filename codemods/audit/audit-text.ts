import { hostDraft, isOnlyParent, operationDraft, routeDraft, settleBare } from './drafts/call-drafts.ts'
import { habitDrafts } from './drafts/habit-drafts.ts'
import { helperDrafts } from './drafts/helper-drafts.ts'
import { nameDrafts } from './drafts/name-drafts.ts'
import type { Draft } from './finding.ts'
import { commandLines } from './libraries/command-lines.ts'
import { libraryCalls } from './libraries/library-calls.ts'
import { installedLibraries } from './libraries/wrappers.ts'
import { type Bases, mergeBases } from './seen/addresses.ts'
import { CODE, type Evidence, type Sighting, type Surroundings, sight } from './seen/sighting.ts'
import type { Stretch } from './text/lex.ts'
import { type Piece, piecesOf } from './text/pieces.ts'
import type { CompiledVocabulary, Family } from './words/vocabulary.ts'

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
  readonly bases: Bases
  readonly pieces: readonly { readonly piece: Piece; readonly stretches: readonly Stretch[] }[]
}

/** The APIs that a file's code speaks to for certain; prose may name any. */
const familiesIn = (sightings: readonly Sighting[]): Set<Family> => {
  const own = sightings.filter(({ piece }) => piece.language.name !== 'markdown')
  const families = new Set(
    own.flatMap(({ hosts, paths }) => [
      ...hosts.map(({ family }) => family),
      ...paths.flatMap(({ aim }): Family[] => (aim === 'v1' || aim === 'v2' ? [aim] : [])),
    ]),
  )
  if (sightings.some(({ operations }) => operations.some(({ sure }) => sure))) families.add('graphql')
  families.delete('api')
  return families
}

/** What is to be said of one piece. */
const draftsOf = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
  const { hosts, paths, operations, piece } = sighting
  return [
    ...hosts.flatMap((site) => hostDraft(site, piece, evidence) ?? []),
    ...paths.flatMap((site) => routeDraft(site, piece, evidence) ?? []),
    ...operations
      .filter((site) => !isOnlyParent(site, operations))
      .flatMap((site) => operationDraft(site, piece, evidence) ?? []),
    ...helperDrafts(sighting, evidence),
    ...habitDrafts(sighting, evidence),
  ]
}

/** Audits one file's text. Pure: positions are offsets, suppressions are not looked at. */
export const auditText = (
  file: string,
  text: string,
  vocabulary: CompiledVocabulary,
  surroundings: Surroundings = { project: new Set(), linked: false },
): TextAudit => {
  const sightings = piecesOf(file, text).map((piece) => {
    const seen = sight(piece, vocabulary, surroundings.bases)
    return { ...seen, hosts: seen.hosts.map((site) => settleBare(site, piece)) }
  })
  const libraries = libraryCalls(sightings, vocabulary)
  const families = familiesIn(sightings)
  if (libraries.some((draft) => draft.class !== 'none')) families.add('graphql')
  const script = sightings.some(({ piece }) => CODE.includes(piece.language.name))
  const evidence: Evidence = { families, surroundings, script, vocabulary }
  return {
    drafts: distinct([
      ...sightings.flatMap((one) => draftsOf(one, evidence)),
      ...libraries,
      ...commandLines(sightings, vocabulary),
      ...nameDrafts(sightings, evidence),
      ...installedLibraries(file, text),
    ]),
    families,
    bases: mergeBases(sightings.map((one) => one.bases)),
    pieces: sightings.map(({ piece, stretches }) => ({ piece, stretches })),
  }
}
