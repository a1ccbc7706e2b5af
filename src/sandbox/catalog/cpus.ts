import type { CpuType } from '../../../mappings/schemas/v2/catalog.ts'

/** A CPU flavor with what a fresh sandbox has of it. */
export interface CpuRecord {
  readonly cpu: Omit<CpuType, 'availability' | 'dataCenters'>
  /** Free vCPUs by data center. */
  readonly stock: Readonly<Record<string, number>>
}

const flavor = (
  [id, name, group]: readonly [string, string, string],
  [max, ramGbPerVcpu]: readonly [number, number],
  [securePerVcpu, serverlessPerVcpu]: readonly [number, number],
  stock: Readonly<Record<string, number>>,
): CpuRecord => ({
  cpu: { id, name, group, vcpu: { min: 2, max }, ramGbPerVcpu, price: { securePerVcpu, serverlessPerVcpu } },
  stock,
})

/** The CPU flavors a fresh sandbox has. */
export const cpus: readonly CpuRecord[] = [
  flavor(['cpu3c', 'Compute-Optimized', 'Gen 3'], [32, 2], [0.03, 0.03], {
    'US-KS-2': 256,
    'EU-RO-1': 256,
    'EU-SE-1': 64,
  }),
  flavor(['cpu3g', 'General Purpose', 'Gen 3'], [32, 4], [0.04, 0.04], { 'US-KS-2': 128, 'EU-RO-1': 128 }),
  flavor(['cpu3m', 'Memory-Optimized', 'Gen 3'], [32, 8], [0.05, 0.05], { 'US-KS-2': 64, 'EU-RO-1': 64 }),
  flavor(['cpu5c', 'Compute-Optimized', 'Gen 5'], [32, 2], [0.035, 0.04], { 'EU-RO-1': 256, 'US-TX-3': 128 }),
  flavor(['cpu5g', 'General Purpose', 'Gen 5'], [32, 4], [0.045, 0.05], { 'EU-RO-1': 128 }),
]

const byId: ReadonlyMap<string, CpuRecord> = new Map(cpus.map((record) => [record.cpu.id, record]))

/** The flavor of that id, if there is one. */
export const findCpu = (id: string): CpuRecord | undefined => byId.get(id)
