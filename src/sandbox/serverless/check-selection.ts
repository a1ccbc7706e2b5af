import type { Cpu, CpuCreate } from '../../../mappings/schemas/v2/compute.ts'
import type { NetworkVolume } from '../../../mappings/schemas/v2/network-volumes.ts'
import type { EndpointGpu } from '../../../mappings/schemas/v2/serverless-gpu.ts'
import { findCpu } from '../catalog/cpus.ts'
import { findDataCenter } from '../catalog/data-centers.ts'
import { type GpuRecord, gpusOfPool } from '../catalog/gpus.ts'
import { badRequest } from '../http/problem.ts'
import { cpuUnits } from '../pods/placement.ts'

/** The GPU types a selection leaves, in the order of its pools. */
export const typesOf = ({
  pools,
  excludedTypes = [],
}: Pick<EndpointGpu, 'pools' | 'excludedTypes'>): GpuRecord[] =>
  pools.flatMap(gpusOfPool).filter(({ gpu }) => !excludedTypes.includes(gpu.id))

/** @throws {Problem} 400 for a pool that does not exist, a type that is in none of them, or a selection of nothing */
export const requireSelection = (gpu: Pick<EndpointGpu, 'pools' | 'excludedTypes'>): void => {
  const unknown = gpu.pools.find((pool) => gpusOfPool(pool).length === 0)
  if (unknown !== undefined) throw badRequest(`unknown GPU pool '${unknown}'`)
  const members = gpu.pools.flatMap(gpusOfPool).map((record) => record.gpu.id)
  const stray = gpu.excludedTypes?.find((type) => !members.includes(type))
  if (stray !== undefined)
    throw badRequest(`excluded type '${stray}' is not a GPU type of the selected pools`)
  if (typesOf(gpu).length === 0) throw badRequest('excludedTypes leaves no GPU type to run on')
}

/** An exact set of CUDA versions or a floor, on the whole endpoint. @throws {Problem} 400 for both */
export const requireOneCuda = ({ allowedCudaVersions, minCudaVersion }: EndpointGpu): void => {
  if (allowedCudaVersions.length === 0 || minCudaVersion === null) return
  throw badRequest('allowedCudaVersions and minCudaVersion are mutually exclusive: clear one of them')
}

/** CPU configurations with the memory their flavors give. @throws {Problem} 400 for a flavor or width that does not exist */
export const withMemory = (configurations: readonly CpuCreate[]): Cpu[] =>
  configurations.map((cpu) => {
    cpuUnits(cpu)
    const ram = findCpu(cpu.id)?.cpu.ramGbPerVcpu ?? 1
    return { ...cpu, memory: Math.max(1, Math.floor(ram * cpu.vcpuCount)) }
  })

/** @throws {Problem} 400 for places and volumes that do not exist */
export const requirePlaces = (
  dataCenterIds: readonly string[],
  networkVolumes: readonly string[],
  volume: (id: string) => NetworkVolume | undefined,
): void => {
  const nowhere = dataCenterIds.find((id) => !findDataCenter(id))
  if (nowhere !== undefined) throw badRequest(`unknown data center '${nowhere}'`)
  const missing = networkVolumes.find((id) => !volume(id))
  if (missing !== undefined) throw badRequest(`network volume '${missing}' not found`)
}

/** @throws {Problem} 400 where the minimum is above the maximum */
export const requireRange = ({ min, max }: { min: number; max: number }): void => {
  if (min > max) throw badRequest(`workers.min (${min}) must not be above workers.max (${max})`)
}
