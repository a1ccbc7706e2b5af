import type { Rates } from '../billing/charge.ts'
import { findCpu } from '../catalog/cpus.ts'
import { typesOf } from './check-selection.ts'
import type { EndpointSettings } from './endpoint-record.ts'
import type { EndpointWorld } from './endpoint-world.ts'

const HOURS_PER_MONTH = 730
/** USD per GB of container disk and hour; ours, the catalog has none. */
const DISK_PRICE = 0.1 / HOURS_PER_MONTH

/** What one worker costs: the serverless price of the first type it may run on, or of its first CPU configuration. */
const workerRates = ({ gpu, cpu, disk }: EndpointSettings): Rates => {
  const type = gpu && typesOf(gpu)[0]
  const first = cpu?.[0]
  return {
    gpu: (type?.gpu.price.serverless ?? 0) * (gpu?.count ?? 1),
    cpu: first ? (findCpu(first.id)?.cpu.price.serverlessPerVcpu ?? 0) * first.vcpuCount : 0,
    disk: disk * DISK_PRICE,
  }
}

/** Bills the workers that are up, from now on. To be called whenever their number may have changed. */
export const meterEndpoint = (world: EndpointWorld, id: string): void => {
  const record = world.table.get(id)
  if (!record) return
  const workers = world.queue().workers(id).length
  const { gpu = 0, cpu = 0, disk = 0 } = workerRates(record.settings)
  world.ledger.meter('serverless', id, { gpu: gpu * workers, cpu: cpu * workers, disk: disk * workers })
}
