import { gpuIds } from '../../../mappings/graphql/codecs.ts'
import { graphqlEndpoints, graphqlInlineTemplate } from '../../../mappings/graphql/endpoint-rows.ts'
import type { GpuType } from '../../../mappings/schemas/v2/index.ts'
import { type Context, isNotFound, type Json, type Resolve } from '../context.ts'
import type { Selection } from '../selection.ts'
import { showEndpoints } from './endpoint-answers.ts'
import { badInput, inputOf, lift, noteField, segment, textOf } from './lift.ts'
import { readPages } from './pages.ts'

const LIST = '/v2/serverless'
const ROUTE = '/v2/serverless/{id}'
const LOOK = 'endpoints'
const { create, update } = graphqlEndpoints
type Body = Record<string, unknown>

export const myEndpoints: Resolve = async (_given, selection, context) =>
  showEndpoints(await readPages(context, LIST, LIST, 'endpoints'), selection, context)

export const myEndpoint: Resolve = async (given, selection, context) => {
  try {
    const found = await context.read(`${LIST}/${segment(textOf(given, 'id'))}`, ROUTE)
    return (await showEndpoints([found], selection, context))[0] ?? null
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export const saveEndpoint: Resolve = async (given, selection, context) => {
  const { id, template, ...input } = inputOf(given)
  return typeof id === 'string' && id !== ''
    ? change(id, input, template as Json | undefined, selection, context)
    : make(input, template as Json | undefined, selection, context)
}

const make = async (input: Json, template: Json | undefined, selection: Selection, context: Context) => {
  const body: Body = {
    ...(template && lift(graphqlInlineTemplate.create, template, context)),
    ...lift(create, oneVolumeList(startedFast(scaledByRequests(input, context), context)), context),
  }
  if (template) withTemplateEnv(body, template, context)
  await placeCompute(body, input, context)
  if (!body.cpu && !(body.gpu as Body | undefined)?.pools) {
    throw badInput('"gpuIds" (pools such as "AMPERE_16") or "instanceIds" is required.')
  }
  if (isRequestQueue(body)) delete (body.workers as Body | undefined)?.idleTimeout
  const made = await context.write({
    method: 'POST',
    path: LIST,
    route: LIST,
    body,
    operation: 'saveEndpoint',
    look: LOOK,
    wording: create.wording,
  })
  return show(made, input, selection, context)
}

const change = async (
  id: string,
  input: Json,
  template: Json | undefined,
  selection: Selection,
  context: Context,
) => {
  const path = `${LIST}/${segment(id)}`
  const body: Body = {
    ...(template && lift(graphqlInlineTemplate.create, template, context)),
    ...lift(update, oneVolumeList(input), context),
  }
  if (template) withTemplateEnv(body, template, context)
  await placeCompute(body, input, context)
  if (input.scalerValue !== undefined && input.scalerType === undefined) {
    const { scaling } = await context.read(path, ROUTE)
    const kind = (scaling as { type?: string } | undefined)?.type
    const { doc } = update.up({ scalerType: kind, scalerValue: input.scalerValue })
    if (doc.scaling) body.scaling = doc.scaling
  }
  const saved = await context.write({
    method: 'PATCH',
    path,
    route: ROUTE,
    body,
    operation: 'saveEndpoint',
    look: LOOK,
    wording: update.wording,
  })
  return show(saved, input, selection, context)
}

const show = async (
  saved: Json | undefined,
  { templateId }: Json,
  selection: Selection,
  context: Context,
) => {
  if (!saved) return null
  const [shown] = await showEndpoints([saved], selection, context)
  return { ...shown, templateId: templateId ?? null } // v2 does not keep which template it was
}

/** The endpoint's own environment wins over the template's, name by name. */
const withTemplateEnv = (body: Body, template: Json, context: Context): void => {
  const { env } = lift(graphqlInlineTemplate.create, template, { ...context, note: () => {} })
  if (env || body.env) body.env = { ...(env as Body | undefined), ...(body.env as Body | undefined) }
}

/** A load balancer has no queue to scale on: the same number counts requests. */
const scaledByRequests = (input: Json, context: Context): Json => {
  if (input.type !== 'LB' || input.scalerType === 'REQUEST_COUNT') return input
  noteField(context, create, 'scalerType', 'LOSSY')
  return { ...input, scalerType: 'REQUEST_COUNT' }
}

/** An older spelling: a name ending in `-fb` asked for FlashBoot. */
const startedFast = (input: Json, context: Context): Json => {
  if (typeof input.name !== 'string' || !input.name.endsWith('-fb') || input.flashBootType !== undefined)
    return input
  noteField(context, create, 'flashBootType', 'DEFAULTED')
  return { ...input, flashBootType: 'FLASHBOOT' }
}

/** An empty list beside a single volume says nothing. */
const oneVolumeList = ({ networkVolumeIds, ...input }: Json): Json =>
  networkVolumeIds === undefined ||
  (Array.isArray(networkVolumeIds) && networkVolumeIds.length === 0 && input.networkVolumeId)
    ? input
    : { ...input, networkVolumeIds }

const isRequestQueue = ({ type, scaling }: Body): boolean =>
  type === 'QUEUE' && (scaling as Body | undefined)?.type === 'REQUEST_COUNT'

/** Pools, types to leave out, data centers: what a text of GraphQL says and v2 wants apart. */
const placeCompute = async (
  body: Body,
  { gpuIds: text, locations }: Json,
  context: Context,
): Promise<void> => {
  const gpu = body.gpu as Body | undefined
  if (gpu && 'allowedCudaVersions' in gpu && 'minCudaVersion' in gpu) delete gpu.minCudaVersion
  if (typeof text === 'string' && text.trim() !== '') body.gpu = { ...gpu, ...(await poolsOf(text, context)) }
  if (typeof locations === 'string' && locations !== '' && !body.dataCenterIds) {
    body.dataCenterIds = await dataCentersOf(locations, context)
  }
}

const POOL = /^[A-Z0-9]+(_[A-Z0-9]+)*$/

const poolsOf = async (text: string, context: Context) => {
  const { pools, excludedTypes } = gpuIds.decode(text) as { pools: string[]; excludedTypes: string[] }
  if (pools.length === 0) throw badInput('"gpuIds" names no pool to choose from.')
  if (pools.every((pool) => POOL.test(pool)))
    return { pools, ...(excludedTypes.length > 0 && { excludedTypes }) }
  const catalog = (await context.catalog.gpus()) as GpuType[]
  const named = pools.map((pool) => {
    if (POOL.test(pool)) return pool
    const found = catalog.find(({ id, name }) => id === pool || name === pool)?.pool
    if (!found) throw badInput('"gpuIds" names neither a pool nor a GPU type of the catalog.')
    return found
  })
  return { pools: [...new Set(named)], ...(excludedTypes.length > 0 && { excludedTypes }) }
}

/** Data centers stay; a country becomes its data centers. */
const dataCentersOf = async (text: string, context: Context): Promise<string[]> => {
  const places = text
    .split(',')
    .map((place) => place.trim())
    .filter((place) => place !== '')
  const lists = await Promise.all(
    places.map(async (place) => {
      if (!/^[A-Z]{2}$/.test(place)) return [place]
      const gpus = (await context.catalog.gpus(
        `include=AVAILABILITY&product=SERVERLESS&countryCodes=${place}`,
      )) as GpuType[]
      const ids = gpus.flatMap(({ dataCenters = [] }) => dataCenters.map(({ id }) => id))
      if (ids.length === 0) throw badInput(`"locations": there is no data center with GPUs in ${place}.`)
      return ids
    }),
  )
  return [...new Set(lists.flat())]
}

export const deleteEndpoint: Resolve = async (given, _selection, context) => {
  const path = `${LIST}/${segment(textOf(given, 'id'))}`
  await context.write({ method: 'DELETE', path, route: ROUTE, operation: 'deleteEndpoint', look: LOOK })
  return null
}

/** v2 copies the template once: later edits of it no longer reach the endpoint. */
export const updateEndpointTemplate: Resolve = async (given, selection, context) => {
  const { endpointId, templateId } = inputOf(given)
  const path = `${LIST}/${segment(textOf({ endpointId }, 'endpointId'))}`
  const body = { templateId: textOf({ templateId }, 'templateId') }
  const saved = await context.write({
    method: 'PATCH',
    path,
    route: ROUTE,
    body,
    operation: 'updateEndpointTemplate',
    look: LOOK,
  })
  noteField(context, update, 'templateId', 'LOSSY')
  return show(saved, body, selection, context)
}
