import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import type { Catalog } from '../../catalog.ts'
import type { Behaviour, Json } from '../context.ts'
import { servedBy } from './rows-by.ts'

/** A row with its paths taken apart once: a list may have ten thousand items. */
interface Named {
  readonly from: readonly string[]
  /** The object that the name goes into, and as what. */
  readonly into: readonly string[]
  readonly as: string
}

const namedIn = once((facet: CompiledFacet): readonly Named[] =>
  servedBy(facet, 'gpuNames').map(({ old, reads }) => {
    const into = old.split('.')
    return { from: String(reads).split('.'), as: into.pop() ?? '', into }
  }),
)

const at = (item: Json, keys: readonly string[]): unknown => {
  let value: unknown = item
  for (const key of keys) value = (value as Json | undefined)?.[key]
  return value
}

/** The catalog is shared for a minute, and so is what is made of it. */
const displayNames = once(
  (types: readonly unknown[]): ReadonlyMap<unknown, string> =>
    new Map((types as { id: string; name: string }[]).map(({ id, name }) => [id, name])),
)

const nameOne = (item: Json, { from, into, as }: Named, names: ReadonlyMap<unknown, string>): void => {
  const name = names.get(at(item, from))
  // The id stands in the object that the name goes into, or beside it: either is there.
  const parent = at(item, into) as Json | undefined
  if (name !== undefined && parent) parent[as] = name
}

const nameAll = async (catalog: Catalog, old: readonly Json[], rows: readonly Named[]): Promise<void> => {
  const types = await catalog.gpus().catch(() => undefined)
  if (!types) return
  const names = displayNames(types)
  for (const item of old) for (const row of rows) nameOne(item, row, names)
}

/** v1 said GPU types by their display names as well. An answer is never held up by a catalog that fails. */
export const gpuNames: Behaviour = {
  byItem: true,
  after: ({ catalog, route }, { old }) => {
    const rows = namedIn(route.mapping.read)
    if (!old.some((item) => rows.some(({ from }) => at(item, from) !== undefined))) return
    return nameAll(catalog, old, rows)
  },
}
