import { workers } from '../../../../mappings/v1/workers.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { asked } from './expansions.ts'

/** Calls under way at once; an account may have hundreds of endpoints. */
const AT_ONCE = 4
const ENDPOINTS = '/v2/serverless'
const WORKERS = '/v2/serverless/{id}/workers'

/** Maps with a few calls under way at a time; results keep their order. */
const inTurns = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await run(items[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return results
}

const workersOf = async (context: Context, endpointId: string): Promise<Json[]> => {
  const path = WORKERS.replace('{id}', encodeURIComponent(endpointId))
  const found = (await context.read({ method: 'GET', path, route: WORKERS })).workers
  const items = Array.isArray(found) ? (found as Json[]) : []
  return items.map((item) => ({ ...workers.read.down(item), endpointId }))
}

/** One call an endpoint: its workers, shown as v1's pods. */
export const expandWorkers: Behaviour = {
  after: async (context, { old, v2 }) => {
    const field = asked(context, 'expandWorkers')
    if (field === undefined) return
    const lists = await inTurns(v2, ({ id }) => workersOf(context, String(id)))
    for (const [index, item] of old.entries()) item[field] = lists[index]
  },
}

/** v1's list of pods could hold the workers of all endpoints too. */
export const workersAsPods: Behaviour = {
  after: async (context, result) => {
    if (asked(context, 'workersAsPods') === undefined) return
    const { endpoints } = await context.read({ method: 'GET', path: ENDPOINTS, route: ENDPOINTS })
    const ids = Array.isArray(endpoints) ? (endpoints as Json[]).map(({ id }) => String(id)) : []
    const found = (await inTurns(ids, (id) => workersOf(context, id))).flat()
    result.old.push(...found)
    result.v2.push(...found.map(() => ({})))
  },
}
