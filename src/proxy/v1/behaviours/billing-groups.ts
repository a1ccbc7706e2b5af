import { podRoutes } from '../../../../mappings/v1/pod-routes.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { listOf } from './expansions.ts'
import { keep } from './list-filters.ts'
import { servedBy } from './rows-by.ts'

const isAmount = (value: unknown): value is number => typeof value === 'number'

/** Sums the numbers of records that agree in everything else, in the order they first appear. */
const sumAlike = (records: readonly Json[]): Json[] => {
  const groups = new Map<string, Json>()
  for (const record of records) {
    const names = Object.entries(record).filter(([, value]) => !isAmount(value))
    const key = JSON.stringify(names.sort(([a], [b]) => (a < b ? -1 : 1)))
    const group = groups.get(key)
    if (!group) groups.set(key, { ...record })
    else
      for (const [name, value] of Object.entries(record))
        if (isAmount(value)) group[name] = Number(group[name] ?? 0) + value
  }
  return [...groups.values()]
}

/** v1 gave one record a bucket for all volumes; v2 gives one for each. */
export const sumBuckets: Behaviour = {
  after: (_context, result) => {
    result.old = sumAlike(result.old)
  },
}

/** The GPU type of every pod that still exists. */
const gpuOfPods = async (context: Context): Promise<Map<unknown, unknown>> => {
  const { v2, list = '' } = listOf(podRoutes)
  const items = (await context.list(v2.path, list)) as { id?: string; gpu?: { id?: string } | null }[]
  return new Map(items.map(({ id, gpu }) => [id, gpu?.id]))
}

/** v1 summed pods by GPU type unless asked for pods; v2 bills by pod, and only pods that still exist say their type. */
export const billingGroups: Behaviour = {
  before: (context) => {
    const [, grouping] = servedBy(context.route.mapping.query, 'billingGroups')
    const asked = grouping ? context.query.getAll(grouping.old) : []
    if (grouping && asked.some((one) => !grouping.with?.includes(one)))
      throw notGrouped(grouping.old, grouping.with ?? [])
  },
  after: async (context, result) => {
    const [filter, grouping] = servedBy(context.route.mapping.query, 'billingGroups')
    const [byType = '', byPod = ''] = grouping?.with ?? []
    const wanted = filter ? context.query.getAll(filter.old) : []
    const chosen = grouping ? (context.query.get(grouping.old) ?? byType) : byType
    if (chosen === byPod && wanted.length === 0) return
    const types = await gpuOfPods(context)
    for (const record of result.old) if (types.get(record[byPod])) record[byType] = types.get(record[byPod])
    if (wanted.length > 0) keep(result, (record) => wanted.includes(String(record[byType])))
    if (chosen === byPod) for (const record of result.old) delete record[byType]
    else result.old = sumAlike(result.old.map(({ [byPod]: _pod, ...record }) => record))
    const vanished = result.v2.some((record) => !types.has(record[byPod]))
    if (vanished && grouping) context.notes.push(someUnknown(context, grouping.old))
  },
}

/** Sums of another kind than were asked for would be taken for those. */
const notGrouped = (field: string, known: readonly string[]): ProxyError =>
  new ProxyError('FIELD_REFUSED', `Nothing was sent: ${field}: expected one of ${known.join(', ')}`, {
    at: field,
  })

const someUnknown = (context: Context, field: string) => ({
  code: 'LOSSY' as const,
  rule: `${context.route.mapping.id}.query.${field}`,
  at: field,
  why: 'pods that no longer exist do not say their GPU type any more: their amounts are summed apart, without one',
})
