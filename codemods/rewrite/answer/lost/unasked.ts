import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { saidQueries } from '../../address/query/query-said.ts'

/** Members that the old API said only where the query asked for them, of a call that does not: nothing is lost with them. */
export const unaskedOf = (trace: Trace, site: Site, route: Route): ReadonlySet<string> => {
  const asking = servedIn(route, 'query').filter((row) => row.with !== undefined)
  if (asking.length === 0) return new Set()
  const { addresses, options } = saidQueries(trace, site, site.located)
  const said = [...addresses, ...(options ? [options] : [])]
  if (said.some((one) => one === 'hidden' || one.open)) return new Set()
  const names = new Set(said.flatMap((one) => (one === 'hidden' ? [] : [...one.given.keys()])))
  const added = servedIn(route, 'read').filter((row) => asking.some(({ by }) => by === row.by))
  const asked = new Set(asking.filter(({ old }) => names.has(old)).map(({ by }) => by))
  return new Set(added.filter(({ by }) => !asked.has(by)).map(({ old }) => old))
}

const servedIn = ({ mapping }: Route, facet: 'query' | 'read'): readonly ServeRow[] => {
  const { plan } = mapping[facet] ?? {}
  return flatRows(plan?.rows ?? []).filter((row): row is ServeRow => row.kind === 'serve')
}
