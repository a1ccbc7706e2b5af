import { poolOf, poolsHolding } from '../../../../mappings/shared/stock.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { fieldsBy, valueAt } from './rows-by.ts'

interface GpuType {
  readonly id: string
  readonly pool: string | null
}

interface EndpointGpu {
  pools?: string[]
  excludedTypes?: string[]
}

const typesOf = async ({ catalog }: Context) => (await catalog.gpus()) as readonly GpuType[]

const resolve = (
  types: readonly GpuType[],
  names: readonly string[],
  field: string,
): Required<EndpointGpu> => {
  const unknown = names.filter((name) => poolOf(types, name) === undefined)
  if (unknown.length > 0) throw unknownTypes(field, unknown)
  return poolsHolding(types, names)
}

const unknownTypes = (field: string, names: readonly string[]) => {
  const said = names.map((name) => `"${name.slice(0, 64)}"`).join(', ')
  const detail = `Nothing was sent: ${field}: no serverless GPU pool of v2 holds ${said}`
  return new ProxyError('FIELD_REFUSED', detail, { at: field })
}

const gpuOf = (item: Json | undefined): EndpointGpu | undefined =>
  (item?.gpu ?? undefined) as EndpointGpu | undefined

/** v1 named GPU types; v2 names pools of them and the types to leave out. */
export const gpuPools: Behaviour = {
  byItem: true,
  before: async (context) => {
    const gpu = gpuOf(context.doc)
    if (!gpu?.pools) return
    const { mapping, body } = context.route
    const row = fieldsBy(body && mapping[body], 'gpuPools')[0]
    const { pools, excludedTypes } = resolve(await typesOf(context), gpu.pools, row?.old ?? 'gpu')
    gpu.pools = pools
    if (excludedTypes.length > 0 || context.route.body === 'update') gpu.excludedTypes = excludedTypes
  },
  after: async (context, { v2, old }) => {
    const row = fieldsBy(context.route.mapping.read, 'gpuPools')[0]
    if (!row || !v2.some((item) => gpuOf(item))) return
    const types = await typesOf(context).catch(() => undefined)
    for (const [index, item] of v2.entries()) {
      const pools = valueAt(item, row.v2)
      if (!Array.isArray(pools)) continue
      const shown = typesIn(types, pools, gpuOf(item)?.excludedTypes ?? [])
      // Without the catalog nothing is said rather than pool names where types belong.
      if (shown) (old[index] as Json)[row.old] = shown
      else delete (old[index] as Json)[row.old]
    }
  },
}

const typesIn = (
  types: readonly GpuType[] | undefined,
  pools: readonly string[],
  excluded: readonly string[],
) =>
  types
    ?.filter(({ id, pool }) => pools.includes(pool as string) && !excluded.includes(id))
    .map(({ id }) => id)
