import { behaviours } from '../../../mappings/dsl/behaviour.ts'
import type { Finding, FindingCode } from '../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../mappings/dsl/plan.ts'
import type { Case, CasesRow, FieldRow, Row } from '../../../mappings/dsl/row.ts'
import { holds } from '../../../mappings/dsl/runtime.ts'
import { factsWords } from '../fact-words.ts'
import type { ExplainedChange } from './explanation.ts'

type Json = Readonly<Record<string, unknown>>

/** A value at a dotted path. */
export const valueAt = (document: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      document,
    )

/** Of a choice the one case that holds for this document. */
const chosenOf = (facet: CompiledFacet, { cases }: CasesRow, document: Json): Case | undefined => {
  const side = facet.plan.facet === 'read' ? 'v2' : 'old'
  const read = (path: string) => valueAt(document, path)
  const fits = cases.filter((one) => holds(one[side], read, facet.plan.blankIsAbsent))
  return fits.find((one) => Object.keys(one[side]).length > 0) ?? fits[0]
}

/** The cases that hold for this document, those inside others after them. */
const activeCases = (facet: CompiledFacet, rows: readonly Row[], document: Json): readonly Case[] =>
  rows.flatMap((row) => {
    const chosen = row.kind === 'cases' ? chosenOf(facet, row, document) : undefined
    return chosen ? [chosen, ...activeCases(facet, chosen.rows, document)] : []
  })

/** The rows that speak for this document: of each choice those of the one case that holds. */
export const activeRows = (facet: CompiledFacet, rows: readonly Row[], document: Json): readonly PlainRow[] =>
  rows.flatMap((row) => {
    if (row.kind !== 'cases') return [row]
    const chosen = chosenOf(facet, row, document)
    return chosen ? activeRows(facet, chosen.rows, document) : []
  })

type PlainRow = Exclude<Row, CasesRow>

const fieldsOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => fieldsOf(one.rows))
    return 'old' in row ? [row.old] : []
  })

/** Fields that no row moves, as they decide which rows do: v2 says the same by what it is sent, or is not. */
const decidingFields = (
  facet: CompiledFacet,
  old: Json,
  said: ReadonlySet<string>,
): readonly ExplainedChange[] => {
  const { plan } = facet
  const known = new Set(fieldsOf(plan.rows))
  const decided = activeCases(facet, plan.rows, old).flatMap((one) =>
    Object.keys(one.old)
      .filter((field) => valueAt(old, field) !== undefined && !said.has(field))
      .map((field): [string, ExplainedChange] => {
        const rule = known.has(field) ? ruleOf(plan, field) : `${plan.id}.${plan.facet}`
        return [field, { old: field, v2: '', what: 'decides', rule, why: factsWords(one.v2) }]
      }),
  )
  // A choice inside another may ask for the same again: the outer one says it all.
  return [...new Map(decided.reverse()).values()].reverse()
}

const fieldChange = (row: FieldRow, rule: string, old: unknown, v2: unknown): ExplainedChange => {
  const unchanged = JSON.stringify(old) === JSON.stringify(v2)
  const said = row.via && !unchanged ? `converted by ${row.via.name}` : ''
  return {
    old: row.old,
    v2: row.v2,
    what: row.via && !unchanged ? 'converted' : row.old === row.v2 ? 'same' : 'moved',
    rule,
    // A row's reason for its default says nothing where a value was given.
    why: [said, row.or === undefined ? row.why : '', row.mayRefuse, row.by && behaviours[row.by]]
      .filter((part) => part)
      .join('; '),
  }
}

const CODES = {
  DEFAULTED: 'defaulted',
  DROPPED: 'dropped',
  REFUSED: 'refused',
  UNKNOWN_FIELD: 'unknown',
  LOSSY: 'converted',
  TOLERATED: 'converted',
  UNREADABLE: 'refused',
  DYNAMIC: 'refused',
  ECHOED: 'served', // only an answer says so, and explain sends nothing
} as const satisfies Record<FindingCode, ExplainedChange['what']>

const v2Of = (rows: readonly PlainRow[], field: string): string => {
  const row = rows.find((one) => one.kind === 'field' && one.old === field)
  return row?.kind === 'field' ? row.v2 : ''
}

/** What became of each field that was given, then what was written for those that were not. */
export const changesUp = (
  facet: CompiledFacet,
  old: Json,
  v2: Json,
  findings: readonly Finding[],
): readonly ExplainedChange[] => {
  const rows = activeRows(facet, facet.plan.rows, old)
  const found = new Map(findings.map((finding) => [finding.rule, finding]))
  const given = rows.flatMap((row): ExplainedChange[] => {
    if (!('old' in row) || valueAt(old, row.old) === undefined) return []
    const rule = ruleOf(facet.plan, row.old)
    if (found.has(rule)) return []
    if (row.kind === 'field') {
      if (row.only === 'down') return []
      return [fieldChange(row, rule, valueAt(old, row.old), valueAt(v2, row.v2))]
    }
    if (row.kind === 'serve')
      return [{ old: row.old, v2: '', what: 'served', rule, why: `${row.why}; ${behaviours[row.by]}` }]
    return [{ old: row.old, v2: '', what: 'dropped', rule, why: row.why }]
  })
  const filled = rows.flatMap((row): ExplainedChange[] =>
    row.kind === 'fill' && valueAt(v2, row.v2) !== undefined
      ? [{ old: '', v2: row.v2, what: 'defaulted', rule: ruleOf(facet.plan, row.v2), why: row.why }]
      : [],
  )
  const told = findings.map(
    ({ code, at, rule, why }): ExplainedChange => ({
      old: at,
      v2: code === 'DEFAULTED' || code === 'LOSSY' ? v2Of(rows, at) : '',
      what: CODES[code],
      rule,
      why,
    }),
  )
  const said = new Set([...given, ...told].map((change) => change.old))
  return [...given, ...decidingFields(facet, old, said), ...filled, ...told]
}

/** What each field of an old answer is made of. */
export const changesDown = (facet: CompiledFacet, v2: Json, old: Json): readonly ExplainedChange[] => {
  const rows = activeRows(facet, facet.plan.rows, v2)
  return rows.flatMap((row): ExplainedChange[] => {
    const rule = ruleOf(facet.plan, 'old' in row ? row.old : row.v2)
    if (row.kind === 'field' && row.only !== 'up' && valueAt(v2, row.v2) !== undefined)
      return [fieldChange(row, rule, valueAt(old, row.old), valueAt(v2, row.v2))]
    if (row.kind === 'hide' && valueAt(v2, row.v2) !== undefined)
      return [{ old: '', v2: row.v2, what: 'dropped', rule, why: row.why }]
    if ((row.kind === 'drop' || row.kind === 'refuse') && valueAt(old, row.old) !== undefined)
      return [{ old: row.old, v2: '', what: 'neutral', rule, why: row.why }]
    return []
  })
}
