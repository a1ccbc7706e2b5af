import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { FieldRow, Row, ServeRow } from '../../../../mappings/dsl/row.ts'
import type { Json } from '../context.ts'

const flat = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap((one) => flat(one.rows)) : [row]))

const known = new WeakMap<CompiledFacet, Row[]>()
const rowsOf = (facet: CompiledFacet): Row[] => {
  const rows = known.get(facet) ?? flat(facet.plan.rows)
  known.set(facet, rows)
  return rows
}

/** The fields whose conversion a behaviour completes: the mapping names them, the behaviour need not. */
export const fieldsBy = (facet: CompiledFacet | undefined, name: BehaviourName): FieldRow[] =>
  facet ? rowsOf(facet).filter((row): row is FieldRow => row.kind === 'field' && row.by === name) : []

/** The old fields that a behaviour honours instead of a v2 field. */
export const servedBy = (facet: CompiledFacet | undefined, name: BehaviourName): ServeRow[] =>
  facet ? rowsOf(facet).filter((row): row is ServeRow => row.kind === 'serve' && row.by === name) : []

/** The value at a dotted path; undefined where something on the way is missing. */
export const valueAt = (root: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Json)[key] : undefined),
      root,
    )

/** Sets the value at a dotted path, making the objects on the way. */
export const setAt = (root: Json, path: string, value: unknown): void => {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Json>((object, key) => {
    object[key] ??= {}
    return object[key] as Json
  }, root)
  parent[last] = value
}
