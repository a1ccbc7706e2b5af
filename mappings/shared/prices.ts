import { type Listed, STOCK_LEVELS, STOCK_WORDS } from './stock.ts'

type Cloud = 'secure' | 'community'

/** What GraphQL could ask of a price, or of what is available. */
export type PriceQuestion = {
  readonly gpuCount?: number
  readonly secureCloud?: boolean
  readonly dataCenterId?: string
  readonly countryCode?: string
  readonly includeAiApi?: boolean
  readonly cudaVersion?: string
  readonly allowedCudaVersions?: readonly string[]
  readonly minCudaVersion?: string
}

/** A GPU type of the catalog. */
export interface PricedGpu extends Listed {
  readonly name: string
  readonly secure: boolean
  readonly community: boolean
  readonly price: Readonly<Record<Cloud, number>>
  readonly maxCount: Readonly<Record<Cloud, number>>
}

/** How many GPUs a question is about. */
export const countAsked = ({ gpuCount }: PriceQuestion): number => (gpuCount && gpuCount > 0 ? gpuCount : 1)

/** The clouds that a question is about. */
export const cloudsAsked = ({ secureCloud }: PriceQuestion): readonly Cloud[] => {
  if (secureCloud === undefined || secureCloud === null) return ['secure', 'community']
  return secureCloud ? ['secure'] : ['community']
}

/** What the catalog is asked for what is available, which it says by GPU type for a count and a cloud. */
export const availabilityQuery = (question: PriceQuestion): Record<string, string> => {
  const [cloud = '', ...others] = cloudsAsked(question)
  return {
    include: 'AVAILABILITY',
    product: question.includeAiApi ? 'SERVERLESS' : 'POD',
    count: String(countAsked(question)),
    ...(others.length > 0 ? {} : { cloud: cloud.toUpperCase() }),
  }
}

/** The same for a price in one cloud. The data center is not asked for: one answer serves all of them. */
export const priceQuery = (question: PriceQuestion, cloud: Cloud): Record<string, string> => {
  const { countryCode, cudaVersion, allowedCudaVersions, minCudaVersion } = question
  const exact = allowedCudaVersions?.length ? allowedCudaVersions : [cudaVersion].filter(Boolean)
  const least = exact.length === 0 && minCudaVersion
  return {
    ...availabilityQuery({ ...question, secureCloud: cloud === 'secure' }),
    ...(countryCode ? { countryCodes: countryCode } : {}),
    ...(exact.length > 0 ? { cudaVersions: exact.join(',') } : {}),
    ...(least ? { minCudaVersion: least } : {}),
  }
}

/** The lowest price of a number of GPUs, in dollars per hour for all of them: v2 says the price of one, and stock by count and cloud. */
export const lowestPriceOf = (
  gpu: PricedGpu,
  question: PriceQuestion,
  stockIn: (cloud: Cloud) => PricedGpu | undefined,
): Record<string, unknown> => {
  const count = countAsked(question)
  const place = question.dataCenterId
  const offers = cloudsAsked(question).flatMap((cloud) => {
    const found = stockIn(cloud) ?? gpu
    if (!found[cloud] || found.maxCount[cloud] < count) return []
    const here = place ? found.dataCenters?.find(({ id }) => id === place) : found
    return [{ price: found.price[cloud], stock: here?.availability ?? 'NONE' }]
  })
  const stock = STOCK_LEVELS.find((level) => offers.some((offer) => offer.stock === level)) ?? 'NONE'
  const dollars = Math.min(...offers.map(({ price }) => price)) * count
  return {
    gpuName: gpu.name,
    gpuTypeId: gpu.id,
    uninterruptablePrice: offers.length > 0 ? Math.round(dollars * 1e6) / 1e6 : null,
    stockStatus: STOCK_WORDS[stock] ?? null,
    maxGpuCount: Math.max(gpu.maxCount.secure, gpu.maxCount.community),
  }
}

/** What is available in a data center, by GPU type. */
export const availabilityIn = (gpus: readonly PricedGpu[], dataCenterId: string): Record<string, unknown>[] =>
  gpus.flatMap(({ id, name, dataCenters }) => {
    const here = dataCenters?.find((place) => place.id === dataCenterId)
    if (!here) return []
    const level = here.availability ?? 'NONE'
    return [
      {
        id,
        gpuTypeId: id,
        displayName: name,
        gpuTypeDisplayName: name,
        stockStatus: STOCK_WORDS[level] ?? null,
        available: level !== 'NONE',
      },
    ]
  })
