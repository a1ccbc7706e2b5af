import { stockStatus } from '../../mappings/graphql/codecs.ts'
import type { Helper } from './mapper-printer.ts'

const LEVELS = ['HIGH', 'MEDIUM', 'LOW'] as const
const STOCK = LEVELS.map((level) => `${level}: ¤${String(stockStatus.encode(level))}¤`).join(', ')

/** What answers take from v2's catalog. */
export const CATALOG_HELPERS = {
  gpuNames: `/** The names of GPU types by their ids, where they are asked for: a pod of v2 says the id alone. */
const gpuNames = async (apiKey: any, fields: string): Promise<any> => {
  if (!/\\bgpuDisplayName\\b/.test(fields)) return {}§
  const { gpus } = await send(apiKey, ¤GET¤, ¤/catalog/gpus¤)§
  return Object.fromEntries(gpus.map(({ id, name }: any) => [id, name]))§
}§`,
  lowestPrices: `/** The lowest price of a number of GPUs of a type; v2 says the price of one, and what is in stock for a count and a cloud. */
const lowestPrices = async (apiKey: any, { gpuCount, secureCloud, countryCode, dataCenterId, includeAiApi }: any): Promise<any> => {
  const count = gpuCount > 0 ? gpuCount : 1§
  const clouds = secureCloud == null ? [¤secure¤, ¤community¤] : [secureCloud ? ¤secure¤ : ¤community¤]§
  const stocks = await Promise.all(
    clouds.map((cloud) => {
      const product = includeAiApi ? ¤SERVERLESS¤ : ¤POD¤§
      const place = countryCode ? \`&countryCodes=\${countryCode}\` : ¤¤§
      return send(apiKey, ¤GET¤, \`/catalog/gpus?include=AVAILABILITY&product=\${product}&count=\${count}&cloud=\${cloud.toUpperCase()}\${place}\`)§
    }),
  )§
  const levels: any = { ${STOCK} }§
  return (gpu: any) => {
    const offers = clouds.flatMap((cloud, index) => {
      const found = stocks[index].gpus.find(({ id }: any) => id === gpu.id) ?? gpu§
      if (!found[cloud] || found.maxCount[cloud] < count) return []§
      const here = dataCenterId ? found.dataCenters?.find(({ id }: any) => id === dataCenterId) : found§
      return [{ price: found.price[cloud] * count, stock: here?.availability }]§
    })§
    return {
      gpuName: gpu.name,
      gpuTypeId: gpu.id,
      uninterruptablePrice: offers.length > 0 ? Math.round(Math.min(...offers.map(({ price }) => price)) * 1e6) / 1e6 : null,
      stockStatus: levels[Object.keys(levels).find((level) => offers.some(({ stock }) => stock === level)) ?? ¤¤] ?? null,
      maxGpuCount: Math.max(gpu.maxCount.secure, gpu.maxCount.community),
    }§
  }§
}§`,
  availabilityBy: `/** GPU types by data center, for a count and a cloud; v2 says it by GPU type. */
const availabilityBy = async (apiKey: any, { gpuCount, secureCloud, includeAiApi }: any): Promise<any> => {
  const product = includeAiApi ? ¤SERVERLESS¤ : ¤POD¤§
  const cloud = secureCloud == null ? ¤¤ : \`&cloud=\${secureCloud ? ¤SECURE¤ : ¤COMMUNITY¤}\`§
  const { gpus } = await send(apiKey, ¤GET¤, \`/catalog/gpus?include=AVAILABILITY&product=\${product}&count=\${gpuCount > 0 ? gpuCount : 1}\${cloud}\`)§
  const levels: any = { ${STOCK} }§
  return (dataCenterId: any) =>
    gpus.flatMap(({ id, name, dataCenters = [] }: any) =>
      dataCenters
        .filter((here: any) => here.id === dataCenterId)
        .map(({ availability }: any) => ({
          id,
          gpuTypeId: id,
          displayName: name,
          gpuTypeDisplayName: name,
          stockStatus: levels[availability] ?? null,
          available: availability !== ¤NONE¤,
        })),
    )§
}§`,
  poolsOf: `/** GraphQL's \`gpuIds\`: pools, names of GPU types, and with a dash what to leave out. v2 takes pools. */
const poolsOf = async (apiKey: any, gpuIds: string): Promise<any> => {
  const words = gpuIds.split(¤,¤).map((word) => word.trim()).filter(Boolean)§
  const named = words.filter((word) => !word.startsWith(¤-¤))§
  const excludedTypes = words.filter((word) => word.startsWith(¤-¤)).map((word) => word.slice(1).trim())§
  const isPool = (word: string) => /^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(word)§
  const { gpus } = named.every(isPool) ? { gpus: [] } : await send(apiKey, ¤GET¤, ¤/catalog/gpus¤)§
  const pools = named.map((word) => (isPool(word) ? word : gpus.find(({ id, name }: any) => id === word || name === word)?.pool))§
  if (pools.length === 0 || pools.includes(undefined)) throw new Error(¤gpuIds: neither a pool nor a GPU type of the catalog¤)§
  return { pools: [...new Set(pools)], ...(excludedTypes.length > 0 ? { excludedTypes } : {}) }§
}§`,
  placesOf: `/** Data centers, or countries whose data centers are looked up. */
const placesOf = async (apiKey: any, locations: string): Promise<any> => {
  const words = locations.split(¤,¤).map((word) => word.trim()).filter(Boolean)§
  const lists = await Promise.all(
    words.map(async (word) => {
      if (!/^[A-Z]{2}$/.test(word)) return [word]§
      const { gpus } = await send(apiKey, ¤GET¤, \`/catalog/gpus?include=AVAILABILITY&product=SERVERLESS&countryCodes=\${word}\`)§
      return gpus.flatMap(({ dataCenters = [] }: any) => dataCenters.map(({ id }: any) => id))§
    }),
  )§
  return [...new Set(lists.flat())]§
}§`,
} as const satisfies Partial<Record<Helper, string>>
