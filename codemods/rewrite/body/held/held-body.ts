import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { missingFromV2 } from '../loss.ts'
import { docsSent } from '../steps/stepped-body.ts'
import { namesHeld } from './may-hold.ts'

/** What becomes of a body that goes through a mapper, where it is known which members it may have. */
export interface HeldBody {
  /** What v2 wants said and the body never says: every call would be refused. */
  readonly missing: readonly Finding[]
  /** What neither API knows: v2 refuses it where it is given. */
  readonly strange: readonly Finding[]
  /** What of that the type of the body says is always there. */
  readonly alwaysStrange: readonly Finding[]
}

/** Holds the members that a body may have against what v2 wants, and knows. */
export const heldBody = (trace: Trace, node: ts.Expression, facet: CompiledFacet): HeldBody => {
  const names = namesHeld(trace, node) ?? []
  const { doc, findings } = facet.upHoles(Object.fromEntries(names.map((name) => [name, thereAs(name)])))
  const isOfCreate = (at: string): boolean => facet.plan.facet === 'update' && facet.plan.takenByCreate(at)
  const isKnown = (at: string): boolean =>
    facet.plan.v2.some((path) => path.split('.')[0] === at) && !isOfCreate(at)
  const strange = findings.filter(({ code, at }) => code === 'UNKNOWN_FIELD' && !isKnown(at))
  const isNeverSaid = ({ at }: Finding): boolean =>
    /^\w+$/.test(at) &&
    !names.includes(at) &&
    !deciding(facet.plan.rows, at).some((one) => names.includes(one))
  const isNew = facet.plan.facet === 'create' && names.length > 0
  return {
    strange,
    alwaysStrange: strange.filter(({ at }) => isAlwaysThere(trace, node, at)),
    missing: isNew ? missingFromV2(facet, doc).filter(isNeverSaid) : [],
  }
}

/** Where nulls are not held apart, undefined is of the type of anything. */
const MAY_BE_NOTHING = compiler.TypeFlags.Undefined | compiler.TypeFlags.Any

const isAlwaysThere = ({ checker }: Trace, node: ts.Expression, name: string): boolean => {
  const held = checker.getTypeAtLocation(bare(node)).getProperty(name)
  if (!held || (held.flags & compiler.SymbolFlags.Optional) !== 0) return false
  return (checker.getTypeOfSymbol(held).flags & MAY_BE_NOTHING) === 0
}

/** What v2 wants said and the body says on some ways alone: the call is refused where the program takes another. */
export const missingOnWays = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] => {
  const docs = facet.plan.facet === 'create' ? (docsSent(trace, node) ?? []) : []
  const isOpen = (name: string): boolean => docs.some((doc) => isHole(doc[name]))
  return docs.flatMap((doc) =>
    missingFromV2(facet, facet.upHoles(doc).doc)
      .filter(({ at }) => !(at in doc) && docs.some((other) => at in other))
      .filter(({ at }) => !deciding(facet.plan.rows, at).some(isOpen))
      .map((one): Finding => ({ ...one, code: 'TOLERATED', why: `where it is not given: ${one.why}` })),
  )
}

/** A value that is there. */
export const thereAs = (name: string): Hole => new Hole(name, { never: [0, '0', '', false] })

/** The members on whose values it hangs whether a field is wanted (`computeType`). */
const deciding = (rows: readonly Row[], at: string): string[] =>
  rows.flatMap((row) => {
    if (row.kind !== 'cases' || !flatRows([row]).some((one) => 'old' in one && one.old === at)) return []
    return row.cases.flatMap(({ old, rows: inner }) => [...Object.keys(old), ...deciding(inner, at)])
  })
