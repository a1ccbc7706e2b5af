import type { PodCreateWithMinimums } from '../../../mappings/schemas/v2/newer.ts'
import { findGpu } from '../catalog/gpus.ts'
import { noCapacity } from '../http/problem.ts'

/** What a machine has for each of its GPUs. The catalog does not say; this is of the order of the real ones. */
export const VCPUS_PER_GPU = 8
/** GB of main memory for each GB of the GPU's. */
export const MEMORY_RATIO = 2

/** @throws {Problem} 400, the capacity text: no machine is that large */
export const requireMachine = ({ gpu }: PodCreateWithMinimums): void => {
  const memory = (gpu && findGpu(gpu.id)?.gpu.memory) ?? 0
  const { minVcpuCountPerGpu = 0, minMemoryPerGpu = 0 } = gpu ?? {}
  if (minVcpuCountPerGpu > VCPUS_PER_GPU || minMemoryPerGpu > memory * MEMORY_RATIO) throw noCapacity()
}
