import type { EndpointCreate } from '../../../mappings/schemas/v2/serverless.ts'
import type { EndpointGpu } from '../../../mappings/schemas/v2/serverless-gpu.ts'
import type { EndpointScaling, EndpointType } from '../../../mappings/schemas/v2/serverless-settings.ts'
import type { Template } from '../../../mappings/schemas/v2/templates.ts'
import { overTemplate, requireKind, settled } from '../templates/container-settings.ts'
import { requirePlaces, requireRange, requireSelection, withMemory } from './check-selection.ts'
import type { EndpointRecord, EndpointSettings } from './endpoint-record.ts'
import type { EndpointWorld } from './endpoint-world.ts'
import { meterEndpoint } from './meter-endpoint.ts'

/** What v2 documents as its defaults. */
const DEFAULTS = { min: 0, max: 3, idleTimeout: 10, timeout: 300_000 } as const

/** A queue that scales on requestCount has no idle timeout; every other endpoint has one. */
export const hasIdleTimeout = (type: EndpointType, scaling: EndpointScaling): boolean =>
  type !== 'QUEUE' || scaling.type !== 'REQUEST_COUNT'

/** @param given the workers of the body, over those there are */
export const workersOf = (
  type: EndpointType,
  scaling: EndpointScaling,
  given: { min?: number | undefined; max?: number | undefined; idleTimeout?: number | undefined } = {},
): EndpointSettings['workers'] => ({
  min: given.min ?? DEFAULTS.min,
  max: given.max ?? DEFAULTS.max,
  ...(hasIdleTimeout(type, scaling) && { idleTimeout: given.idleTimeout ?? DEFAULTS.idleTimeout }),
})

/** The template's CUDA set counts only where the body has no constraint of its own. */
const gpuOf = ({ gpu }: EndpointCreate, template: Template | undefined): EndpointGpu | undefined => {
  if (!gpu) return undefined
  const inherited = gpu.minCudaVersion === undefined ? (template?.allowedCudaVersions ?? []) : []
  const excludedTypes = gpu.excludedTypes?.map((type) => type.trim())
  return {
    pools: gpu.pools,
    ...(excludedTypes && { excludedTypes }),
    count: gpu.count ?? 1,
    allowedCudaVersions: gpu.allowedCudaVersions ?? inherited,
    minCudaVersion: gpu.minCudaVersion ?? null,
  }
}

const settingsOf = (body: EndpointCreate, template: Template | undefined): EndpointSettings => {
  const gpu = gpuOf(body, template)
  return {
    ...settled(overTemplate(body, template)),
    name: body.name,
    ...(gpu && { gpu }),
    ...(body.cpu && { cpu: withMemory(body.cpu) }),
    workers: workersOf(body.type, body.scaling, body.workers),
    scaling: body.scaling,
    dataCenterIds: body.dataCenterIds ?? [],
    networkVolumes: body.networkVolumes ?? [],
    timeout: body.timeout ?? DEFAULTS.timeout,
    flashboot: body.flashboot ?? 'OFF',
  }
}

/** Everything v2 checks after the schema. @throws {Problem} 400 */
export const requireSound = (world: EndpointWorld, settings: EndpointSettings): EndpointSettings => {
  if (settings.gpu) requireSelection(settings.gpu)
  requireRange(settings.workers)
  requirePlaces(settings.dataCenterIds, settings.networkVolumes, world.volume)
  return settings
}

/** The copy of the container settings that belongs to the endpoint, as the service lists it among the templates. */
const bindTemplate = (world: EndpointWorld, { id, settings }: EndpointRecord): void => {
  const { args, disk, env, image, ports, registry, name } = settings
  const container = { args, disk, env: { ...env }, image, ports, registry }
  const boundName = `${name}__template__${id.slice(0, 7)}`
  world.templates.create({ ...container, name: boundName, serverless: true }, id)
}

/** Checks everything, then writes the endpoint down and wakes its queue. @throws {Problem} 400, 402, 404, 422 */
export const createEndpoint = (world: EndpointWorld, body: EndpointCreate): EndpointRecord => {
  const template = body.templateId === undefined ? undefined : world.template(body.templateId)
  if (template) requireKind(template, true)
  const settings = requireSound(world, settingsOf(body, template))
  world.requireFunds()
  const now = world.clock.now()
  const record: EndpointRecord = {
    id: world.sequences.next('endpoint'),
    type: body.type,
    settings,
    template: template?.id ?? null,
    createdAt: now,
    releases: [{ id: world.sequences.next('release'), version: 1, createdAt: now, diff: [] }],
  }
  world.table.put(record.id, record)
  bindTemplate(world, record)
  world.queue().refresh(record.id)
  meterEndpoint(world, record.id)
  return record
}

/** Ends the endpoint, its jobs, its bill and the template bound to it. */
export const removeEndpoint = (world: EndpointWorld, id: string): void => {
  world.table.delete(id)
  world.templates.release(id)
  world.queue().removeEndpoint(id)
  world.ledger.meter('serverless', id, {})
}
