import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { compiler } from '../project/compiler.ts'
import { bodyAt } from '../sites/body.ts'
import { bare } from '../sites/scope.ts'
import type { Trace } from '../sites/trace.ts'
import { refusal } from './body.ts'
import { statedRefusals } from './local-body.ts'
import type { Plan } from './plan.ts'

/**
 * Calls of a function whose parameter is sent through a mapper, with a body that says outright what v2 cannot honour:
 * the function moves, and these calls are marked, since the mapper will refuse them.
 */
export const callerRefusals = (trace: Trace, plan: Plan): Plan[] => {
  const facet = facetOf(plan)
  const parameter = facet && plan.mappers.length > 0 ? parameterSent(trace, plan) : undefined
  if (!facet || !parameter) return []
  const index = parameter.parent.parameters.indexOf(parameter)
  const looksUp = plan.mappers.some(({ mapper }) => mapper.use === 'lookup')
  return trace.callers(parameter.parent).flatMap((call): Plan[] => {
    const argument = call.arguments?.[index]
    const findings = argument ? statedRefusals(trace, argument, facet, looksUp) : []
    if (findings.length === 0) return []
    const left = refusal({ kind: 'refused', findings })
    return [
      { ...plan, site: { ...plan.site, top: call }, base: [], edits: [], mappers: [], findings: [], left },
    ]
  })
}

const facetOf = ({ route, left }: Plan): CompiledFacet | undefined =>
  left || !route?.body
    ? undefined
    : (route.mapping as unknown as Record<string, CompiledFacet | undefined>)[route.body]

/** The parameter that is sent as it came. */
const parameterSent = (trace: Trace, { site }: Plan): ts.ParameterDeclaration | undefined => {
  const sent = bodyAt(trace, site.sink.body, site.scope)
  const name = sent && bare(sent.node)
  if (!name || !compiler.isIdentifier(name)) return undefined
  const symbol = compiler.isShorthandPropertyAssignment(name.parent)
    ? trace.checker.getShorthandAssignmentValueSymbol(name.parent)
    : trace.checker.getSymbolAtLocation(name)
  const declaration = symbol?.valueDeclaration
  return declaration && compiler.isParameter(declaration) ? declaration : undefined
}
