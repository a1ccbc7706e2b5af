import type { Draft } from '../finding.ts'
import type { PathSite } from '../seen/calls.ts'
import { doubledHabit, envelopeHabit, productHabits } from '../seen/habits.ts'
import type { Evidence, Sighting } from '../seen/sighting.ts'

/** v1's habits in calls of v2. */
export const habitDrafts = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
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
