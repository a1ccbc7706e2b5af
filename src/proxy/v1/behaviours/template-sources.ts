import type { Behaviour, Context, Json, Result } from '../context.ts'
import { keep } from './list-filters.ts'
import { servedBy } from './rows-by.ts'

/** v2 names the copies it makes for endpoints like this. */
const ENDPOINT_BOUND = /__template__/
const CATALOG = '/v2/catalog/templates'

const append = async (context: Context, result: Result, source: string, extra: Json): Promise<void> => {
  const found = (await context.read({ method: 'GET', path: `${CATALOG}?source=${source}`, route: CATALOG }))
    .templates
  const seen = new Set(result.v2.map(({ id }) => id))
  const fresh = Array.isArray(found) ? (found as Json[]).filter(({ id }) => !seen.has(id)) : []
  result.v2.push(...fresh)
  result.old.push(...fresh.map((item) => ({ ...context.route.mapping.read.down(item), ...extra })))
}

/** Own templates always; endpoint-bound, official and public ones where the caller asked for them. */
export const templateSources: Behaviour = {
  after: async (context, result) => {
    const switches = servedBy(context.route.mapping.query, 'templateSources')
    const on = switches.filter(({ old }) => context.query.get(old) === 'true')
    const bound = switches.find((row) => row.with === undefined)
    if (!bound || !on.includes(bound)) keep(result, (_old, { name }) => !ENDPOINT_BOUND.test(String(name)))
    for (const source of on.flatMap((row) => row.with ?? []))
      await append(context, result, source, source === 'official' ? { isRunpod: true } : {})
  },
}
