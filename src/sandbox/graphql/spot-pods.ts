import type { Cloud } from '../../../mappings/schemas/v2/compute.ts'
import { findGpu } from '../catalog/gpus.ts'
import { Problem } from '../http/problem.ts'
import { createPod, holding, save, up } from '../pods/create-pod.ts'
import { statusAt } from '../pods/pod-life.ts'
import type { PodRecord } from '../pods/pod-record.ts'
import { podView } from '../pods/pod-view.ts'
import type { PodWorld } from '../pods/pod-world.ts'
import { isoTime } from '../state/iso-time.ts'
import { legacyError } from './legacy-error.ts'

/** The part of PodRentInterruptableInput the sandbox acts on. */
export interface RentInput {
  readonly bidPerGpu?: number | null
  readonly cloudType?: 'ALL' | Cloud | null
  readonly name?: string | null
  readonly imageName?: string | null
  readonly gpuTypeId?: string | null
  readonly gpuCount?: number | null
  readonly templateId?: string | null
  readonly containerDiskInGb?: number | null
  readonly volumeInGb?: number | null
  readonly volumeMountPath?: string | null
  readonly ports?: string | null
  readonly dockerArgs?: string | null
  readonly dataCenterId?: string | null
  readonly networkVolumeId?: string | null
  readonly env?: readonly { readonly key: string; readonly value: string }[] | null
}

const WORKSPACE = '/workspace'

const mountsOf = ({ networkVolumeId, volumeInGb, volumeMountPath }: RentInput) => {
  const path = volumeMountPath ?? WORKSPACE
  if (networkVolumeId) return { mounts: { network: [{ volumeId: networkVolumeId, path }] } }
  return volumeInGb ? { mounts: { persistent: { size: volumeInGb, path } } } : {}
}

const listed = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const bodyOf = (input: RentInput, gpuId: string, cloud: Cloud) => ({
  name: input.name ?? 'interruptible',
  cloud,
  gpu: { id: gpuId, count: input.gpuCount ?? 1 },
  ...(input.imageName && { image: input.imageName }),
  ...(input.templateId && { templateId: input.templateId }),
  ...(input.containerDiskInGb && { disk: input.containerDiskInGb }),
  ...(input.dockerArgs && { args: input.dockerArgs }),
  ...(input.env && { env: Object.fromEntries(input.env.map(({ key, value }) => [key, value])) }),
  ports: listed(input.ports),
  dataCenterIds: listed(input.dataCenterId),
  ...mountsOf(input),
})

const anyCloud = (world: PodWorld, input: RentInput, gpuId: string): PodRecord => {
  if (input.cloudType && input.cloudType !== 'ALL')
    return createPod(world, bodyOf(input, gpuId, input.cloudType))
  try {
    return createPod(world, bodyOf(input, gpuId, 'COMMUNITY'))
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    return createPod(world, bodyOf(input, gpuId, 'SECURE'))
  }
}

/** A REST problem in the legacy API's form: its text is what clients match on. */
const inLegacyWords = <Result>(run: () => Result): Result => {
  try {
    return run()
  } catch (error) {
    throw error instanceof Problem ? legacyError(error.message) : error
  }
}

/** Rents a pod that somebody who bids more could take away (in the sandbox nobody does). */
export const rentInterruptable = (world: PodWorld, input: RentInput): PodRecord => {
  if (!input.gpuTypeId) throw legacyError('gpuTypeId is required')
  if (!input.imageName && !input.templateId) throw legacyError('imageName is required')
  const bid = input.bidPerGpu
  if (typeof bid !== 'number' || bid <= 0) throw legacyError('bidPerGpu must be above 0')
  const gpuId = input.gpuTypeId
  return inLegacyWords(() => save(world, { ...anyCloud(world, input, gpuId), bid }))
}

/** Starts a stopped interruptible pod again with a new bid. */
export const bidResume = (world: PodWorld, input: { podId: string; bidPerGpu: number }): PodRecord => {
  const pod = world.table.get(input.podId)
  if (!pod) throw legacyError('pod not found to resume')
  if (statusAt(pod, world.clock.now(), world.boot) === 'RUNNING') return pod
  if (pod.phase.kind === 'UP') return pod
  const { slot, units } = holding(pod)
  if (world.stock.free(slot) < units) {
    throw legacyError('There are not enough free GPUs on the host machine to start this pod.')
  }
  return up(world, { ...pod, bid: input.bidPerGpu }, true)
}

/** A pod as the legacy API answers it. */
export const legacyPod = (world: PodWorld, pod: PodRecord) => {
  const view = podView(pod, world.clock.now(), world.boot)
  const network = view.mounts.network?.[0]
  return {
    id: view.id,
    name: view.name,
    imageName: view.image,
    desiredStatus: pod.phase.kind === 'UP' ? 'RUNNING' : 'EXITED',
    costPerHr: view.cost,
    adjustedCostPerHr: view.cost,
    containerDiskInGb: view.disk,
    volumeInGb: view.mounts.persistent?.size ?? 0,
    volumeMountPath: view.mounts.persistent?.path ?? network?.path ?? null,
    gpuCount: view.gpu?.count ?? 0,
    dockerArgs: view.args,
    ports: view.ports.join(','),
    env: Object.entries(view.env).map(([key, value]) => `${key}=${value}`),
    podType: pod.bid === undefined ? 'RESERVED' : 'INTERRUPTABLE',
    machineId: `machine-${pod.dataCenterId.toLowerCase()}-${pod.ordinal}`,
    machine: {
      id: `machine-${pod.dataCenterId.toLowerCase()}-${pod.ordinal}`,
      podHostId: view.ssh.proxy?.username ?? null,
      gpuTypeId: view.gpu?.id ?? '',
      gpuDisplayName: view.gpu ? (findGpu(view.gpu.id)?.gpu.name ?? null) : null,
      dataCenterId: view.dataCenterId,
      location: view.dataCenterId ?? '',
      secureCloud: view.cloud === 'SECURE',
    },
    templateId: view.template,
    networkVolumeId: network?.volumeId ?? null,
    createdAt: isoTime(pod.createdAt),
  }
}
