import { satisfies } from '../../../../mappings/dsl/facts.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import type { Behaviour, Json, Result } from '../context.ts'
import { servedBy, valueAt } from './rows-by.ts'

/** Keeps the items of both forms that pass. */
export const keep = (result: Result, test: (old: Json, v2: Json) => boolean): void => {
  const kept = result.old.map((old, index) => test(old, result.v2[index] as Json))
  result.old = result.old.filter((_, index) => kept[index])
  result.v2 = result.v2.filter((_, index) => kept[index])
}

/** Whether an old-shaped item has one of the values a filter was given. */
const passes = ({ reads }: ServeRow, values: readonly string[], old: Json): boolean => {
  if (typeof reads === 'string') return values.includes(String(valueAt(old, reads)))
  return values.some((value) => {
    const facts = Object.entries(reads?.[value] ?? {})
    return facts.length > 0 && facts.every(([path, fact]) => satisfies(valueAt(old, path), fact))
  })
}

/** v1 filtered lists; v2 returns all. A repeated parameter means any of its values. */
export const listFilters: Behaviour = {
  byItem: true,
  after: ({ query, route }, result) => {
    const given = servedBy(route.mapping.query, 'listFilters').filter(({ old }) => query.has(old))
    if (given.length === 0) return
    keep(result, (item) => given.every((row) => passes(row, query.getAll(row.old), item)))
  },
}
