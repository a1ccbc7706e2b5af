import type { Rates } from '../billing/charge.ts'
import { findCpu } from '../catalog/cpus.ts'
import { findGpu } from '../catalog/gpus.ts'
import type { PodRecord } from './pod-record.ts'

/** Prices of storage are not in the catalog: ours, USD per GB and hour, of the order of the real ones. */
const HOURS_PER_MONTH = 730
const RUNNING_DISK = 0.1 / HOURS_PER_MONTH
const IDLE_VOLUME = 0.2 / HOURS_PER_MONTH

const round = (amount: number): number => Math.round(amount * 1e6) / 1e6

/** USD per hour while the pod is up: the catalog's price of its cloud times its GPUs or vCPUs. */
export const computeRate = ({
  gpu,
  cpu,
  cloud,
  bid,
}: Pick<PodRecord, 'gpu' | 'cpu' | 'cloud' | 'bid'>): number => {
  if (gpu && bid !== undefined) return round(bid * gpu.count)
  if (gpu) {
    const price = findGpu(gpu.id)?.gpu.price
    return round((cloud === 'SECURE' ? (price?.secure ?? 0) : (price?.community ?? 0)) * gpu.count)
  }
  return cpu ? round((findCpu(cpu.id)?.cpu.price.securePerVcpu ?? 0) * cpu.vcpuCount) : 0
}

const diskRate = ({ disk, mounts, phase }: PodRecord): number => {
  const volume = mounts.persistent?.size ?? 0
  return phase.kind === 'UP' ? (disk + volume) * RUNNING_DISK : volume * IDLE_VOLUME
}

/** What the pod is billed for in its present phase. */
export const podRates = (pod: PodRecord): Rates => ({
  [pod.cpu ? 'cpu' : 'gpu']: pod.phase.kind === 'UP' ? computeRate(pod) : 0,
  disk: diskRate(pod),
})
