import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { LossRow, Row } from '../../../../mappings/dsl/row.ts'
import type { Edit } from '../../edit/edit.ts'
import { type Reason, reasons } from '../../reason.ts'
import type { Said } from './query-parts.ts'

/** What is to be done about each parameter by itself. */
export interface Names {
  /** Those that v2 takes, some under another name. */
  readonly taken: ReadonlySet<string>
  readonly edits: readonly Edit[]
  /** The edits that take out what v2 does not take. */
  readonly dropped: readonly Edit[]
  readonly findings: readonly Finding[]
}

const rowsOf = (route: Route): readonly Row[] => flatRows(route.mapping.query?.plan.rows ?? [])

/** Decides what becomes of the parameters that are named: kept, renamed, left out; or why the call must stay. */
export const decideNames = (said: readonly Said[], route: Route): Names | Reason => {
  const rows = rowsOf(route)
  const taken = new Set<string>()
  const findings: Finding[] = []
  const edits: Edit[] = []
  const refusals: LossRow[] = []
  for (const name of new Set(said.flatMap(({ given }) => [...given.keys()]))) {
    const row = rows.find((one) => 'old' in one && one.old === name)
    if (row?.kind === 'field' && !row.via) {
      const renames = row.old === row.v2 ? [] : renamesOf(said, name, row.v2)
      if (!renames)
        return reasons.queryName(
          name,
          row.v2,
          said.some((one) => one.given.get(name)?.isApart),
        )
      edits.push(...renames)
      taken.add(name)
    } else if (row?.kind === 'drop' || row?.kind === 'refuse') {
      if (isHarmless(said, name, row)) continue
      if (row.kind === 'refuse') refusals.push(row)
      else findings.push({ code: 'DROPPED', rule: ruleOf(facet(route), name), at: name, why: row.why })
    } else if (!row) findings.push(unknown(name))
  }
  const [first] = refusals
  if (first) return refused(route, first, refusals)
  const all = said.flatMap(({ given }) => [...given.keys()])
  const others = new Set(all.filter((name) => !taken.has(name)))
  return { taken, edits, findings, dropped: said.flatMap(({ without }) => without?.(others) ?? []) }
}

const facet = (route: Route) => ({ id: route.mapping.id, facet: 'query' as const })

const renamesOf = (said: readonly Said[], name: string, to: string): readonly Edit[] | undefined => {
  const found = said.flatMap(({ given }) => given.get(name) ?? [])
  const edits = found.map(({ rename }) => rename?.(to))
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined
}

/** Whether a parameter asks for what v2 does by itself. */
const isHarmless = (said: readonly Said[], name: string, { allow }: LossRow): boolean =>
  said.every(({ given }) => {
    const one = given.get(name)
    return one === undefined || (Array.isArray(allow) && allow.some((value) => String(value) === one.literal))
  })

const refused = (route: Route, first: LossRow, all: readonly LossRow[]): Reason => ({
  rule: ruleOf(facet(route), first.old),
  why: all.map(({ old, why }) => `${old}: ${why}`).join('; '),
  fix: 'ask v2 without it, and pick or add up the records that come',
})

/** v1 took no notice of it; kept, a newer v2 might. */
const unknown = (name: string): Finding => ({
  code: 'DROPPED',
  rule: 'codemod.query',
  at: name,
  why: 'REST v1 took no notice of it in a query, and neither does v2',
})
