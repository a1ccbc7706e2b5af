import type { z } from 'zod'
import { flatRows } from '../../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import type { FieldRow, Row } from '../../../mappings/dsl/row.ts'

/** Whether a nested object of the old answer is there: always, where v2 says a member, or as its rows decide. */
export type There = 'always' | 'rows' | { readonly where: string }

const isRead = (row: Row): row is FieldRow =>
  row.kind === 'field' && row.only !== 'up' && row.by === undefined

const top = (path: string): string => path.split('.', 1)[0] as string

/** Members that v2 never leaves out and never nulls. */
const certain = (shape: unknown): ReadonlySet<string> => {
  const members = Object.entries((shape as { shape?: Record<string, z.ZodType> }).shape ?? {})
  return new Set(
    members.flatMap(([name, schema]) =>
      [null, undefined].some((nothing) => schema.safeParse(nothing).success) ? [] : [name],
    ),
  )
}

/** The objects that asked paths lie in, outermost first, and when the old answer had them. */
export const parentsOf = (facet: CompiledFacet, asked: readonly string[]): ReadonlyMap<string, There> => {
  const paths = asked.flatMap((path) =>
    path
      .split('.')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('.')),
  )
  const known = certain(facet.shapes[1])
  const rows = flatRows(facet.plan.rows).filter(isRead)
  return new Map(
    [...new Set(paths)].sort().flatMap((parent) => {
      const inside = rows.filter(({ old }) => old.startsWith(`${parent}.`))
      return inside.length === 0 ? [] : [[parent, thereFor(facet, inside, known)] as const]
    }),
  )
}

const thereFor = (
  { plan }: CompiledFacet,
  inside: readonly FieldRow[],
  known: ReadonlySet<string>,
): There => {
  const isPlain = (row: FieldRow): boolean => plan.rows.includes(row) && !row.v2.includes('.')
  if (inside.some((row) => isPlain(row) && known.has(row.v2))) return 'always'
  const [member = '', ...others] = new Set(inside.map(({ v2 }) => top(v2)))
  return others.length === 0 ? { where: member } : 'rows'
}
