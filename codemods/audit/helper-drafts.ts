import type { Draft } from './finding.ts'
import { CODE, type Evidence, type Sighting } from './sighting.ts'

/** What makes something under a name of its own joins no path: `Blueprint('pods', __name__)`. */
const HELPER = /(?<!=\s*(?:new\s+)?[A-Z]\w*)[(,]\s*["'`](NAMES)["'`]\s*(?=[,)])/g

/** `url("pods", id, "stop")`: a path that stands nowhere in full. Only where the project calls v1 and never v2. */
export const helperDrafts = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
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
