import type { CpuType, DataCenter, GpuType } from '../../../mappings/schemas/v2/catalog.ts'
import {
  CpuTypeQuery,
  DataCenterListQuery,
  DataCenterQuery,
  GpuTypeQuery,
} from '../../../mappings/schemas/v2/catalog-queries.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { queryAs } from '../http/query.ts'
import { idOf, ok, type Route } from '../http/route.ts'
import { cpuAvailability, gpuAvailability, levelOf } from './availability.ts'
import { type CpuRecord, cpus, findCpu } from './cpus.ts'
import { type DataCenterRecord, dataCenters, findDataCenter } from './data-centers.ts'
import { findGpu, type GpuRecord, gpus } from './gpus.ts'
import type { Stock } from './stock.ts'

const clouds = ['SECURE', 'COMMUNITY'] as const

const isSold = ({ gpu }: GpuRecord, products: readonly string[]): boolean =>
  gpu.pool !== null || products.some((product) => product !== 'SERVERLESS')

const gpuView = (
  stock: Stock,
  record: GpuRecord,
  query: GpuTypeQuery,
): { gpu: GpuType; offered: boolean } => {
  if (!query.include?.length) return { gpu: record.gpu, offered: true }
  const { shown, offered } = gpuAvailability(stock, record, {
    count: query.count ?? 1,
    cloud: query.cloud ?? 'SECURE',
    countries: query.countryCodes,
    allowed: query.cudaVersions,
    minimum: query.minCudaVersion,
    sold: isSold(record, query.product ?? []),
  })
  return { gpu: { ...record.gpu, ...shown }, offered: offered || query.countryCodes === undefined }
}

const cpuView = (stock: Stock, { cpu }: CpuRecord, query: CpuTypeQuery): CpuType =>
  query.include?.length ? { ...cpu, ...cpuAvailability(stock, cpu.id, query.vcpuCount ?? 2) } : cpu

/** @throws {Problem} 400 where vcpuCount breaks a rule that the schema cannot state */
const checkedCpuQuery = (query: CpuTypeQuery): CpuTypeQuery => {
  const { vcpuCount, include } = query
  if (vcpuCount === undefined) return query
  if (!include?.length) throw badRequest('vcpuCount is valid only with include=AVAILABILITY')
  if (!Number.isInteger(Math.log2(vcpuCount))) throw badRequest('vcpuCount must be a power of two')
  return query
}

const gpuRows = (stock: Stock, dataCenterId: string): DataCenter['gpuAvailability'] => {
  const rows = gpus
    .filter(({ gpu }) => clouds.some((cloud) => stock.offers({ id: gpu.id, cloud, dataCenterId })))
    .map(({ gpu }) => {
      const free = clouds.map((cloud) => stock.free({ id: gpu.id, cloud, dataCenterId }))
      return { id: gpu.id, name: gpu.name, availability: levelOf(Math.max(...free), 1) }
    })
  return rows.length > 0 ? rows : undefined
}

const cpuRows = (stock: Stock, dataCenterId: string): DataCenter['cpuAvailability'] => {
  const rows = cpus
    .map(({ cpu }) => ({ cpu, slot: { id: cpu.id, cloud: 'SECURE' as const, dataCenterId } }))
    .filter(({ slot }) => stock.offers(slot))
    .map(({ cpu, slot }) => ({ id: cpu.id, name: cpu.name, availability: levelOf(stock.free(slot), 2) }))
  return rows.length > 0 ? rows : undefined
}

const dataCenterView = (
  stock: Stock,
  { dataCenter }: DataCenterRecord,
  include: DataCenterQuery['include'] = [],
): DataCenter => {
  const gpuAvailability = include.includes('GPU_AVAILABILITY') ? gpuRows(stock, dataCenter.id) : undefined
  const cpuAvailability = include.includes('CPU_AVAILABILITY') ? cpuRows(stock, dataCenter.id) : undefined
  return {
    ...dataCenter,
    ...(gpuAvailability && { gpuAvailability }),
    ...(cpuAvailability && { cpuAvailability }),
  }
}

const isWanted = ({ dataCenter }: DataCenterRecord, query: DataCenterListQuery): boolean =>
  (query.regions === undefined || query.regions.includes(dataCenter.region)) &&
  (query.networkVolumeTypes ?? []).every((type) => dataCenter.networkVolumeTypes.includes(type)) &&
  (query.compliance ?? []).every((one) => dataCenter.compliance.includes(one)) &&
  (query.globalNetwork === undefined || query.globalNetwork === dataCenter.globalNetwork)

const found = <Thing>(thing: Thing | undefined, what: string): Thing => {
  if (thing === undefined) throw notFound(what)
  return thing
}

/** The catalog of GPUs, CPUs and data centers; templates have theirs beside their own routes. */
export const catalogRoutes = (stock: Stock): Route[] => [
  {
    method: 'GET',
    path: '/v2/catalog/gpus',
    handle: (call) => {
      const query = queryAs(GpuTypeQuery, call.query)
      const views = gpus.map((record) => gpuView(stock, record, query))
      return ok({ gpus: views.filter(({ offered }) => offered).map(({ gpu }) => gpu) })
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/gpus/:id',
    handle: (call) => {
      const query = queryAs(GpuTypeQuery, call.query)
      return ok(gpuView(stock, found(findGpu(idOf(call)), 'GPU type'), query).gpu)
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/cpus',
    handle: (call) => {
      const query = checkedCpuQuery(queryAs(CpuTypeQuery, call.query))
      return ok({ cpus: cpus.map((record) => cpuView(stock, record, query)) })
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/cpus/:id',
    handle: (call) => {
      const query = checkedCpuQuery(queryAs(CpuTypeQuery, call.query))
      return ok(cpuView(stock, found(findCpu(idOf(call)), 'CPU type'), query))
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/datacenters',
    handle: (call) => {
      const query = queryAs(DataCenterListQuery, call.query)
      const wanted = dataCenters.filter((record) => isWanted(record, query))
      return ok({ dataCenters: wanted.map((record) => dataCenterView(stock, record, query.include)) })
    },
  },
  {
    method: 'GET',
    path: '/v2/catalog/datacenters/:id',
    handle: (call) => {
      const { include } = queryAs(DataCenterQuery, call.query)
      return ok(dataCenterView(stock, found(findDataCenter(idOf(call)), 'data center'), include))
    },
  },
]
