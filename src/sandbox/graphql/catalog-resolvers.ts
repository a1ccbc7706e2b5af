import { cudaAt, levelOf } from '../catalog/availability.ts'
import { type CpuRecord, cpus } from '../catalog/cpus.ts'
import { meetsCuda } from '../catalog/cuda.ts'
import { type DataCenterRecord, dataCenters } from '../catalog/data-centers.ts'
import { findGpu, type GpuRecord, gpus } from '../catalog/gpus.ts'
import type { Stock } from '../catalog/stock.ts'
import { MEMORY_RATIO, VCPUS_PER_GPU } from '../pods/machine-size.ts'

/** The legacy spelling of a level; nothing in stock is null. */
const STOCK_STATUS = { NONE: null, LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' } as const

interface PriceInput {
  readonly gpuCount?: number | null
  readonly secureCloud?: boolean | null
  readonly dataCenterId?: string | null
  readonly countryCode?: string | null
  readonly minCudaVersion?: string | null
  readonly cudaVersion?: string | null
  readonly allowedCudaVersions?: string[] | null
}

type Cloud = 'SECURE' | 'COMMUNITY'

const offered = ({ gpu }: GpuRecord, cloud: Cloud): boolean =>
  cloud === 'SECURE' ? gpu.secure : gpu.community

const priceIn = ({ gpu }: GpuRecord, cloud: Cloud): number =>
  cloud === 'SECURE' ? gpu.price.secure : gpu.price.community

/** The cloud asked for, or the cheapest that has the type. */
const cloudOf = (record: GpuRecord, secureCloud: boolean | null | undefined): Cloud | undefined => {
  const wanted: readonly Cloud[] =
    secureCloud === true ? ['SECURE'] : secureCloud === false ? ['COMMUNITY'] : ['COMMUNITY', 'SECURE']
  return wanted.find((cloud) => offered(record, cloud))
}

const isWanted = (record: GpuRecord, place: DataCenterRecord, input: PriceInput): boolean =>
  (!input.dataCenterId || input.dataCenterId === place.dataCenter.id) &&
  (!input.countryCode || input.countryCode === place.country) &&
  meetsCuda(cudaAt(record, place), {
    allowed: input.allowedCudaVersions ?? (input.cudaVersion ? [input.cudaVersion] : undefined),
    minimum: input.minCudaVersion ?? undefined,
  })

const freeIn = (stock: Stock, record: GpuRecord, cloud: Cloud, input: PriceInput): number =>
  Math.max(
    0,
    ...dataCenters
      .filter((place) => isWanted(record, place, input))
      .map(({ dataCenter }) => stock.free({ id: record.gpu.id, cloud, dataCenterId: dataCenter.id })),
  )

/** The price of the whole shape, not of one GPU. */
const lowestPrice = (stock: Stock, record: GpuRecord, input: PriceInput) => {
  const count = input.gpuCount ?? 1
  const cloud = cloudOf(record, input.secureCloud)
  const named = { gpuName: record.gpu.id, gpuTypeId: record.gpu.id }
  if (!cloud) return named
  const free = freeIn(stock, record, cloud, input)
  const most = cloud === 'SECURE' ? record.gpu.maxCount.secure : record.gpu.maxCount.community
  const price = Math.round(priceIn(record, cloud) * count * 1e6) / 1e6
  return {
    ...named,
    uninterruptablePrice: price,
    minimumBidPrice: price,
    stockStatus: count > most ? null : STOCK_STATUS[levelOf(free, count)],
    minVcpu: VCPUS_PER_GPU * count,
    minMemory: MEMORY_RATIO * record.gpu.memory * count,
    maxGpuCount: most,
    maxUnreservedGpuCount: Math.min(free, most),
    availableGpuCounts: Array.from({ length: Math.min(free, most) }, (_, index) => index + 1),
  }
}

const gpuType = (stock: Stock, record: GpuRecord) => {
  const { gpu } = record
  return {
    id: gpu.id,
    displayName: gpu.name,
    manufacturer: gpu.manufacturer === 'NVIDIA' ? 'Nvidia' : gpu.manufacturer,
    memoryInGb: gpu.memory,
    secureCloud: gpu.secure,
    communityCloud: gpu.community,
    securePrice: gpu.price.secure,
    communityPrice: gpu.price.community,
    maxGpuCount: Math.max(gpu.maxCount.secure, gpu.maxCount.community),
    maxGpuCountSecureCloud: gpu.maxCount.secure,
    maxGpuCountCommunityCloud: gpu.maxCount.community,
    minPodGpuCount: 1,
    throttled: false,
    lowestPrice: ({ input }: { input?: PriceInput | null }) => lowestPrice(stock, record, input ?? {}),
    gpuTypeCudaVersions: () =>
      [
        ...new Set(dataCenters.map((place) => cudaAt(record, place)).filter((version) => version !== null)),
      ].map((cudaVersion) => ({ cudaVersion, availability: 'High' })),
    nodeGroupDatacenters: () =>
      dataCenters
        .filter(({ dataCenter }) =>
          stock.offers({ id: gpu.id, cloud: 'SECURE', dataCenterId: dataCenter.id }),
        )
        .map((place) => dataCenterType(stock, place)),
  }
}

const gpuRows = (stock: Stock, { dataCenter }: DataCenterRecord, input: PriceInput) => {
  const cloud: Cloud = input.secureCloud === false ? 'COMMUNITY' : 'SECURE'
  const slotOf = (id: string) => ({ id, cloud, dataCenterId: dataCenter.id })
  return gpus
    .filter(({ gpu }) => stock.offers(slotOf(gpu.id)))
    .map(({ gpu }) => {
      const level = levelOf(stock.free(slotOf(gpu.id)), input.gpuCount ?? 1)
      return {
        id: `${dataCenter.id}:${gpu.id}`,
        gpuTypeId: gpu.id,
        displayName: gpu.name,
        gpuTypeDisplayName: gpu.name,
        stockStatus: STOCK_STATUS[level],
        available: level !== 'NONE',
      }
    })
}

const dataCenterType = (stock: Stock, place: DataCenterRecord) => {
  const { dataCenter } = place
  return {
    id: dataCenter.id,
    name: dataCenter.name,
    location: dataCenter.name.replace(/ \d+$/, ''),
    listed: true,
    globalNetwork: dataCenter.globalNetwork,
    storageSupport: dataCenter.networkVolumeTypes.length > 0,
    s3apiEnabled: false,
    compliance: dataCenter.compliance,
    gpuAvailability: ({ input }: { input?: PriceInput | null }) => gpuRows(stock, place, input ?? {}),
  }
}

const DISK_LIMIT_PER_VCPU = 10 // GB

const cpuFlavor = ({ cpu }: CpuRecord) => ({
  id: cpu.id,
  groupId: cpu.group.toLowerCase().replaceAll(' ', ''),
  groupName: cpu.group,
  displayName: cpu.name,
  minVcpu: cpu.vcpu.min,
  maxVcpu: cpu.vcpu.max,
  vcpuBurstable: false,
  ramMultiplier: cpu.ramGbPerVcpu,
  diskLimitPerVcpu: DISK_LIMIT_PER_VCPU,
  specifics: {
    stockStatus: 'High',
    securePrice: cpu.price.securePerVcpu * cpu.vcpu.min,
    slsPrice: cpu.price.serverlessPerVcpu * cpu.vcpu.min,
  },
})

/** Physical CPUs are in no REST catalog: two are enough for a client to show. */
const CPU_TYPES = [
  {
    id: 'AMD EPYC 7352 24-Core Processor',
    displayName: 'AMD EPYC 7352',
    manufacturer: 'AMD',
    cores: 24,
    threadsPerCore: 2,
    groupId: 'gen3',
  },
  {
    id: 'AMD EPYC 9354 32-Core Processor',
    displayName: 'AMD EPYC 9354',
    manufacturer: 'AMD',
    cores: 32,
    threadsPerCore: 2,
    groupId: 'gen5',
  },
]

interface GpuTypeFilter {
  readonly id?: string | null
  readonly ids?: string[] | null
}

const chosen = (input: GpuTypeFilter | null | undefined): readonly GpuRecord[] => {
  if (input?.id) {
    const record = findGpu(input.id)
    return record ? [record] : []
  }
  return input?.ids?.length ? gpus.filter(({ gpu }) => input.ids?.includes(gpu.id)) : gpus
}

/** The catalog as legacy clients read it, with a key or without one. */
export const catalogResolvers = (stock: Stock) => ({
  gpuTypes: ({ input }: { input?: GpuTypeFilter | null }) =>
    chosen(input).map((record) => gpuType(stock, record)),
  dataCenters: () => dataCenters.map((place) => dataCenterType(stock, place)),
  cpuTypes: () => CPU_TYPES,
  cpuFlavors: ({ input }: { input?: { id?: string | null } | null }) =>
    cpus.filter(({ cpu }) => !input?.id || cpu.id === input.id).map(cpuFlavor),
  countryCodes: () => [...new Set(dataCenters.map(({ country }) => country))].sort(),
})
