import type { AvailabilityLevel, GpuType } from '../../../mappings/schemas/v2/catalog.ts'
import type { Cloud } from '../../../mappings/schemas/v2/compute.ts'
import { type CudaConstraint, meetsCuda } from './cuda.ts'
import { type DataCenterRecord, dataCenters } from './data-centers.ts'
import type { GpuRecord } from './gpus.ts'
import type { Stock } from './stock.ts'

const LEVELS: readonly AvailabilityLevel[] = ['NONE', 'LOW', 'MEDIUM', 'HIGH']

/** More than so many free shapes make a level. The service does not publish its own thresholds. */
const MEDIUM_ABOVE = 3
const HIGH_ABOVE = 11

/** How likely a create of that many units is to find room among so many free ones. */
export const levelOf = (free: number, units: number): AvailabilityLevel => {
  const shapes = Math.floor(Math.max(free, 0) / units)
  if (shapes === 0) return 'NONE'
  if (shapes > HIGH_ABOVE) return 'HIGH'
  return shapes > MEDIUM_ABOVE ? 'MEDIUM' : 'LOW'
}

const best = (levels: readonly AvailabilityLevel[]): AvailabilityLevel =>
  LEVELS[Math.max(0, ...levels.map((level) => LEVELS.indexOf(level)))] ?? 'NONE'

/** One place that offers a thing, and how much of it is free there. */
interface Place {
  readonly place: DataCenterRecord
  readonly level: AvailabilityLevel
}

/** `dataCenters` is left out where there is nothing anywhere. */
const summary = (places: readonly Place[]): Pick<GpuType, 'availability' | 'dataCenters'> => {
  const availability = best(places.map(({ level }) => level))
  if (availability === 'NONE') return { availability }
  return {
    availability,
    dataCenters: places.map(({ place: { dataCenter }, level }) => ({
      id: dataCenter.id,
      name: dataCenter.name,
      availability: level,
    })),
  }
}

/** What narrows a look at the stock. */
export interface GpuFilter extends CudaConstraint {
  readonly count: number
  readonly cloud: Cloud
  readonly countries?: readonly string[] | undefined
  /** False where only serverless is asked for and the type is in no pool. */
  readonly sold: boolean
}

/** What the machines of that type in that place report; null for makes without CUDA. */
export const cudaAt = ({ gpu }: GpuRecord, { cudaVersion }: DataCenterRecord): string | null =>
  gpu.manufacturer === 'NVIDIA' ? cudaVersion : null

const ceiling = ({ gpu }: GpuRecord, cloud: Cloud): number =>
  cloud === 'SECURE' ? gpu.maxCount.secure : gpu.maxCount.community

const offering = (stock: Stock, { gpu }: GpuRecord, filter: GpuFilter): DataCenterRecord[] =>
  dataCenters.filter(
    ({ dataCenter, country }) =>
      (filter.countries === undefined || filter.countries.includes(country)) &&
      stock.offers({ id: gpu.id, cloud: filter.cloud, dataCenterId: dataCenter.id }),
  )

const cudaList = (
  record: GpuRecord,
  filter: GpuFilter,
  places: readonly Place[],
): Pick<GpuType, 'cudaVersions'> => {
  const versions = new Map<string, boolean>()
  for (const { place, level } of places) {
    const version = cudaAt(record, place)
    if (version === null || !meetsCuda(version, filter)) continue
    versions.set(version, (versions.get(version) ?? false) || level !== 'NONE')
  }
  const cudaVersions = [...versions]
    .map(([version, available]) => ({ version, available }))
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  return cudaVersions.length === 0 ? {} : { cudaVersions }
}

/** The parts of a GPU type that `include=AVAILABILITY` adds. `offered` is false where no place at all has the type. */
export const gpuAvailability = (
  stock: Stock,
  record: GpuRecord,
  filter: GpuFilter,
): { shown: Pick<GpuType, 'availability' | 'dataCenters' | 'cudaVersions'>; offered: boolean } => {
  const fits = filter.sold && filter.count <= ceiling(record, filter.cloud)
  const offered = offering(stock, record, filter)
  const places = offered
    .filter((place) => meetsCuda(cudaAt(record, place), filter))
    .map((place): Place => {
      const slot = { id: record.gpu.id, cloud: filter.cloud, dataCenterId: place.dataCenter.id }
      return { place, level: fits ? levelOf(stock.free(slot), filter.count) : 'NONE' }
    })
  return {
    shown: { ...summary(places), ...cudaList(record, filter, places) },
    offered: offered.length > 0,
  }
}

/** The parts of a CPU flavor that `include=AVAILABILITY` adds. */
export const cpuAvailability = (
  stock: Stock,
  id: string,
  vcpuCount: number,
): Pick<GpuType, 'availability' | 'dataCenters'> => {
  const slotAt = (dataCenterId: string) => ({ id, cloud: 'SECURE' as const, dataCenterId })
  const places = dataCenters
    .filter(({ dataCenter }) => stock.offers(slotAt(dataCenter.id)))
    .map((place): Place => ({ place, level: levelOf(stock.free(slotAt(place.dataCenter.id)), vcpuCount) }))
  return summary(places)
}
