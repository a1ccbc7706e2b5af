import { z } from 'zod'
import { DateTime, nullable } from './shape.ts'

export const PodRuntimePorts = nullable({
  ip: z.string(),
  isIpPublic: z.boolean(),
  privatePort: z.int(),
  publicPort: z.int(),
  type: z.string(),
})
export const PodRuntimeGpus = nullable({
  id: z.string(),
  gpuUtilPercent: z.number(),
  memoryUtilPercent: z.number(),
})
export const PodRuntimeContainer = nullable({ cpuPercent: z.number(), memoryPercent: z.number() })

/** Null until the container runs: clients poll for that. */
export const PodRuntime = nullable({
  uptimeInSeconds: z.int(),
  ports: z.array(PodRuntimePorts),
  gpus: z.array(PodRuntimeGpus),
  container: PodRuntimeContainer,
})

export const GpuTelemetry = nullable({
  id: z.string(),
  percentUtilization: z.number(),
  temperatureCelcius: z.number(),
  memoryUtilization: z.number(),
  powerWatts: z.number(),
})
export const PodTelemetry = nullable({
  state: z.string(),
  time: DateTime,
  cpuUtilization: z.number(),
  memoryUtilization: z.number(),
  lastStateTransitionTimestamp: z.int(),
  averageGpuMetrics: GpuTelemetry,
  individualGpuMetrics: z.array(GpuTelemetry),
})
