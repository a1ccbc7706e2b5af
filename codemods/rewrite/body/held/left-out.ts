import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isLeftOut, namesParsed } from '../../../sites/schemas/parsed-names.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { missingFromV2 } from '../loss.ts'
import { thereAs } from './held-body.ts'
import { passedFor } from './made.ts'
import { namesHeld } from './may-hold.ts'

/** What v2 wants said, v1 did without, and the type of a body that comes in, or its schema, lets whoever gives it leave out. */
export const missingWhereLeftOut = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] => {
  const names = facet.plan.facet === 'create' ? namesHeld(trace, node) : undefined
  const optional = names ? optionalIn(trace, node) : []
  if (!names || optional.length === 0) return []
  const said = names.filter((one) => !optional.includes(one)).map((one) => [one, thereAs(one)] as const)
  const wanted = new Set(facet.shapes[0]?.safeParse({}).error?.issues.map(({ path }) => path[0]))
  return missingFromV2(facet, facet.upHoles(Object.fromEntries(said)).doc)
    .filter(({ at }) => optional.includes(at) && !wanted.has(at))
    .map((one): Finding => ({ ...one, code: 'TOLERATED', why: `where it is not given: ${one.why}` }))
}

/** The members of a body that comes in which need not be there; none where it is made in sight. */
const optionalIn = (trace: Trace, node: ts.Expression): readonly string[] => {
  if (namesParsed(trace, node)) return namesParsed(trace, node, isLeftOut) ?? []
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !compiler.isParameter(declared) || passedFor(trace, declared).length > 0) return []
  const type = trace.checker.getNonNullableType(trace.checker.getTypeAtLocation(node))
  return type
    .getProperties()
    .filter(({ flags }) => (flags & compiler.SymbolFlags.Optional) !== 0)
    .map(({ name }) => name)
}
