import type { Cloud } from '../../../mappings/schemas/v2/compute.ts'
import { cudaAt } from '../catalog/availability.ts'
import { findCpu } from '../catalog/cpus.ts'
import { type CudaConstraint, meetsCuda } from '../catalog/cuda.ts'
import { type DataCenterRecord, dataCenters, findDataCenter } from '../catalog/data-centers.ts'
import { findGpu } from '../catalog/gpus.ts'
import type { Stock } from '../catalog/stock.ts'
import { badRequest, noCapacity } from '../http/problem.ts'

/** What a pod needs of the place it is put in. */
export interface Needs {
  readonly gpu?: { readonly id: string; readonly count: number } | undefined
  readonly cpu?: { readonly id: string; readonly vcpuCount: number } | undefined
  readonly cloud: Cloud
  /** In order of preference; empty: any. */
  readonly dataCenterIds: readonly string[]
  readonly globalNetworking: boolean
  /** Where the network volume is, if one is mounted. */
  readonly volumeDataCenter?: string | undefined
  readonly cuda: CudaConstraint
  /** Pods of that shape that must fit into one data center. */
  readonly pods?: number
}

/** Where a pod was put. */
export interface Place {
  readonly dataCenterId: string
  readonly cudaVersion: string | null
}

const candidates = ({ dataCenterIds, volumeDataCenter }: Needs): readonly DataCenterRecord[] => {
  const named = dataCenterIds.map((id) => {
    const record = findDataCenter(id)
    if (!record) throw badRequest(`unknown data center '${id}'`)
    return record
  })
  const allowed = named.length > 0 ? named : dataCenters
  if (volumeDataCenter === undefined) return allowed
  const home = allowed.filter(({ dataCenter }) => dataCenter.id === volumeDataCenter)
  if (home.length === 0) throw badRequest(`the network volume is in data center '${volumeDataCenter}'`)
  return home
}

/** @throws {Problem} 400 for a GPU that does not exist or cannot do what is asked */
const gpuUnits = (needs: Needs, gpu: NonNullable<Needs['gpu']>): number => {
  const record = findGpu(gpu.id)
  if (!record) throw badRequest(`unknown GPU type '${gpu.id}'`)
  if (needs.globalNetworking && record.gpu.manufacturer !== 'NVIDIA') throw noNetworking()
  const most = needs.cloud === 'SECURE' ? record.gpu.maxCount.secure : record.gpu.maxCount.community
  // No machine is that wide, which the service says in the same words as "none is free"
  if (gpu.count > most) throw noCapacity()
  return gpu.count
}

const noNetworking = () => badRequest('global networking requires an NVIDIA GPU')

/** @throws {Problem} 400 for a flavor that does not exist, or not at that width */
export const cpuUnits = (cpu: NonNullable<Needs['cpu']>): number => {
  const record = findCpu(cpu.id)
  if (!record) throw badRequest(`unknown CPU flavor '${cpu.id}'`)
  const { min, max } = record.cpu.vcpu
  if (!Number.isInteger(Math.log2(cpu.vcpuCount))) throw badRequest('cpu.vcpuCount must be a power of two')
  if (cpu.vcpuCount < min || cpu.vcpuCount > max) {
    throw badRequest(`cpu.vcpuCount must be between ${min} and ${max} for '${cpu.id}'`)
  }
  return cpu.vcpuCount
}

const unitsOf = (needs: Needs): number => {
  if (needs.gpu) return gpuUnits(needs, needs.gpu)
  if (needs.globalNetworking) throw noNetworking()
  return needs.cpu ? cpuUnits(needs.cpu) : 0
}

const cudaOf = (needs: Needs, record: DataCenterRecord): string | null => {
  const gpu = needs.gpu && findGpu(needs.gpu.id)
  return gpu ? cudaAt(gpu, record) : null
}

/**
 * Finds the first acceptable data center with room. Takes nothing.
 * @throws {Problem} 400: the capacity text that clients match where there is no room, else what is wrong
 */
export const place = (stock: Stock, needs: Needs): Place => {
  const places = candidates(needs)
  const units = unitsOf(needs) * (needs.pods ?? 1)
  const id = needs.gpu?.id ?? needs.cpu?.id ?? ''
  const chosen = places.find(
    (record) =>
      (!needs.globalNetworking || record.dataCenter.globalNetwork) &&
      (!needs.gpu || meetsCuda(cudaOf(needs, record), needs.cuda)) &&
      stock.free({ id, cloud: needs.cloud, dataCenterId: record.dataCenter.id }) >= units,
  )
  if (!chosen) throw noCapacity()
  return { dataCenterId: chosen.dataCenter.id, cudaVersion: cudaOf(needs, chosen) }
}
