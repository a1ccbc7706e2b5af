import { graphqlGpuTypes } from '../../../mappings/graphql/catalog-rows.ts'
import { stockStatus } from '../../../mappings/graphql/codecs.ts'
import type { GpuType } from '../../../mappings/schemas/v2/index.ts'
import type { Arguments } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { SelectedField } from '../selection.ts'
import { noteUnasked } from './lift.ts'

type Cloud = 'secure' | 'community'
type Input = Readonly<Record<string, unknown>>
/** One answer of the catalog, by GPU id. */
type Stock = ReadonlyMap<string, GpuType>

/** Fetches what every `lowestPrice` of a document needs, one call a distinct question. @throws {Fault} */
export const prefetchPrices = async (
  fields: readonly SelectedField[],
  context: Context,
): Promise<(gpu: GpuType) => (given: Arguments) => unknown> => {
  const inputs = fields.map((field) => inputOf(field.arguments(context.variables)))
  noteUnasked(graphqlGpuTypes.query, inputs, context)
  const queries = [
    ...new Set(inputs.flatMap((input) => cloudsOf(input).map((cloud) => queryOf(input, cloud)))),
  ]
  const stocks = new Map(
    await Promise.all(
      queries.map(async (query) => {
        const gpus = (await context.catalog.gpus(query)) as GpuType[]
        return [query, new Map(gpus.map((gpu) => [gpu.id, gpu]))] as const
      }),
    ),
  )
  return (gpu) => (given) => lowestPrice(gpu, inputOf(given), stocks)
}

const inputOf = ({ input }: Arguments): Input => (input as Input | undefined) ?? {}

const cloudsOf = ({ secureCloud }: Input): readonly Cloud[] => {
  if (secureCloud === undefined) return ['secure', 'community']
  return secureCloud === true ? ['secure'] : ['community']
}

const countOf = ({ gpuCount }: Input): number => (typeof gpuCount === 'number' && gpuCount > 0 ? gpuCount : 1)

/** The data center is not asked for: one answer serves the questions about each of them. */
const queryOf = (input: Input, cloud: Cloud): string => {
  const query = new URLSearchParams({
    include: 'AVAILABILITY',
    product: input.includeAiApi === true ? 'SERVERLESS' : 'POD',
    count: String(countOf(input)),
    cloud: cloud.toUpperCase(),
  })
  if (text(input.countryCode)) query.set('countryCodes', text(input.countryCode))
  const exact = Array.isArray(input.allowedCudaVersions) ? input.allowedCudaVersions : []
  const versions = exact.length > 0 ? exact : [text(input.cudaVersion)].filter((one) => one !== '')
  if (versions.length > 0) query.set('cudaVersions', versions.join(','))
  else if (text(input.minCudaVersion)) query.set('minCudaVersion', text(input.minCudaVersion))
  return query.toString()
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Offer {
  readonly price: number
  readonly stock: unknown
}

const RANK: readonly unknown[] = ['High', 'Medium', 'Low', null]

/** The rate of the whole shape: dollars per hour for all its GPUs together. */
const lowestPrice = (gpu: GpuType, input: Input, stocks: ReadonlyMap<string, Stock>) => {
  const offers = cloudsOf(input).flatMap((cloud) => offerIn(cloud, gpu, input, stocks) ?? [])
  const price = offers.length > 0 ? Math.min(...offers.map((offer) => offer.price)) : undefined
  const stock = offers.map((offer) => offer.stock).sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b))[0]
  return {
    gpuName: gpu.name,
    gpuTypeId: gpu.id,
    uninterruptablePrice: price === undefined ? null : rounded(price * countOf(input)),
    stockStatus: stock ?? null,
    maxGpuCount: Math.max(gpu.maxCount.secure, gpu.maxCount.community),
  }
}

const offerIn = (
  cloud: Cloud,
  gpu: GpuType,
  input: Input,
  stocks: ReadonlyMap<string, Stock>,
): Offer | undefined => {
  const found = stocks.get(queryOf(input, cloud))?.get(gpu.id) ?? gpu
  if (!found[cloud] || found.maxCount[cloud] < countOf(input)) return undefined
  const place = text(input.dataCenterId)
  const level = place ? found.dataCenters?.find(({ id }) => id === place)?.availability : found.availability
  return { price: found.price[cloud], stock: stockStatus.encode(level ?? 'NONE') }
}

/** Dollars to the millionth: 3 * 3.49 is 10.47 and nothing behind it. */
const rounded = (dollars: number): number => Math.round(dollars * 1_000_000) / 1_000_000
