import type { Behaviour, Context, Json, Result } from '../context.ts'

/** v2 names the copies it makes for endpoints like this. */
const ENDPOINT_BOUND = /__template__/

const asked = (context: Context, name: string) => context.query.get(name) === 'true'

const keep = (result: Result, test: (item: Json, index: number) => boolean): void => {
  const kept = result.v2.map(test)
  result.v2 = result.v2.filter((_, index) => kept[index])
  result.old = result.old.filter((_, index) => kept[index])
}

const append = async (context: Context, result: Result, source: string, extra: Json): Promise<void> => {
  const route = '/v2/catalog/templates'
  const { templates } = await context.read({ method: 'GET', path: `${route}?source=${source}`, route })
  if (!Array.isArray(templates)) return
  const seen = new Set(result.v2.map(({ id }) => id))
  const fresh = (templates as Json[]).filter(({ id }) => !seen.has(id))
  result.v2.push(...fresh)
  result.old.push(...fresh.map((item) => ({ ...context.route.mapping.read.down(item), ...extra })))
}

/** Own templates always; endpoint-bound, official and public ones where the caller asked for them. */
export const templateSources: Behaviour = {
  after: async (context, result) => {
    if (!asked(context, 'includeEndpointBoundTemplates'))
      keep(result, ({ name }) => typeof name !== 'string' || !ENDPOINT_BOUND.test(name))
    if (asked(context, 'includeRunpodTemplates'))
      await append(context, result, 'official', { isRunpod: true })
    if (!asked(context, 'includePublicTemplates')) return
    await append(context, result, 'verified', {})
    await append(context, result, 'community', {})
  },
}
