import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import type { FieldRow, ServeRow } from '../../../../mappings/dsl/row.ts'
import type { Context, Json, V2Call } from '../context.ts'

const knownOf = once((facet: CompiledFacet) => {
  const rows = flatRows(facet.plan.rows)
  const fields = rows.filter((row): row is FieldRow => row.kind === 'field')
  const served = rows.filter((row): row is ServeRow => row.kind === 'serve')
  return { fields: groupBy(fields, ({ by }) => by), served: groupBy(served, ({ by }) => by) }
})

const NONE: never[] = []

/** The fields whose conversion a behaviour completes: the mapping names them, the behaviour need not. */
export const fieldsBy = (facet: CompiledFacet | undefined, name?: BehaviourName): readonly FieldRow[] =>
  (facet && knownOf(facet).fields.get(name)) ?? NONE

/** The old fields that a behaviour honours instead of a v2 field. */
export const servedBy = (facet: CompiledFacet | undefined, name: BehaviourName): readonly ServeRow[] =>
  (facet && knownOf(facet).served.get(name)) ?? NONE

/** The call that reads what an update or an action is about: v2's path up to the id. */
export const ownCall = ({ route, id }: Context): V2Call => {
  const [head] = route.around
  return { method: 'GET', path: head + id, route: `${head}{id}` }
}

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)[key] : undefined

/** The value at a dotted path; undefined where something on the way is missing. */
export const valueAt = (root: unknown, path: string): unknown => {
  let value = root
  let from = 0
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
    value = within(value, path.slice(from, dot))
    from = dot + 1
  }
  return within(value, from === 0 ? path : path.slice(from))
}

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
