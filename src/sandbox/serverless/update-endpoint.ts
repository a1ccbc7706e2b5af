import type { EndpointUpdate } from '../../../mappings/schemas/v2/serverless.ts'
import type { EndpointGpu, EndpointGpuUpdate } from '../../../mappings/schemas/v2/serverless-gpu.ts'
import { badRequest, unprocessable } from '../http/problem.ts'
import { changed, overTemplate, requireKind } from '../templates/container-settings.ts'
import { requireOneCuda, withMemory } from './check-selection.ts'
import { hasIdleTimeout, requireSound, workersOf } from './create-endpoint.ts'
import type { EndpointRecord, EndpointSettings } from './endpoint-record.ts'
import { versionOf } from './endpoint-record.ts'
import type { EndpointWorld } from './endpoint-world.ts'
import { meterEndpoint } from './meter-endpoint.ts'
import { diffOf } from './release-diff.ts'

/** Pools and exclusions are one selection: new pools replace both. */
const patchedGpu = (present: EndpointGpu, patch: EndpointGpuUpdate): EndpointGpu => {
  const { excludedTypes: before, ...rest } = present
  const excludedTypes = patch.pools ? patch.excludedTypes?.map((type) => type.trim()) : before
  const gpu: EndpointGpu = {
    ...rest,
    pools: patch.pools ?? present.pools,
    ...(excludedTypes && { excludedTypes }),
    count: patch.count ?? present.count,
    allowedCudaVersions: patch.allowedCudaVersions ?? present.allowedCudaVersions,
    minCudaVersion:
      patch.minCudaVersion === undefined ? present.minCudaVersion : patch.minCudaVersion || null,
  }
  requireOneCuda(gpu)
  return gpu
}

/** @throws {Problem} 400 where the patch would turn a GPU endpoint into a CPU one or back */
const patchedCompute = (
  { gpu, cpu }: EndpointSettings,
  body: EndpointUpdate,
): Pick<EndpointSettings, 'gpu' | 'cpu'> => {
  if ((body.gpu && !gpu) || (body.cpu && !cpu))
    throw badRequest('the compute family of an endpoint is immutable')
  if (gpu) return { gpu: body.gpu ? patchedGpu(gpu, body.gpu) : gpu }
  return cpu ? { cpu: body.cpu ? withMemory(body.cpu) : cpu } : {}
}

/** @throws {Problem} 422 and 400 where scaling and workers do not go with the endpoint's type */
const patchedScaling = (
  { type, settings }: EndpointRecord,
  body: EndpointUpdate,
): Pick<EndpointSettings, 'scaling' | 'workers'> => {
  const scaling = body.scaling ?? settings.scaling
  if (type === 'LOAD_BALANCER' && scaling.type !== 'REQUEST_COUNT') {
    throw unprocessable(["$.scaling.type: value must be 'REQUEST_COUNT' on a LOAD_BALANCER endpoint"])
  }
  if (body.workers?.idleTimeout !== undefined && !hasIdleTimeout(type, scaling)) {
    throw badRequest('idleTimeout does not apply to a QUEUE endpoint that scales on REQUEST_COUNT')
  }
  return { scaling, workers: workersOf(type, scaling, { ...settings.workers, ...body.workers }) }
}

const patched = (world: EndpointWorld, record: EndpointRecord, body: EndpointUpdate): EndpointSettings => {
  const { settings } = record
  const template = body.templateId ? requireKind(world.template(body.templateId), true) : undefined
  return requireSound(world, {
    ...changed(overTemplate(body, template), settings),
    name: body.name ?? settings.name,
    ...patchedCompute(settings, body),
    ...patchedScaling(record, body),
    dataCenterIds: body.dataCenterIds ?? settings.dataCenterIds,
    networkVolumes: body.networkVolumes ?? settings.networkVolumes,
    timeout: body.timeout ?? settings.timeout,
    flashboot: body.flashboot ?? settings.flashboot,
  })
}

/**
 * Changes what the body names; a change that changes anything is a release.
 * @throws {Problem} 400, 404 and 422 as a create
 */
export const updateEndpoint = (
  world: EndpointWorld,
  record: EndpointRecord,
  body: EndpointUpdate,
): EndpointRecord => {
  const settings = patched(world, record, body)
  const diff = diffOf(record.settings, settings)
  if (diff.length === 0) return record
  const release = {
    id: world.sequences.next('release'),
    version: versionOf(record) + 1,
    createdAt: world.clock.now(),
    diff,
  }
  const { args, disk, env, image, ports, registry } = settings
  const after = world.table.put(record.id, { ...record, settings, releases: [...record.releases, release] })
  world.templates.rebind(record.id, { args, disk, env: { ...env }, image, ports, registry })
  world.queue().refresh(record.id)
  meterEndpoint(world, record.id)
  return after
}
