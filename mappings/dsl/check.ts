import { disjoint, type Facts } from './facts.ts'
import { type Plan, ruleOf } from './plan.ts'
import type { Case, CasesRow, Row } from './row.ts'

/** Thrown while a mapping is being defined: it would be ambiguous or say nothing. */
export class MappingError extends Error {
  override readonly name = 'MappingError'
}

const isOtherwise = (facts: Facts) => Object.keys(facts).length === 0

/** Any two cases must be told apart by their facts, on whichever side the facet's shape has them. */
const ambiguities = (plan: Plan, row: CasesRow, side: 'old' | 'v2'): string[] => {
  const facts = row.cases.map((one) => one[side])
  if (facts.every(isOtherwise)) return []
  return facts.flatMap((a, i) =>
    facts.slice(i + 1).flatMap((b) => {
      if (isOtherwise(a) !== isOtherwise(b) || disjoint(a, b)) return []
      return [
        `${plan.id}.${plan.facet}: two cases can both hold on the ${side} side: ${keys(a)} and ${keys(b)}`,
      ]
    }),
  )
}

const keys = (facts: Facts) => (isOtherwise(facts) ? 'otherwise' : Object.keys(facts).join('+'))

const eachRow = (rows: readonly Row[], visit: (row: Row) => string[]): string[] =>
  rows.flatMap((row) => [
    ...visit(row),
    ...(row.kind === 'cases' ? row.cases.flatMap((one) => eachRow(one.rows, visit)) : []),
  ])

/** Two rows of one list that write the same field fight; within different cases they do not. */
const fights = (
  plan: Plan,
  rows: readonly Row[],
  side: 'old' | 'v2',
  inherited: readonly string[] = [],
): string[] => {
  const seen = new Set(inherited)
  const own = rows.flatMap((row) => {
    const path = targetOf(row, side)
    if (path === undefined) return []
    if (seen.has(path)) return [`${ruleOf(plan, path)}: two rows write the ${side} field ${path}`]
    seen.add(path)
    return []
  })
  const inner = rows.flatMap((row) =>
    row.kind === 'cases' ? row.cases.flatMap((one) => fights(plan, one.rows, side, [...seen])) : [],
  )
  return [...own, ...inner]
}

const targetOf = (row: Row, side: 'old' | 'v2'): string | undefined => {
  if (row.kind === 'field') {
    const reads = side === 'v2' ? row.only === 'down' : row.only === 'up'
    return reads || (side === 'v2' && row.only === 'up') ? undefined : row[side]
  }
  return side === 'v2' && row.kind === 'fill' ? row.v2 : undefined
}

/** @throws {MappingError} naming every ambiguous case and every pair of rows that write one field. */
export const checkPlan = (plan: Plan): void => {
  const problems = [
    ...eachRow(plan.rows, (row) =>
      row.kind === 'cases' ? [...ambiguities(plan, row, 'old'), ...ambiguities(plan, row, 'v2')] : [],
    ),
    // An answer is only ever read, every other shape is only ever written.
    ...fights(plan, plan.rows, plan.facet === 'read' ? 'old' : 'v2'),
  ]
  if (problems.length > 0) throw new MappingError(problems.join('\n'))
}

const mentioned = (rows: readonly Row[], side: 'old' | 'v2'): string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => inCase(one, side))
    return side in row ? [(row as unknown as Record<string, string>)[side] as string] : []
  })

const inCase = (one: Case, side: 'old' | 'v2') => [...Object.keys(one[side]), ...mentioned(one.rows, side)]

/**
 * The leaves that no row speaks of: totality means there are none. An old field must be spoken of in this very facet,
 * or it would be lost; a v2 field may be spoken of in any (v1 could not change a template's category, and need not).
 */
export const uncovered = (plan: Plan, side: 'old' | 'v2', rows: readonly Row[]): readonly string[] => {
  const paths = mentioned(side === 'old' ? plan.rows : rows, side)
  return plan[side].filter((leaf) => !paths.some((path) => leaf === path || leaf.startsWith(`${path}.`)))
}

/** @throws {MappingError} naming each row that applies in no facet: a mapping that matches nothing is a mistake. */
export const checkAlive = (id: string, rows: readonly Row[], plans: readonly Plan[]): void => {
  const alive = new Set<Row>()
  for (const plan of plans) {
    eachRow(plan.rows, (row) => {
      alive.add(row)
      return []
    })
  }
  const dead = eachRow(rows, (row) => {
    if (row.kind === 'cases' || alive.has(row) || row.since || row.until) return []
    return [`${id}: the row for ${'old' in row ? row.old : row.v2} applies in no facet`]
  })
  if (dead.length > 0) throw new MappingError(dead.join('\n'))
}
