import type { GpuType } from '../../../mappings/schemas/v2/catalog.ts'

/** A GPU type with the machines a fresh sandbox has of it. */
export interface GpuRecord {
  readonly gpu: Omit<GpuType, 'availability' | 'dataCenters' | 'cudaVersions'>
  /** GPUs in each cloud, by data center. */
  readonly stock: {
    readonly SECURE: Readonly<Record<string, number>>
    readonly COMMUNITY: Readonly<Record<string, number>>
  }
}

type Stock = Readonly<Record<string, number>>

interface Prices {
  readonly secure: number
  readonly community: number
  readonly serverless?: number
}

const type = (
  [id, name, memory, pool]: readonly [string, string, number, string | null],
  price: Prices,
  [most, mostCommunity]: readonly [number, number],
  secure: Stock,
  community: Stock = {},
): GpuRecord => ({
  gpu: {
    id,
    name,
    pool,
    manufacturer: id.startsWith('AMD') ? 'AMD' : 'NVIDIA',
    memory,
    secure: most > 0,
    community: mostCommunity > 0,
    price,
    maxCount: { secure: most, community: mostCommunity },
  },
  stock: { SECURE: secure, COMMUNITY: community },
})

/** The GPU types a fresh sandbox has: real ids and pools, prices of the order of the real ones, invented stock. */
export const gpus: readonly GpuRecord[] = [
  type(
    ['NVIDIA GeForce RTX 4090', 'RTX 4090', 24, 'ADA_24'],
    { secure: 0.69, community: 0.34, serverless: 1.1 },
    [8, 4],
    { 'US-KS-2': 64, 'EU-RO-1': 48, 'EU-CZ-1': 16, 'US-TX-3': 8 },
    { 'US-GA-1': 12, 'EU-SE-1': 8, 'CA-MTL-1': 4 },
  ),
  type(
    ['NVIDIA GeForce RTX 3090', 'RTX 3090', 24, 'AMPERE_24'],
    { secure: 0.46, community: 0.22, serverless: 0.69 },
    [8, 8],
    { 'EU-CZ-1': 24, 'EU-SE-1': 8 },
    { 'US-GA-1': 16, 'EU-SE-1': 16 },
  ),
  type(
    ['NVIDIA RTX A5000', 'RTX A5000', 24, 'AMPERE_24'],
    { secure: 0.27, community: 0.16, serverless: 0.69 },
    [8, 4],
    { 'EU-RO-1': 24, 'EU-SE-1': 8 },
    { 'CA-MTL-1': 8 },
  ),
  type(
    ['NVIDIA L4', 'L4', 24, 'AMPERE_24'],
    { secure: 0.39, community: 0.32, serverless: 0.69 },
    [8, 2],
    { 'US-TX-3': 16, 'EU-RO-1': 8 },
    { 'US-GA-1': 2 },
  ),
  type(
    ['NVIDIA RTX A4000', 'RTX A4000', 16, 'AMPERE_16'],
    { secure: 0.25, community: 0.17, serverless: 0.58 },
    [8, 4],
    { 'EU-RO-1': 16, 'EU-SE-1': 16 },
    { 'CA-MTL-1': 8 },
  ),
  type(
    ['NVIDIA RTX 4000 Ada Generation', 'RTX 4000 Ada', 20, 'AMPERE_16'],
    { secure: 0.26, community: 0.2, serverless: 0.58 },
    [8, 2],
    { 'EU-RO-1': 16, 'US-TX-3': 8 },
    { 'US-GA-1': 2 },
  ),
  type(
    ['NVIDIA RTX A6000', 'RTX A6000', 48, 'AMPERE_48'],
    { secure: 0.49, community: 0.33, serverless: 1.22 },
    [8, 4],
    { 'US-TX-3': 16, 'EU-SE-1': 16, 'CA-MTL-1': 8 },
    { 'US-GA-1': 8 },
  ),
  type(
    ['NVIDIA A40', 'A40', 48, 'AMPERE_48'],
    { secure: 0.4, community: 0.35, serverless: 1.22 },
    [10, 2],
    { 'CA-MTL-1': 20, 'EU-SE-1': 20 },
    { 'US-GA-1': 2 },
  ),
  type(
    ['NVIDIA L40S', 'L40S', 48, 'ADA_48_PRO'],
    { secure: 0.86, community: 0.79, serverless: 1.9 },
    [8, 2],
    { 'US-TX-3': 16, 'US-KS-2': 16, 'EUR-IS-1': 8 },
    { 'US-GA-1': 2 },
  ),
  type(
    ['NVIDIA L40', 'L40', 48, 'ADA_48_PRO'],
    { secure: 0.99, community: 0.69, serverless: 1.9 },
    [8, 2],
    { 'EU-RO-1': 8, 'US-TX-3': 8 },
    { 'CA-MTL-1': 2 },
  ),
  type(
    ['NVIDIA RTX 6000 Ada Generation', 'RTX 6000 Ada', 48, 'ADA_48_PRO'],
    { secure: 0.77, community: 0.74, serverless: 1.9 },
    [8, 4],
    { 'EUR-IS-1': 16, 'US-KS-2': 8 },
    { 'US-GA-1': 4 },
  ),
  type(
    ['NVIDIA A100 80GB PCIe', 'A100 PCIe', 80, 'AMPERE_80'],
    { secure: 1.64, community: 1.19, serverless: 2.72 },
    [8, 4],
    { 'US-KS-2': 16, 'EU-RO-1': 16 },
    { 'US-GA-1': 4 },
  ),
  type(
    ['NVIDIA A100-SXM4-80GB', 'A100 SXM', 80, 'AMPERE_80'],
    { secure: 1.74, community: 1.39, serverless: 2.72 },
    [8, 8],
    { 'US-KS-2': 24, 'US-CA-2': 16 },
    { 'US-GA-1': 8 },
  ),
  type(
    ['NVIDIA H100 80GB HBM3', 'H100 SXM', 80, 'ADA_80_PRO'],
    { secure: 2.99, community: 2.69, serverless: 4.18 },
    [8, 8],
    { 'US-CA-2': 32, 'EUR-IS-1': 16, 'AP-JP-1': 8 },
    { 'US-GA-1': 8 },
  ),
  type(
    ['NVIDIA H100 PCIe', 'H100 PCIe', 80, 'ADA_80_PRO'],
    { secure: 2.39, community: 1.99, serverless: 4.18 },
    [8, 2],
    { 'US-KS-2': 8 },
    { 'CA-MTL-1': 2 },
  ),
  type(
    ['NVIDIA H200', 'H200 SXM', 141, 'HOPPER_141'],
    { secure: 3.99, community: 3.59, serverless: 5.58 },
    [8, 8],
    { 'US-CA-2': 16, 'AP-JP-1': 8 },
    { 'US-GA-1': 8 },
  ),
  type(
    ['NVIDIA B200', 'B200', 180, 'BLACKWELL_180'],
    { secure: 5.99, community: 0, serverless: 8.64 },
    [8, 0],
    { 'US-CA-2': 8 },
  ),
  type(['AMD Instinct MI300X OAM', 'MI300X', 192, null], { secure: 2.49, community: 0 }, [8, 0], {
    'EU-RO-1': 8,
  }),
  type(
    ['NVIDIA GeForce RTX 3070', 'RTX 3070', 8, null],
    { secure: 0, community: 0.13 },
    [0, 2],
    {},
    { 'US-GA-1': 4 },
  ),
]

const byId: ReadonlyMap<string, GpuRecord> = new Map(gpus.map((record) => [record.gpu.id, record]))

/** The GPU type of that id, if there is one. */
export const findGpu = (id: string): GpuRecord | undefined => byId.get(id)

/** The GPU types of a serverless pool; none where there is no such pool. */
export const gpusOfPool = (pool: string): readonly GpuRecord[] => gpus.filter(({ gpu }) => gpu.pool === pool)
