import { type RestCall, restCallFor } from '../../../mappings/graphql/calls.ts'
import { graphqlEndpoints, graphqlInlineTemplate } from '../../../mappings/graphql/endpoint-rows.ts'
import { noIdleTime } from '../../../mappings/graphql/endpoints.ts'
import type { GpuType } from '../../../mappings/schemas/v2/index.ts'
import {
  dependsOnEndpoint,
  gpuIdsIn,
  isCountry,
  isPool,
  lacksScaler,
  oneCudaRule,
  oneVolumeList,
  poolNamed,
  scaledByRequests,
  scalerOf,
  startedFast,
  withoutIdleTime,
  withSettings,
  wordsIn,
} from '../../../mappings/shared/endpoints.ts'
import { countryQuery, placesIn } from '../../../mappings/shared/stock.ts'
import { type Context, isNotFound, type Resolve } from '../context.ts'
import type { Json } from '../json.ts'
import type { Selection } from '../selected.ts'
import { pathOf, readList, writeFor } from './calls.ts'
import { showEndpoints } from './endpoint-answers.ts'
import { badInput, inputOf, lift, noteField, textOf } from './lift.ts'
import { showWritten } from './show-written.ts'

const ONE = restCallFor('saveEndpoint').whenId as RestCall
const { create, update } = graphqlEndpoints
type Body = Record<string, unknown>

/** The caller's own. */
export const myEndpoints: Resolve = async (_given, selection, context) =>
  showEndpoints(await readList(context, 'myself.endpoints'), selection, context)

/** An unknown id is null, without an error. */
export const myEndpoint: Resolve = async (given, selection, context) => {
  try {
    const found = await context.read(pathOf(ONE, textOf(given, 'id')), ONE.path)
    return (await showEndpoints([found], selection, context))[0] ?? null
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Creates without `id`, changes with it; `template` is saved with the endpoint. */
export const saveEndpoint: Resolve = async (given, selection, context) => {
  const { id, template, ...input } = inputOf(given)
  return typeof id === 'string' && id !== ''
    ? change(id, input, template as Json | undefined, selection, context)
    : make(input, template as Json | undefined, selection, context)
}

const make = async (input: Json, template: Json | undefined, selection: Selection, context: Context) => {
  const own = lift(create, oneVolumeList(asMeant(input, context)), context)
  const body = withTemplate(own, template, context)
  await placeCompute(body, input, context)
  if (!body.cpu && !(body.gpu as Body | undefined)?.pools) {
    throw badInput('"gpuIds" (pools such as "AMPERE_16") or "instanceIds" is required.')
  }
  const said = { body: withIdleTime(body, 'create', context), wording: create.wording }
  const made = await context.write(writeFor('saveEndpoint', said))
  return show(made, input, selection, context)
}

const change = async (
  id: string,
  input: Json,
  template: Json | undefined,
  selection: Selection,
  context: Context,
) => {
  const body = withTemplate(lift(update, oneVolumeList(input), context), template, context)
  await placeCompute(body, input, context)
  const endpoint = dependsOnEndpoint(input) ? ((await context.read(pathOf(ONE, id), ONE.path)) as Json) : null
  if (lacksScaler(input)) {
    const { doc } = update.up({ ...scalerOf(endpoint), scalerValue: input.scalerValue })
    if (doc.scaling) body.scaling = doc.scaling
  }
  const said = { id, body: withIdleTime(body, 'update', context, endpoint), wording: update.wording }
  return show(await context.write(writeFor('saveEndpoint', said)), input, selection, context)
}

/** What v2 takes of a body with an idle time; what is left out is noted. */
const withIdleTime = (
  body: Body,
  facet: 'create' | 'update',
  context: Context,
  endpoint?: Json | null,
): Json => {
  const kept = withoutIdleTime(body, endpoint)
  if (kept !== body) context.note([{ code: 'DROPPED', ...noIdleTime(facet) }])
  return kept as Json
}

const show = async (
  saved: Json | undefined,
  { templateId }: Json,
  selection: Selection,
  context: Context,
) => {
  if (!saved) return null
  const [shown] = await showWritten(selection, (asked) => showEndpoints([saved], asked, context))
  return { ...shown, templateId: templateId ?? null } // v2 does not keep which template it was
}

/** The endpoint's own settings win over those of a template that is given inside it. */
const withTemplate = (own: Body, template: Json | undefined, context: Context): Body =>
  template ? withSettings(own, lift(graphqlInlineTemplate.create, template, context)) : own

/** What older spellings meant, said. */
const asMeant = (input: Json, context: Context): Json => {
  const scaled = scaledByRequests(input)
  if (scaled !== input) noteField(context, create, 'scalerType', 'LOSSY')
  const started = startedFast(scaled)
  if (started !== scaled) noteField(context, create, 'flashBootType', 'DEFAULTED')
  return started
}

/** Pools, types to leave out, data centers: what a text of GraphQL says and v2 wants apart. */
const placeCompute = async (
  body: Body,
  { gpuIds: text, locations }: Json,
  context: Context,
): Promise<void> => {
  if (body.gpu) body.gpu = oneCudaRule(body).gpu
  if (typeof text === 'string' && text.trim() !== '')
    body.gpu = { ...(body.gpu as Body | undefined), ...(await poolsOf(text, context)) }
  if (typeof locations === 'string' && locations !== '' && !body.dataCenterIds) {
    body.dataCenterIds = await dataCentersOf(locations, context)
  }
}

const poolsOf = async (text: string, context: Context) => {
  const { pools, excludedTypes } = gpuIdsIn(text)
  if (pools.length === 0) throw badInput('"gpuIds" names no pool to choose from.')
  if (pools.every(isPool)) return { pools, ...(excludedTypes.length > 0 && { excludedTypes }) }
  const catalog = (await context.catalog.gpus()) as GpuType[]
  const named = pools.map((pool) => {
    const found = poolNamed(catalog, pool)
    if (!found) throw badInput('"gpuIds" names neither a pool nor a GPU type of the catalog.')
    return found
  })
  return { pools: [...new Set(named)], ...(excludedTypes.length > 0 && { excludedTypes }) }
}

/** Data centers stay; a country becomes its data centers. */
const dataCentersOf = async (text: string, context: Context): Promise<string[]> => {
  const lists = await Promise.all(
    wordsIn(text).map(async (place) => {
      if (!isCountry(place)) return [place]
      const query = new URLSearchParams(countryQuery('SERVERLESS', [place]))
      const ids = placesIn((await context.catalog.gpus(query.toString())) as GpuType[])
      if (ids.length === 0) throw badInput(`"locations": there is no data center with GPUs in ${place}.`)
      return ids
    }),
  )
  return [...new Set(lists.flat())]
}

/** Null once it is gone. */
export const deleteEndpoint: Resolve = async (given, _selection, context) => {
  await context.write(writeFor('deleteEndpoint', { id: textOf(given, 'id') }))
  return null
}

/** v2 copies the template once: later edits of it no longer reach the endpoint. */
export const updateEndpointTemplate: Resolve = async (given, selection, context) => {
  const { endpointId, templateId } = inputOf(given)
  const id = textOf({ endpointId }, 'endpointId')
  const body = { templateId: textOf({ templateId }, 'templateId') }
  const write = { ...writeFor('saveEndpoint', { id, body }), operation: 'updateEndpointTemplate' }
  const saved = await context.write(write)
  noteField(context, update, 'templateId', 'LOSSY')
  return show(saved, body, selection, context)
}
