import { graphqlGpuTypes } from '../../../mappings/graphql/catalog-rows.ts'
import type { GpuType } from '../../../mappings/schemas/v2/index.ts'
import {
  cloudsAsked,
  lowestPriceOf,
  type PriceQuestion,
  priceQuery,
} from '../../../mappings/shared/prices.ts'
import type { Arguments } from '../arguments.ts'
import type { Context } from '../context.ts'
import type { SelectedField } from '../selected.ts'
import { noteUnasked } from './lift.ts'

/** Fetches what every `lowestPrice` of a document needs, one call a distinct question. @throws {Fault} */
export const prefetchPrices = async (
  fields: readonly SelectedField[],
  context: Context,
): Promise<(gpu: GpuType) => (given: Arguments) => unknown> => {
  const inputs = fields.map((field) => inputOf(field.arguments(context.variables)))
  noteUnasked(graphqlGpuTypes.query, inputs, context)
  const queries = [
    ...new Set(inputs.flatMap((input) => cloudsAsked(input).map((cloud) => queryOf(input, cloud)))),
  ]
  const stocks = new Map(
    await Promise.all(
      queries.map(async (query) => {
        const gpus = (await context.catalog.gpus(query)) as GpuType[]
        return [query, new Map(gpus.map((gpu) => [gpu.id, gpu]))] as const
      }),
    ),
  )
  return (gpu) => (given) => {
    const input = inputOf(given)
    return lowestPriceOf(gpu, input, (cloud) => stocks.get(queryOf(input, cloud))?.get(gpu.id))
  }
}

const inputOf = ({ input }: Arguments): PriceQuestion => (input as PriceQuestion | undefined) ?? {}

const queryOf = (...asked: Parameters<typeof priceQuery>): string =>
  new URLSearchParams(priceQuery(...asked)).toString()
