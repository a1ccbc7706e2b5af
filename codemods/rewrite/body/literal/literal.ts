import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { styleOf } from '../../mapper/helpers/style.ts'
import { missingFromV2, needsMoreCalls, sayingAlike } from '../loss.ts'
import { outOfRange } from '../refusals/out-of-range.ts'
import { type Lookup, withLookups } from '../tries/lookup.ts'
import { LOOKUPS } from '../tries/lookup-rows.ts'
import { forkedDoc } from './forked-literal.ts'
import { holesIn } from './holes-in.ts'
import { printLiteral, restyled } from './literal-text.ts'
import { readLiteral } from './literal-values.ts'
import { valueAt } from './value-at.ts'

/** What became of a body written out as an object literal. */
export type LiteralOutcome =
  | {
      readonly kind: 'edited'
      readonly edits: readonly Edit[]
      readonly findings: readonly Finding[]
      /** Whether the new literal waits for a look into v2's catalog. */
      readonly looksUp: boolean
    }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  /** The literal cannot be decided property by property; a mapper at run time can. */
  | { readonly kind: 'mapper'; readonly findings: readonly Finding[] }

/** Runs the mapping over an object literal and edits it property by property. */
export const rewriteLiteral = (
  trace: Trace,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
  lookup?: Lookup,
): LiteralOutcome => {
  const doc = readLiteral(node, (value, property) => valueAt(trace, value, property))
  if (!doc) return { kind: 'mapper', findings: [] }
  const { doc: v2 } = facet.upHoles(doc)
  const findings = unique([...bodyFindings(doc, facet, lookup), ...outOfRange(trace, facet, doc)])
  if (findings.some((one) => refuses(one, doc, facet)))
    return { kind: 'refused', findings: findings.filter((one) => refuses(one, doc, facet)) }
  if (isOpen(findings) || saysManyDefaults(v2)) return onConditions(trace, node, facet, lookup, findings)
  const style = styleOf(node.getSourceFile())
  const looked = lookup && withLookups(v2, lookup, (hole) => restyled(hole, style))
  return {
    kind: 'edited',
    edits: [printLiteral(node, looked ?? v2)],
    findings,
    looksUp: looked !== undefined,
  }
}

/** The same where the body's shape hangs on conditions that can be said in it. */
const onConditions = (
  trace: Trace,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
  lookup: Lookup | undefined,
  open: readonly Finding[],
): LiteralOutcome => {
  const forked = forkedDoc(trace, node, facet, (doc) => {
    const findings = bodyFindings(doc, facet, lookup)
    return isOpen(findings) || findings.some((one) => refuses(one, doc, facet)) ? undefined : findings
  })
  if (!forked || lookup || saysManyDefaults(forked.doc)) return { kind: 'mapper', findings: open }
  const edits = [printLiteral(node, forked.doc)]
  return { kind: 'edited', edits, findings: unique(forked.findings), looksUp: false }
}

const isOpen = (findings: readonly Finding[]): boolean =>
  findings.some(({ code }) => code === 'DYNAMIC' || code === 'UNREADABLE')

/** More defaults than these, written around values that may be absent, and a mapper is read more easily. */
const MOST_DEFAULTS = 3

/** Whether more of v1's defaults are written around expressions than a person would put up with. */
export const saysManyDefaults = (v2: unknown): boolean =>
  [...holesIn(v2)].filter(({ spare }) => spare !== undefined).length > MOST_DEFAULTS

/** All that is to be said of a body. */
export const bodyFindings = (
  doc: Readonly<Record<string, unknown>>,
  facet: CompiledFacet,
  lookup: Lookup | undefined,
): Finding[] => {
  const { doc: v2, findings: said } = facet.upHoles(doc)
  const isOpen = (name: string): boolean => sayingAlike(facet.plan, name).some((one) => isUnknown(doc[one]))
  return [
    ...needsMoreCalls(facet.plan, doc, lookup ? LOOKUPS : []),
    ...said,
    ...missingFromV2(facet, v2).filter(({ at }) => !at.split(', ').some(isOpen)),
  ]
}

/** A value that only the running program knows is not missing: a mapper sees it. */
const isUnknown = (value: unknown): boolean => isHole(value) && value.known === undefined

/** Whether a finding is for a person; one about a value that only the running program knows is for a mapper. */
export const refuses = (
  { code, at }: Finding,
  doc: Readonly<Record<string, unknown>>,
  facet: CompiledFacet,
): boolean => {
  if (code === 'UNREADABLE') {
    const value = doc[at]
    return !isHole(value) || value.known !== undefined
  }
  if (code === 'LOSSY') return !isOtherSpelling(facet, at)
  return code === 'REFUSED' || code === 'UNKNOWN_FIELD'
}

/** Another API's name for a field, which v1 took as well: it is understood, and said. */
const isOtherSpelling = (facet: CompiledFacet, at: string): boolean =>
  flatRows(facet.plan.rows).some((row) => row.kind === 'field' && row.old === at && row.only === 'up')

/** Every finding once. */
export const unique = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [`${one.code} ${one.at} ${one.why}`, one])).values(),
]
