import {
  graphqlCpuFlavors,
  graphqlDataCenters,
  graphqlGpuTypes,
} from '../../../mappings/graphql/catalog-rows.ts'
import { stockStatus } from '../../../mappings/graphql/codecs.ts'
import { completed } from '../../../mappings/graphql/together.ts'
import { Compliance } from '../../../mappings/schemas/graphql/enums.ts'
import type { CpuType, DataCenter, GpuType } from '../../../mappings/schemas/v2/index.ts'
import { availabilityIn, availabilityQuery, type PriceQuestion } from '../../../mappings/shared/prices.ts'
import type { Arguments } from '../arguments.ts'
import type { Context, Resolve } from '../context.ts'
import type { Selection } from '../selected.ts'
import { noteUnasked } from './lift.ts'
import { prefetchPrices } from './lowest-price.ts'

type Input = Readonly<Record<string, unknown>>
const inputOf = ({ input }: Arguments): Input => (input as Input | undefined) ?? {}

/** All of them, those named by `id` or `ids`, or those of clusters; what is asked of each decides what v2 is asked. */
export const gpuTypes: Resolve = async (given, selection, context) => {
  const { id, ids, cluster } = inputOf(given)
  const detailed =
    selection.of('gpuTypeCudaVersions').length + selection.of('nodeGroupDatacenters').length > 0
  const query = new URLSearchParams()
  if (detailed || cluster === true) {
    query.set('include', 'AVAILABILITY') // v2 takes a product only together with it, and it only with a product
    query.set('product', cluster === true ? 'CLUSTER' : 'POD')
  }
  const all = (await context.catalog.gpus(query.toString())) as GpuType[]
  const wanted =
    typeof id === 'string' && id !== '' ? [id] : Array.isArray(ids) && ids.length > 0 ? ids : undefined
  const priceOf = await prefetchPrices(selection.of('lowestPrice'), context)
  return all.filter((gpu) => !wanted || wanted.includes(gpu.id)).map((gpu) => showGpu(gpu, priceOf(gpu)))
}

const showGpu = (gpu: GpuType, lowestPrice: (given: Arguments) => unknown) => ({
  ...completed('graphql.gpuTypes', graphqlGpuTypes.read.down(gpu), { ...gpu }),
  gpuTypeCudaVersions: (gpu.cudaVersions ?? []).map(({ version, available }) => ({
    cudaVersion: version,
    availability: available ? 'AVAILABLE' : 'UNAVAILABLE',
  })),
  nodeGroupDatacenters: (gpu.dataCenters ?? []).map(({ id, name }) => ({ id, name })),
  lowestPrice,
})

/** Pools of GPU types, as serverless endpoints choose them. */
export const serverlessGpuPools: Resolve = async (_given, _selection, context) => {
  const pools = new Map<string, string[]>()
  for (const { id, pool } of (await context.catalog.gpus()) as GpuType[]) {
    if (pool) pools.set(pool, [...(pools.get(pool) ?? []), id])
  }
  return Array.from(pools, ([id, gpuTypeIds]) => ({ id, gpuTypeIds }))
}

/** All of them, or the one named by `id`. */
export const cpuFlavors: Resolve = async (given, _selection, context) => {
  const { id } = inputOf(given)
  const all = (await context.catalog.cpus('include=AVAILABILITY&product=POD')) as CpuType[]
  return all
    .filter((cpu) => !id || cpu.id === id)
    .map((cpu) => ({
      ...graphqlCpuFlavors.read.down(cpu),
      specifics: (asked: Arguments) => specificsOf(cpu, inputOf(asked)),
    }))
}

/** Dollars per hour of the smallest size, which clients scale up. */
const specificsOf = (cpu: CpuType, { dataCenterId }: Input) => {
  const place = typeof dataCenterId === 'string' && dataCenterId !== '' ? dataCenterId : undefined
  const level = place ? cpu.dataCenters?.find(({ id }) => id === place)?.availability : cpu.availability
  return {
    stockStatus: stockStatus.encode(level ?? 'NONE'),
    securePrice: cpu.price.securePerVcpu * cpu.vcpu.min,
    slsPrice: cpu.price.serverlessPerVcpu * cpu.vcpu.min,
  }
}

/** All of them, with their stock where it is asked for. */
export const dataCenters: Resolve = async (_given, selection, context) => {
  const availabilityOf = await prefetchAvailability(selection, context)
  const all = (await context.catalog.dataCenters()) as DataCenter[]
  const known = new Set<string>(Compliance.options)
  return all.map((center) => ({
    ...completed('graphql.dataCenters', graphqlDataCenters.read.down(center), { ...center }),
    // An enum of the old schema: a certification it does not know would be an error there.
    compliance: center.compliance.filter((one) => known.has(one)),
    gpuAvailability: (given: Arguments) => availabilityOf(center, inputOf(given)),
  }))
}

/** v2 says availability for a count and a cloud only by GPU, so that answer is turned round. */
const prefetchAvailability = async (selection: Selection, context: Context) => {
  const inputs = selection.of('gpuAvailability').map((field) => inputOf(field.arguments(context.variables)))
  noteUnasked(graphqlDataCenters.query, inputs, context)
  const queries = [...new Set(inputs.map(queryOf))]
  const stocks = new Map(
    await Promise.all(
      queries.map(async (query) => [query, (await context.catalog.gpus(query)) as GpuType[]] as const),
    ),
  )
  return ({ id }: DataCenter, input: PriceQuestion) => availabilityIn(stocks.get(queryOf(input)) ?? [], id)
}

const queryOf = (question: PriceQuestion): string =>
  new URLSearchParams(availabilityQuery(question)).toString()
