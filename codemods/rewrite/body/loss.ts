import type * as z from 'zod'
import { factBehind } from '../../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../mappings/dsl/flat-rows.ts'
import { type Hole, isHole } from '../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { type Plan, ruleOf } from '../../../mappings/dsl/plan.ts'
import type { FieldRow, Row, ServeRow } from '../../../mappings/dsl/row.ts'
import { holds } from '../../../mappings/dsl/runtime.ts'

/** The rows that speak of a body: of a choice, those of the case that holds. What is undecided, `up` itself reports. */
export const rowsInForce = (
  plan: Plan,
  rows: readonly Row[],
  doc: Readonly<Record<string, unknown>>,
): Row[] =>
  rows.flatMap((row): Row[] => {
    if (row.kind !== 'cases') return [row]
    const read = (path: string): unknown => doc[path]
    const specific = row.cases.filter(({ old }) => Object.keys(old).length > 0)
    const held = specific.filter(({ old }) => holds(old, read, plan.blankIsAbsent) !== false)
    const others = row.cases.filter(({ old }) => Object.keys(old).length === 0)
    const chosen = held.length > 0 ? held : others
    return chosen.flatMap((one) => rowsInForce(plan, one.rows, doc))
  })

/** Whether the proxy's function behind a row only orders a list of which v2 takes one. */
export const ordersOneOf = (plan: Plan, row: ServeRow): boolean =>
  flatRows(plan.rows).some((other) => other.kind === 'field' && other.by === row.by && takesOneOf(other))

/** A list of choices of which v2 takes one: safe where there is only one. */
export const takesOneOf = (row: FieldRow): boolean => row.via?.sourceOfItems !== undefined

const blankValues = [undefined, null, false, ''] as readonly unknown[]

const isBlank = (value: unknown): boolean => {
  if (!isHole(value)) return value === undefined
  if (!value.known) return false
  return (
    blankValues.includes(value.known.value) ||
    (Array.isArray(value.known.value) && value.known.value.length === 0)
  )
}

/**
 * What a body asks for that v2 itself cannot do: in traffic the proxy makes a second call for it; in source text a
 * person decides, or the program does it itself.
 * @param served behaviours that generated code takes care of
 */
export const needsMoreCalls = (
  plan: Plan,
  doc: Readonly<Record<string, unknown>>,
  served: readonly string[] = [],
): Finding[] =>
  rowsInForce(plan, plan.rows, doc).flatMap((row): Finding[] => {
    if ('by' in row && row.by && served.includes(row.by)) return []
    if (row.kind === 'serve') return servedBy(plan, row, doc[row.old])
    if (row.kind !== 'field' || !row.by || saidOtherwise(plan, row, doc)) return []
    return fieldBy(plan, row, doc[row.old])
  })

/** The old fields that v2 has one for, of which a body says one: `gpuTypeIds` and `gpuTypeId`. */
export const sayingAlike = (plan: Plan, name: string): readonly string[] => {
  const fields = flatRows(plan.rows).filter((row) => row.kind === 'field')
  const said = new Set(fields.flatMap(({ old, v2 }) => (old === name ? [v2] : [])))
  return [name, ...fields.flatMap(({ old, v2 }) => (said.has(v2) ? [old] : []))]
}

/** Whether generated code takes care of an old field. */
export const isServed = (plan: Plan, old: string, served: readonly string[]): boolean =>
  flatRows(plan.rows).some(
    (row) => 'old' in row && row.old === old && 'by' in row && served.includes(row.by ?? ''),
  )

/** Whether another old field says what this one left out. */
const saidOtherwise = (plan: Plan, row: FieldRow, doc: Readonly<Record<string, unknown>>): boolean =>
  row.fills === true &&
  flatRows(plan.rows).some(
    (other) => other.kind === 'field' && other !== row && other.v2 === row.v2 && !isBlank(doc[other.old]),
  )

const servedBy = (plan: Plan, row: ServeRow, value: unknown): Finding[] => {
  if (isBlank(value) || (isHole(value) && value.known && row.allow?.includes(value.known.value))) return []
  const code = ordersOneOf(plan, row) ? 'DROPPED' : 'REFUSED'
  const fix = row.fix ? { fix: row.fix } : {}
  return [{ code, rule: ruleOf(plan, row.old), at: row.old, why: row.why, ...fix }]
}

const fieldBy = (plan: Plan, row: FieldRow, value: unknown): Finding[] => {
  if (isBlank(value) !== (row.fills ?? false)) return []
  if (takesOneOf(row)) {
    const count = isHole(value) ? (value.items?.length ?? knownLength(value)) : undefined
    if (count === undefined || count <= 1) return []
  }
  const why = row.by ? factBehind(row.by) : 'v2 takes one'
  // What was left out is to be said, not to be done without.
  const fix = row.fills ? { fix: `say ${row.old}` } : {}
  return [{ code: 'REFUSED', rule: ruleOf(plan, row.old), at: row.old, why, ...fix }]
}

const knownLength = (hole: Hole): number | undefined =>
  Array.isArray(hole.known?.value) ? hole.known.value.length : undefined

/** What v2 requires and the new body does not say: half a mount, for one. */
export const missingFromV2 = (facet: CompiledFacet, doc: Readonly<Record<string, unknown>>): Finding[] => {
  const schema = facet.shapes[1]
  const parsed = schema?.safeParse(plain(doc))
  if (!parsed || parsed.success) return []
  return parsed.error.issues.flatMap((issue): Finding[] => {
    const path = issue.path.map(String).join('.')
    const value = reach(doc, issue.path)
    const at = facet.wording.field(path)
    const finding = { code: 'REFUSED' as const, rule: ruleOf(facet.plan, at), at }
    if (issue.code === 'invalid_type' && value === undefined)
      return [{ ...finding, why: `v2 wants ${path} said`, fix: `say ${at}` }]
    const isKnown = value !== true && value !== undefined && (!isHole(value) || value.known !== undefined)
    const range = isKnown ? rangeOf(issue) : undefined
    if (range)
      return [{ ...finding, why: `v2 takes ${range} for ${path}`, fix: `say such a number for ${at}` }]
    if (issue.code !== 'invalid_value' || !isKnown) return []
    const values = issue.values.map(String).join(', ')
    return [{ ...finding, why: `v2 takes ${values} for ${path}`, fix: `choose one of these for ${at}` }]
  })
}

/** What v2 takes of a number that is too small or too big for it. */
const rangeOf = (issue: z.core.$ZodIssue): string | undefined => {
  if ((issue.code !== 'too_small' && issue.code !== 'too_big') || !/^(int|number)$/.test(issue.origin)) return
  return issue.code === 'too_small' ? `${issue.minimum} or more` : `${issue.maximum} at most`
}

const reach = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => {
    if (isHole(at)) return true
    return typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined
  }, value)

const plain = (value: unknown): unknown => {
  if (isHole(value)) return value.known ? value.known.value : value.text
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}
