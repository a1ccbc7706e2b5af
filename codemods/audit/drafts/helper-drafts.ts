import type { Draft } from '../finding.ts'
import { CODE, type Evidence, type Sighting } from '../seen/sighting.ts'

/** What makes something under a name of its own joins no path: `Blueprint('pods', __name__)`. */
const HELPER = /(?<!=\s*(?:new\s+)?[A-Z]\w*)[(,]\s*["'`](NAMES)["'`]\s*(?=[,)])/g

/** Code of a project that calls v1 and never v2, which names the service and says no address itself. */
const mayBuildPaths = ({ piece }: Sighting, { families, surroundings, vocabulary }: Evidence): boolean => {
  const { project } = surroundings
  return (
    families.size === 0 &&
    project.has('v1') &&
    !project.has('v2') &&
    CODE.includes(piece.language.name) &&
    vocabulary.products.some((product) => piece.text.toLowerCase().includes(product))
  )
}

/** `url("pods", id, "stop")`: a path that stands nowhere in full. */
export const helperDrafts = (sighting: Sighting, evidence: Evidence): readonly Draft[] => {
  if (!mayBuildPaths(sighting, evidence)) return []
  const { piece } = sighting
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
