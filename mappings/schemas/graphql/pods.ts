import { z } from 'zod'
import { CpuType, GpuType } from './catalog.ts'
import { PodStatus, PodType } from './enums.ts'
import { PodRuntime, PodTelemetry } from './pod-runtime.ts'
import { DateTime, nullable, Port } from './shape.ts'
import { NetworkVolume } from './volumes.ts'

export const Gpu = nullable({ podId: z.string() }).extend({ id: z.string() })
export const PodRegistry = nullable({
  auth: z.string(),
  pass: z.string(),
  url: z.string(),
  user: z.string(),
  username: z.string(),
})

export const MachineSystem = nullable({
  os: z.string(),
  dockerVersion: z.string(),
  diskTotal: z.int(),
  diskFree: z.int(),
}).extend({ cudaVersion: z.string(), kernelVersion: z.string() })

export const PodMachineInfo = nullable({
  podHostId: z.string(),
  gpuDisplayName: z.string(),
  secureCloud: z.boolean(),
  dataCenterId: z.string(),
  costPerHr: z.number(),
  currentPricePerGpu: z.number(),
  runpodIp: z.string(),
  maxDownloadSpeedMbps: z.int(),
  maxUploadSpeedMbps: z.int(),
  diskMBps: z.int(),
  gpuAvailable: z.int(),
  machineType: z.string(),
  supportPublicIp: z.boolean(),
  gpuType: GpuType,
  cpuTypeId: z.string(),
  cpuType: CpuType,
  cpuCount: z.int(),
  vcpuTotal: z.int(),
  memoryTotal: z.int(),
  note: z.string(),
  maintenanceStart: DateTime,
  maintenanceEnd: DateTime,
  maintenanceNote: z.string(),
}).extend({
  id: z.string(),
  gpuTypeId: z.string(),
  location: z.string(),
  machineSystem: MachineSystem,
})

/** A pod as legacy GraphQL answers it: `env` is `["NAME=value"]`, `ports` one comma-separated text. */
export const Pod = nullable({
  lastStatusChange: z.string(),
  env: z.array(z.string()),
  dockerArgs: z.string(),
  dockerId: z.string(),
  ports: z.string(),
  port: Port,
  podType: PodType,
  volumeInGb: z.number(),
  volumeMountPath: z.string(),
  volumeKey: z.string(),
  templateId: z.string(),
  networkVolumeId: z.string(),
  containerRegistryAuthId: z.string(),
  locked: z.boolean(),
  uptimeSeconds: z.int(),
  runtime: PodRuntime,
  latestTelemetry: PodTelemetry,
  clusterId: z.string(),
  clusterIp: z.string(),
  aiApiId: z.string(),
  apiKey: z.string(),
  consumerUserId: z.string(),
  version: z.int(),
  lowestBidPriceToResume: z.number(),
  costMultiplier: z.number(),
  cpuFlavorId: z.string(),
  machineType: z.string(),
  slsVersion: z.int(),
  networkVolume: NetworkVolume,
  registry: PodRegistry,
}).extend({
  id: z.string(),
  name: z.string(),
  imageName: z.string(),
  desiredStatus: PodStatus,
  costPerHr: z.number(),
  adjustedCostPerHr: z.number(),
  containerDiskInGb: z.int(),
  gpuCount: z.int(),
  memoryInGb: z.number(),
  vcpuCount: z.number(),
  volumeEncrypted: z.boolean(),
  machineId: z.string(),
  gpuPowerLimitPercent: z.int(),
  gpus: z.array(Gpu),
  machine: PodMachineInfo,
  createdAt: DateTime,
  lastStartedAt: DateTime,
})
