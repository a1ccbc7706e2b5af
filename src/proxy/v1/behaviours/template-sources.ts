import { publicTemplates, templates } from '../../../../mappings/v1/templates.ts'
import type { Behaviour, Context, Result } from '../context.ts'
import { isOn, shownAs } from './expansions.ts'
import { keep } from './list-filters.ts'
import { servedBy } from './rows-by.ts'

const { path, list, by, endpointBound } = publicTemplates

/** Adds the public templates of one source, and marks those of the source that an old answer marked. */
const append = async (context: Context, result: Result, source: string): Promise<void> => {
  const found = await context.list(`${path}?${by}=${source}`, list, path)
  const seen = new Set(result.v2.map(({ id }) => id))
  const fresh = found.filter(({ id }) => !seen.has(id))
  const shown = shownAs(context, templates, fresh)
  for (const row of servedBy(context.route.mapping.read, 'templateSources'))
    if (row.with?.includes(source)) for (const item of shown) item[row.old] = true
  result.v2.push(...fresh)
  result.old.push(...shown)
}

/** Own templates always; endpoint-bound, official and public ones where the caller asked for them. */
export const templateSources: Behaviour = {
  byItem: true,
  after: async (context, result) => {
    const switches = servedBy(context.route.mapping.query, 'templateSources')
    const on = switches.filter(({ old }) => isOn(context, old))
    const bound = switches.find((row) => row.with === undefined)
    if (!bound || !on.includes(bound)) keep(result, (_old, { name }) => !endpointBound.test(String(name)))
    for (const source of on.flatMap((row) => row.with ?? [])) await append(context, result, source)
  },
}
