import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { mutedLosses } from '../../body/refusals/runtime-refusals.ts'
import type { Asked, ReadText } from '../document/graphql-document.ts'
import { innerArguments } from '../graphql-questions.ts'
import { bodyAsked } from './graphql-loss.ts'

/** What v2 cannot be asked for of the questions below a field (`lowestPrice(input: …)`): the answer is not narrowed by it. */
export const questionLoss = (
  trace: Trace,
  site: Site,
  read: ReadText,
  asked: Asked,
  facet: CompiledFacet | undefined,
): Finding[] => {
  const questions = facet ? Object.values(innerArguments(asked) ?? {}) : []
  return questions.flatMap(({ given }) =>
    given.flatMap(({ name }): Finding[] => {
      const body = bodyAsked(trace, site, read, { ...asked, arguments: given }, name.value)
      if (!facet || body.sent) return facet && body.sent ? mutedLosses(trace, body.sent.value, facet) : []
      return facet.upHoles(body.given ?? {}).findings.filter(({ code }) => code === 'DROPPED')
    }),
  )
}
