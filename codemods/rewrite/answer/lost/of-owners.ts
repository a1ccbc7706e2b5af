import { definedMappings, type Resource } from '../../../../mappings/dsl/mapping.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { isGraphql } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'
import { nodes } from '../../../../mappings/schemas/walk.ts'

/** A member of an object of the old answer that v2 does not say. */
export interface MemberUnsaid {
  readonly rule: string
  readonly why: string
  readonly path: readonly string[]
  /** All members that the object had. */
  readonly beside: ReadonlySet<string>
}

/**
 * What the old answer said in an object of which v2 says only some members: `machine.gpuType`. Of those that another
 * answer of the old APIs has as well (`location`, of a data center), a name alone tells nothing.
 */
export const membersUnsaid = ({ mapping }: Route, rows: readonly Row[]): MemberUnsaid[] => {
  const [shape] = mapping.read.shapes
  if (!shape || isGraphql(mapping)) return []
  const said = nodes(shape).map(({ path }) => path)
  const known = new Set(rows.flatMap((row) => ('old' in row ? [row.old] : [])))
  const others = memberNames(definedMappings())
  return rows.flatMap((row) => {
    if (row.kind !== 'drop' || row.neutral !== undefined) return []
    const within = `${row.old}.`
    if (!rows.some((one) => one.kind === 'field' && one.old.startsWith(within))) return []
    const members = said.flatMap((path) => (path.startsWith(within) ? [path.slice(within.length)] : []))
    return members
      .filter((name) => !name.includes('.') && !known.has(within + name) && !others.has(name))
      .map((name) => ({
        rule: `${mapping.id}.read.${row.old}`,
        why: row.why,
        path: [row.old, name],
        beside: new Set(members),
      }))
  })
}

/** The members of all that the old APIs answered. */
const memberNames = once(
  (mappings: readonly Resource[]): ReadonlySet<string> =>
    new Set(
      mappings.flatMap(({ read }) => read?.plan.old.map((path) => path.split(/[.[{]/)[0] as string) ?? []),
    ),
)
