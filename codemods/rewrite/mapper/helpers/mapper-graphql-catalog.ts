import { catalogPaths } from '../../../../mappings/catalog.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { restCalls } from '../../../../mappings/graphql/calls.ts'
import { graphqlVolumes } from '../../../../mappings/graphql/volume-rows.ts'
import { gpuNamesRow, volumeRow } from './catalog-names.ts'
import type { Helper } from './mapper-printer.ts'

const below = (list: keyof typeof catalogPaths): string => catalogPaths[list].replace('/v2', '')

/** The list of v2's catalog, said by a program. */
export const catalogList = (list: keyof typeof catalogPaths): string =>
  `listAll(apiKey, ¤${below(list)}¤, ¤${list}¤)`

const asked = (
  list: 'gpus' | 'cpus',
  what: string,
): string => `/** ${what} of v2's catalog, as it is asked. */
const ${list}Of = (apiKey: any, query: any) => listAll(apiKey, \`${below(list)}?\${new URLSearchParams(query)}\`, ¤${list}¤)§`

const NAME = gpuNamesRow.old.split('.').at(-1)

/** A network volume of v2 as GraphQL said it. */
const volumeText = flatRows(graphqlVolumes.read.plan.rows)
  .flatMap((row) => (row.kind === 'field' ? [`${row.old}: volume.${row.v2}`] : []))
  .join(', ')

const VOLUMES = restCalls['myself.networkVolumes']

/** What answers take from v2's catalog. */
export const CATALOG_HELPERS = {
  gpusOf: asked('gpus', 'GPU types'),
  cpusOf: asked('cpus', 'CPU flavors'),
  gpuNames: `/** The names of GPU types by their ids, where they are asked for: a pod of v2 says the id alone. */
const gpuNames = async (apiKey: any, fields: string): Promise<any> => {
  if (!/\\b${NAME}\\b/.test(fields)) return {}§
  const gpus = await ${catalogList('gpus')}§
  return Object.fromEntries(gpus.map(({ id, name }: any) => [id, name]))§
}§`,
  volumesAsked: `/** The network volumes, where they are asked for: a pod of v2 says the id alone. */
const volumesAsked = async (apiKey: any, fields: string): Promise<any> => {
  if (!/\\b${volumeRow.old}\\b/.test(fields)) return []§
  const volumes = await listAll(apiKey, ¤${VOLUMES?.path.replace('/v2', '')}¤, ¤${VOLUMES?.list}¤)§
  return volumes.map((volume: any) => ({ ${volumeText} }))§
}§`,
  withVolume: `/** A pod with its network volume; without one, or where it is gone, there was null. */
const withVolume = (pod: any, id: any, volumes: any) =>
  pod && { ...pod, ${volumeRow.old}: volumes.find((volume: any) => volume.id === id) ?? null }§`,
  lowestPrices: `/** The lowest prices that are asked for, each under its name. */
const lowestPrices = async (apiKey: any, questions: any): Promise<any> => {
  const names = Object.keys(questions)§
  const prices = await Promise.all(names.map((name) => pricesFor(apiKey, questions[name] ?? {})))§
  return (gpu: any) => Object.fromEntries(names.map((name, index) => [name, prices[index](gpu)]))§
}§

/** What one question asks for: the catalog is asked once for each cloud. */
const pricesFor = async (apiKey: any, question: any): Promise<any> => {
  const clouds = cloudsAsked(question)§
  const stocks = await Promise.all(clouds.map((cloud: any) => gpusOf(apiKey, priceQuery(question, cloud))))§
  return (gpu: any) => {
    const stockIn = (cloud: any) => stocks[clouds.indexOf(cloud)].find(({ id }: any) => id === gpu.id)§
    return lowestPriceOf(gpu, question, stockIn)§
  }§
}§`,
  availabilityBy: `/** GPU types by data center, for a count and a cloud; v2 says it by GPU type. */
const availabilityBy = async (apiKey: any, question: any): Promise<any> => {
  const gpus = await gpusOf(apiKey, availabilityQuery(question))§
  return (place: any) => availabilityIn(gpus, place)§
}§`,
  poolsOf: `/** Pools of v2 for pools and names of GPU types, which GraphQL took in one text. */
const poolsOf = async (apiKey: any, text: string): Promise<any> => {
  const { pools, excludedTypes } = gpuIdsIn(text)§
  const gpus = pools.every(isPool) ? [] : await ${catalogList('gpus')}§
  const found = pools.map((word: any) => poolNamed(gpus, word))§
  if (found.length === 0 || !found.every(Boolean)) throw new Error(\`\${text}: neither a pool nor a GPU type of the catalog\`)§
  return { pools: Array.from(new Set(found)), ...(excludedTypes.length > 0 ? { excludedTypes } : {}) }§
}§`,
  placesOf: `/** Data centers, or countries whose data centers are looked up. */
const placesOf = async (apiKey: any, locations: string): Promise<any> => {
  const lists = await Promise.all(
    wordsIn(locations).map(async (word: any) => {
      if (!isCountry(word)) return [word]§
      const places = placesIn(await gpusOf(apiKey, countryQuery(¤SERVERLESS¤, [word])))§
      if (places.length === 0) throw new Error(\`there is no data center with GPUs in \${word}\`)§
      return places§
    }),
  )§
  return Array.from(new Set(lists.flat()))§
}§`,
} as const satisfies Partial<Record<Helper, string>>

/** What they call. */
export const CATALOG_NEEDS: Partial<Record<Helper, readonly Helper[]>> = {
  gpusOf: ['listAll'],
  cpusOf: ['listAll'],
  gpuNames: ['listAll'],
  volumesAsked: ['listAll'],
  lowestPrices: ['gpusOf', 'cloudsAsked', 'priceQuery', 'lowestPriceOf'],
  availabilityBy: ['gpusOf', 'availabilityQuery', 'availabilityIn'],
  poolsOf: ['listAll', 'gpuIdsIn', 'isPool', 'poolNamed'],
  placesOf: ['gpusOf', 'wordsIn', 'isCountry', 'placesIn', 'countryQuery'],
}
