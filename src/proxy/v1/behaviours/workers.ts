import { endpointRoutes } from '../../../../mappings/v1/endpoints.ts'
import { workerList, workers } from '../../../../mappings/v1/workers.ts'
import type { Context, Json } from '../context.ts'
import { itemsIn } from '../v2-calls.ts'
import { listOf, shownAs, whenAsked } from './expansions.ts'
import { servedBy } from './rows-by.ts'

/** Calls under way at once; an account may have hundreds of endpoints. */
const AT_ONCE = 4
const ENDPOINTS = listOf(endpointRoutes)
const [HEAD = '', TAIL = ''] = workerList.path.split('{id}')

/** Maps with a few calls under way at a time; results keep their order, and the first failure ends it. */
const inTurns = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const work = async () => {
    try {
      for (let at = next++; at < items.length; at = next++) results[at] = await run(items[at] as T)
    } catch (error) {
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return results
}

interface Crew {
  readonly workers: Json[]
  readonly version: unknown
}

const crewOf = async (context: Context, { id }: Json): Promise<Crew> => {
  // An endpoint without an id cannot be asked, and none of it is worth the whole answer.
  if (typeof id !== 'string' || id === '') return { workers: [], version: undefined }
  const path = HEAD + encodeURIComponent(id) + TAIL
  const answer = await context.read({ method: 'GET', path, route: workerList.path })
  const shown = shownAs(context, workers, itemsIn(answer, workerList.list))
  const ownField = servedBy(workers.read, 'expandWorkers')[0]?.old
  if (ownField !== undefined) for (const worker of shown) worker[ownField] = id
  return { workers: shown, version: answer[workerList.version] ?? undefined }
}

/** One call an endpoint: its workers, shown as v1's pods, and the version they are to run. */
export const expandWorkers = whenAsked('expandWorkers', async (context, { old, v2 }, row) => {
  const [list, version] = row.with ?? []
  if (list === undefined || version === undefined) return
  const crews = await inTurns(v2, (item) => crewOf(context, item))
  for (const [index, item] of old.entries()) {
    item[list] = crews[index]?.workers
    item[version] = crews[index]?.version
  }
})

/** v1's list of pods could hold the workers of all endpoints too. */
export const workersAsPods = whenAsked('workersAsPods', async (context, result) => {
  const endpoints = await context.list(ENDPOINTS.v2.path, ENDPOINTS.list ?? '')
  const crews = await inTurns(endpoints, (item) => crewOf(context, item))
  for (const worker of crews.flatMap((crew) => crew.workers)) {
    result.old.push(worker)
    result.v2.push({})
  }
})
