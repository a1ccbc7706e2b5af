import type { ts } from 'ts-morph'
import { type Fact, satisfies } from '../../../../mappings/dsl/facts.ts'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { type Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { isGraphql, type Plan, ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Case, FieldRow, LossRow, Row, ServeRow } from '../../../../mappings/dsl/row.ts'
import { allowed, holds } from '../../../../mappings/dsl/runtime.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { saidOnce } from '../../reason-text.ts'
import { statedBody } from '../held/local-body.ts'
import { mayHold, namesSeen } from '../held/may-hold.ts'
import { looseBody } from '../held/overridden.ts'
import { ordersOneOf, takesOneOf } from '../loss.ts'
import { isOne } from '../tries/tries.ts'

/**
 * What a mapper will refuse, when the program runs, of a body that nobody can see yet: said where the call is, since a
 * create that throws is worse where nobody was told.
 * @param served behaviours that generated code takes care of
 */
export const runtimeRefusals = (
  trace: Trace,
  node: ts.Expression,
  { plan }: CompiledFacet,
  served: readonly string[],
): Finding[] => {
  const inner = bare(node)
  const { doc, isWhole } = looseBody(trace, inner)
  return refusedLater({ plan }, doc, (name) => !isWhole && mayHold(trace, inner, name), served)
}

/**
 * The same of a body that is a document.
 * @param mayHave whether a field that the document does not say may be there
 */
export const refusedLater = (
  { plan }: Pick<CompiledFacet, 'plan'>,
  doc: Readonly<Record<string, unknown>>,
  mayHave: (name: string) => boolean,
  served: readonly string[],
): Finding[] => {
  const mayBe = (row: Refusing): boolean => {
    if (!(row.old in doc)) return mayHave(row.old)
    const value = doc[row.old]
    // What is refused whatever else the body says has kept the call where it is: here a value that nobody sees decides.
    if (!isUnknown(value)) return row.kind === 'refuse' && !allowed(plainOf(value), row.allow)
    return !(row.kind === 'field' && takesOneOf(row) && isOne(value))
  }
  const mayBeSo = (name: string, fact: Fact): boolean =>
    name in doc
      ? holds({ [name]: fact }, (path) => doc[path], plan.blankIsAbsent) !== false
      : mayHave(name) || satisfies(undefined, fact)
  const refused = flatRows(possibleRows(plan.rows, mayBeSo)).filter((row): row is Refusing =>
    isRefused(plan, row, served),
  )
  const rows = refused.filter(mayBe)
  const names = [...new Set(rows.map(({ old }) => old))]
  if (names.length === 0) return []
  const api = isGraphql(plan) ? 'GraphQL' : 'v1'
  const all = names.length > 1 ? 'of these, v2 cannot do' : 'v2 cannot do with it'
  const why = `${all} all that ${api} did: what it cannot, is refused when the program runs`
  const whys = rows.flatMap(({ old, why: one }) => (one ? { at: old, why: one } : []))
  const given = names.length > 1 ? `gives one of them: ${saidOnce(whys)}` : `relies on that: ${whys[0]?.why}`
  const fix = `see whether the program ${given}`
  const at = names.join(', ')
  return [
    { code: 'TOLERATED', rule: ruleOf(plan, names[0] ?? ''), at, why, ...(whys.length > 0 ? { fix } : {}) },
  ]
}

/**
 * What a mapper leaves out of a body that says it, or whose type or maker names it: nobody else would say so.
 * Of the fields that those name, those that only some bodies lose are not among them.
 */
export const mutedLosses = (trace: Trace, node: ts.Expression, facet: CompiledFacet): Finding[] => {
  const { plan } = facet
  const inner = bare(node)
  const { doc } = statedBody(trace, inner)
  const stated = statedLosses(facet, doc)
  const type = trace.checker.getNonNullableType(trace.checker.getTypeAtLocation(inner))
  const seen = namesSeen(trace, inner)
  const named = plan.rows.flatMap((row): Finding[] => {
    if (row.kind !== 'drop') return []
    const said = doc[row.old]
    const isNamed = type.getProperty(row.old) || (!(row.old in doc) && seen.includes(row.old))
    if (!isUnknown(said) && !isNamed) return []
    const why = isUnknown(said) && !said.mayBeAbsent ? row.why : `where it is given: ${row.why}`
    return [{ code: 'DROPPED', rule: ruleOf(plan, row.old), at: row.old, why }]
  })
  return [...stated, ...named.filter(({ at }) => !stated.some((one) => one.at === at))]
}

/** What rows drop of a body, whatever those of its values are that only the running program knows. */
const statedLosses = (facet: CompiledFacet, doc: Readonly<Record<string, unknown>>): Finding[] => {
  const known = Object.fromEntries(Object.entries(doc).filter(([, value]) => !isUnknown(value)))
  const rows = flatRows(facet.plan.rows)
  const drops = ({ at, why }: Finding): boolean =>
    at in known && rows.some((row) => row.kind === 'drop' && row.old === at && row.why === why)
  const least = facet.upHoles(known).findings.filter(drops)
  return facet.upHoles(doc).findings.filter((one) => drops(one) && least.some(({ at }) => at === one.at))
}

/** The rows without the cases that a body which says no such thing cannot be (`computeType: 'CPU'`). */
const possibleRows = (rows: readonly Row[], mayBeSo: (name: string, fact: Fact) => boolean): Row[] => {
  const isPossible = ({ old }: Case): boolean =>
    Object.entries(old).every(([name, fact]) => name.includes('.') || mayBeSo(name, fact))
  return rows.map((row) =>
    row.kind === 'cases'
      ? {
          ...row,
          cases: row.cases
            .filter(isPossible)
            .map((one) => ({ ...one, rows: possibleRows(one.rows, mayBeSo) })),
        }
      : row,
  )
}

type Refusing = FieldRow | LossRow | ServeRow

const isUnknown = (value: unknown): value is Hole => isHole(value) && !value.known

const plainOf = (value: unknown): unknown => (isHole(value) ? value.known?.value : value)

/** Whether a mapper has a value of this field that it throws at. */
const isRefused = (
  plan: Plan,
  row: Row,
  served: readonly string[],
): row is Row & { readonly old: string } => {
  if ('by' in row && row.by && served.includes(row.by)) return false
  if (row.kind === 'refuse' || (row.kind === 'drop' && row.guards)) return true
  if (row.kind === 'serve') return !ordersOneOf(plan, row)
  return row.kind === 'field' && row.by !== undefined && row.only !== 'down' && !row.fills
}
