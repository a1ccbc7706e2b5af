import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { graphqlResource } from '../../codemods/rewrite/graphql/graphql-resources.ts'
import { callMapper } from '../../codemods/rewrite/mapper/mapper.ts'
import { printModule } from '../../codemods/rewrite/mapper/module/mapper-module.ts'
import { restCallFor } from '../../mappings/graphql/calls.ts'
import { GpuAvailabilityInput, GpuLowestPriceInput } from '../../mappings/schemas/graphql/catalog-inputs.ts'
import { DataCenter, GpuType } from '../../mappings/schemas/v2/index.ts'
import { createFetch } from '../../src/inprocess/create-fetch.ts'
import { arbitraryFor, parsedArbitraryFor } from '../support/arbitrary.ts'

type Json = Record<string, unknown>
type Call = (key: string, given: Json, fields?: string) => Promise<unknown>

const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const

/** The function that a program gets for a field. */
const printed = async (field: string, fields: readonly string[] = []): Promise<Call> => {
  const call = restCallFor(field)
  const mapper = callMapper(field, call, graphqlResource(call.resource ?? ''), fields)
  const text = printModule([mapper], 'esm', style)
  const made = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, Call>
  return made[mapper.name] as Call
}

/** A catalog that says something else of each cloud, and writes down what it is asked. */
const catalog = (lists: readonly Json[][], centers: readonly Json[] = []) => {
  const asked: string[] = []
  const fetch = vi.fn(async (input: string | URL | Request) => {
    const { pathname, search, searchParams } = new URL(input instanceof Request ? input.url : input)
    asked.push(pathname + search)
    const gpus = lists[['SECURE', 'COMMUNITY'].indexOf(searchParams.get('cloud') ?? '') + 1]
    return Response.json({ gpus, dataCenters: centers })
  })
  return { asked, fetch: fetch as unknown as typeof globalThis.fetch }
}

const throughProxy = async (fetch: typeof globalThis.fetch, query: string, variables: Json) => {
  const body = JSON.stringify({ query, variables })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key' }
  const answer = await createFetch({ fetch })('https://api.runpod.io/graphql', {
    method: 'POST',
    headers,
    body,
  })
  return ((await answer.json()) as { data: unknown }).data
}

afterEach(() => vi.unstubAllGlobals())

const gpus = fc.array(parsedArbitraryFor(GpuType) as fc.Arbitrary<Json>, { maxLength: 4 })
/** The same types, of which each cloud is told something else. */
const lists = fc.tuple(gpus, gpus, gpus).map(([all, secure, community]) => {
  const ids = (list: Json[]) =>
    list.slice(0, all.length).map((gpu, index) => ({ ...gpu, id: all[index]?.id }))
  return [all, ids(secure), ids(community)]
})

test('a price that is asked for is what the proxy says, and asks the same', async () => {
  const fields = 'id lowestPrice { gpuName gpuTypeId uninterruptablePrice stockStatus maxGpuCount }'
  const gpuTypes = await printed('gpuTypes', ['id', 'lowestPrice.stockStatus'])
  const query = `query ($asked: GpuLowestPriceInput) { gpuTypes { ${fields.replace('lowestPrice', 'lowestPrice(input: $asked)')} } }`
  const question = arbitraryFor(GpuLowestPriceInput as z.ZodType) as fc.Arbitrary<Json>
  const run = async (answers: Json[][], asks: Json) => {
    const proxy = catalog(answers)
    const expected = await throughProxy(proxy.fetch, query, { asked: asks })
    const program = catalog(answers)
    vi.stubGlobal('fetch', program.fetch)
    expect(JSON.parse(JSON.stringify(await gpuTypes('key', { lowestPrice: asks }, fields)))).toEqual(expected)
    expect(new Set(program.asked)).toEqual(new Set(proxy.asked))
  }
  await run([[], [], []], { gpuCount: 2, cudaVersion: '12.4' })
  await run([[], [], []], { allowedCudaVersions: ['12.4', '12.8'], minCudaVersion: '12.1' })
  await fc.assert(fc.asyncProperty(lists, question, run), { numRuns: 40 })
})

test('prices that are asked for under names of their own are what the proxy says', async () => {
  const below = 'uninterruptablePrice stockStatus'
  const gpuTypes = await printed('gpuTypes', ['id', 'lowestPrice.stockStatus'])
  const query = `query ($one: GpuLowestPriceInput, $two: GpuLowestPriceInput) { gpuTypes { id
    one: lowestPrice(input: $one) { ${below} } lowestPrice(input: $two) { ${below} } } }`
  const question = arbitraryFor(GpuLowestPriceInput as z.ZodType) as fc.Arbitrary<Json>
  const run = async (answers: Json[][], one: Json, two: Json) => {
    const proxy = catalog(answers)
    const expected = await throughProxy(proxy.fetch, query, { one, two })
    const program = catalog(answers)
    vi.stubGlobal('fetch', program.fetch)
    const said = await gpuTypes(
      'key',
      { one, lowestPrice: two },
      `id one { ${below} } lowestPrice { ${below} }`,
    )
    expect(JSON.parse(JSON.stringify(said))).toEqual(expected)
    expect(new Set(program.asked)).toEqual(new Set(proxy.asked))
  }
  await fc.assert(fc.asyncProperty(lists, question, question, run), { numRuns: 40 })
})

test('what is available in a data center is what the proxy says, and asks the same', async () => {
  const fields = 'id gpuAvailability { id gpuTypeId displayName gpuTypeDisplayName stockStatus available }'
  const dataCenters = await printed('dataCenters', ['id', 'gpuAvailability.id'])
  const query = `query ($asked: GpuAvailabilityInput) { dataCenters { ${fields.replace('gpuAvailability', 'gpuAvailability(input: $asked)')} } }`
  const question = arbitraryFor(GpuAvailabilityInput as z.ZodType) as fc.Arbitrary<Json>
  const centers = fc.array(parsedArbitraryFor(DataCenter) as fc.Arbitrary<Json>, { maxLength: 3 })
  const run = async (answers: Json[][], places: Json[], asks: Json) => {
    const here = places.map((place, index) => ({ ...place, id: `EU-${index}` }))
    const proxy = catalog(answers, here)
    const expected = await throughProxy(proxy.fetch, query, { asked: asks })
    const program = catalog(answers, here)
    vi.stubGlobal('fetch', program.fetch)
    expect(JSON.parse(JSON.stringify(await dataCenters('key', { gpuAvailability: asks }, fields)))).toEqual(
      expected,
    )
    expect(new Set(program.asked)).toEqual(new Set(proxy.asked))
  }
  await fc.assert(fc.asyncProperty(lists, centers, question, run), { numRuns: 40 })
})

test('no data center in a country, or no pool of a type, is no reason to make an endpoint anywhere', async () => {
  const save = await printed('saveEndpoint', ['id'])
  const gpu = { id: 'NVIDIA L4', name: 'L4', pool: null, dataCenters: [] }
  const { asked, fetch } = catalog([[gpu]])
  vi.stubGlobal('fetch', fetch)
  const input = { name: 'n', templateId: 't', workersMin: 0, workersMax: 1 }
  await expect(save('key', { input: { ...input, gpuIds: 'NVIDIA L4' } }, 'id')).rejects.toThrow(
    'neither a pool',
  )
  await expect(save('key', { input: { ...input, gpuIds: 'ADA_24', locations: 'XX' } }, 'id')).rejects.toThrow(
    'no data center',
  )
  expect(asked.filter((path) => !path.includes('/catalog/'))).toEqual([])
})
