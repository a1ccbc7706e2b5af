import type { DataCenter } from '../../../mappings/schemas/v2/catalog.ts'

/** A data center with what the catalog keeps to itself. */
export interface DataCenterRecord {
  readonly dataCenter: Omit<DataCenter, 'gpuAvailability' | 'cpuAvailability'>
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** What its NVIDIA machines report. */
  readonly cudaVersion: string
}

const at = (
  id: string,
  name: string,
  country: string,
  region: DataCenter['region'],
  cudaVersion: string,
  rest: Partial<DataCenter> = {},
): DataCenterRecord => ({
  dataCenter: {
    id,
    name,
    region,
    globalNetwork: false,
    networkVolumeTypes: ['STANDARD'],
    compliance: ['SOC_2_TYPE_2'],
    ...rest,
  },
  country,
  cudaVersion,
})

/** The data centers a fresh sandbox has: real ids, invented equipment. */
export const dataCenters: readonly DataCenterRecord[] = [
  at('US-KS-2', 'US Kansas 2', 'US', 'NORTH_AMERICA', '12.8', {
    globalNetwork: true,
    networkVolumeTypes: ['STANDARD', 'HIGH_PERFORMANCE'],
    compliance: ['SOC_2_TYPE_2', 'ISO_IEC_27001'],
  }),
  at('US-CA-2', 'US California 2', 'US', 'NORTH_AMERICA', '12.8', {
    globalNetwork: true,
    networkVolumeTypes: ['HIGH_PERFORMANCE'],
    compliance: ['SOC_2_TYPE_2', 'HIPAA'],
  }),
  at('US-TX-3', 'US Texas 3', 'US', 'NORTH_AMERICA', '12.6', { globalNetwork: true }),
  at('US-GA-1', 'US Georgia 1', 'US', 'NORTH_AMERICA', '12.4', { networkVolumeTypes: [] }),
  at('CA-MTL-1', 'Canada Montreal 1', 'CA', 'NORTH_AMERICA', '12.4', {
    compliance: ['ISO_IEC_27001', 'RENEWABLE'],
  }),
  at('EU-RO-1', 'Romania 1', 'RO', 'EUROPE', '12.8', {
    globalNetwork: true,
    networkVolumeTypes: ['STANDARD', 'HIGH_PERFORMANCE'],
    compliance: ['GDPR', 'ISO_IEC_27001', 'SOC_2_TYPE_2'],
  }),
  at('EU-SE-1', 'Sweden 1', 'SE', 'EUROPE', '12.6', { compliance: ['GDPR', 'RENEWABLE'] }),
  at('EU-CZ-1', 'Czechia 1', 'CZ', 'EUROPE', '12.4', { compliance: ['GDPR', 'ISO_IEC_27001'] }),
  at('EUR-IS-1', 'Iceland 1', 'IS', 'EUROPE', '12.4', { compliance: ['GDPR', 'RENEWABLE'] }),
  at('AP-JP-1', 'Japan 1', 'JP', 'ASIA', '12.6', { networkVolumeTypes: [], compliance: [] }),
]

const byId: ReadonlyMap<string, DataCenterRecord> = new Map(
  dataCenters.map((record) => [record.dataCenter.id, record]),
)

/** The data center of that id, if there is one. */
export const findDataCenter = (id: string): DataCenterRecord | undefined => byId.get(id)
