import type { Cpu } from '../../../mappings/schemas/v2/compute.ts'
import type { Mounts } from '../../../mappings/schemas/v2/mounts.ts'
import type { PodCluster, PodCreate } from '../../../mappings/schemas/v2/pods.ts'
import type { Template } from '../../../mappings/schemas/v2/templates.ts'
import { findCpu } from '../catalog/cpus.ts'
import type { CudaConstraint } from '../catalog/cuda.ts'
import { badRequest } from '../http/problem.ts'
import { identifier } from '../state/identifiers.ts'
import { overTemplate, requireKind, settled } from '../templates/container-settings.ts'
import { place } from './placement.ts'
import { boot } from './pod-life.ts'
import { podRates } from './pod-rates.ts'
import type { PodRecord } from './pod-record.ts'
import type { PodWorld } from './pod-world.ts'

/** A CPU pod does not inherit a template's persistent mount; a body's mount replaces it. */
const mountsOf = (body: PodCreate, template: Template | undefined): Mounts => {
  const { persistent, network } = body.mounts ?? {}
  // The schema of newer v2 does not state this rule, so it is checked here for both
  if (persistent && body.cpu) throw badRequest('a persistent mount is not available on CPU pods')
  if (persistent) return { persistent }
  if (network && network.length > 0) return { network }
  return template?.mounts.persistent && !body.cpu ? { persistent: template.mounts.persistent } : {}
}

/** A constraint in the body replaces the template's entirely. */
const cudaOf = ({ gpu }: PodCreate, template: Template | undefined): CudaConstraint => {
  if (gpu?.allowedCudaVersions !== undefined || gpu?.minCudaVersion !== undefined) {
    return { allowed: gpu.allowedCudaVersions, minimum: gpu.minCudaVersion }
  }
  return { allowed: template?.allowedCudaVersions }
}

/** @throws {Problem} 400 where the mounted volume does not exist */
const volumeDataCenter = (world: PodWorld, mounts: Mounts): string | undefined => {
  const mount = mounts.network?.[0]
  if (!mount) return undefined
  const volume = world.volume(mount.volumeId)
  if (!volume) throw badRequest(`network volume '${mount.volumeId}' not found`)
  return volume.dataCenter
}

/** What the start flags put into the environment, where it does not say otherwise. */
const injected = (world: PodWorld, id: string, body: PodCreate, template: Template | undefined) => {
  const keys = world.sshKeys()
  const ssh = (body.startSsh ?? template?.startSsh ?? false) && keys.length > 0
  const jupyter = body.startJupyter ?? template?.startJupyter ?? false
  return {
    ...(ssh && { PUBLIC_KEY: keys.join('\n') }),
    ...(jupyter && { JUPYTER_PASSWORD: identifier(`jupyter:${id}`, 0, 20) }),
  }
}

const cpuOf = ({ cpu }: PodCreate): Cpu | undefined =>
  cpu && { ...cpu, memory: Math.max(1, Math.floor((findCpu(cpu.id)?.cpu.ramGbPerVcpu ?? 1) * cpu.vcpuCount)) }

/**
 * Checks everything, then takes the machine and writes the pod down.
 * @throws {Problem} 400 rules and capacity, 402, 404 and 422 about the template
 */
export const createPod = (world: PodWorld, body: PodCreate, cluster?: PodCluster): PodRecord => {
  const template = body.templateId === undefined ? undefined : world.template(body.templateId)
  if (template) requireKind(template, false)
  const mounts = mountsOf(body, template)
  const cloud = body.cloud ?? 'SECURE'
  const gpu = body.gpu && { id: body.gpu.id, count: body.gpu.count ?? 1 }
  const globalNetworking = body.globalNetworking ?? false
  const found = place(world.stock, {
    gpu,
    cpu: body.cpu,
    cloud,
    dataCenterIds: body.dataCenterIds ?? [],
    globalNetworking,
    volumeDataCenter: volumeDataCenter(world, mounts),
    cuda: cudaOf(body, template),
  })
  world.requireFunds()
  const id = world.sequences.next('pod')
  const settings = settled(overTemplate(body, template))
  const cpu = cpuOf(body)
  const record: PodRecord = {
    id,
    name: body.name,
    ...settings,
    env: { ...injected(world, id, body, template), ...settings.env },
    mounts,
    ...(gpu && { gpu }),
    ...(cpu && { cpu }),
    cloud,
    ...found,
    template: template?.id ?? null,
    locked: false,
    globalNetworking,
    ordinal: world.sequences.count('pod'),
    createdAt: world.clock.now(),
    startedBefore: null,
    phase: { kind: 'EXITED' },
    log: [],
    ...(cluster && { cluster }),
  }
  return up(world, record, false)
}

/** The stock a pod stands on, and how much of it. */
export const holding = (pod: PodRecord) => ({
  slot: { id: pod.gpu?.id ?? pod.cpu?.id ?? '', cloud: pod.cloud, dataCenterId: pod.dataCenterId },
  units: pod.gpu?.count ?? pod.cpu?.vcpuCount ?? 0,
})

/** Writes a pod down and bills what it costs from now on. */
export const save = (world: PodWorld, pod: PodRecord): PodRecord => {
  if (!pod.cluster) world.ledger.meter('pod', pod.id, podRates(pod))
  return world.table.put(pod.id, pod)
}

/** Takes the machine and boots. The caller has made sure there is room. */
export const up = (world: PodWorld, pod: PodRecord, placed: boolean): PodRecord => {
  const { slot, units } = holding(pod)
  world.stock.take(slot, units)
  return save(world, boot(pod, world.clock.now(), placed, world.boot))
}
