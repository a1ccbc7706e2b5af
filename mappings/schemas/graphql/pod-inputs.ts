import { z } from 'zod'
import { CloudTypeEnum, Compliance, ComputeType } from './enums.ts'
import { DateTime, nullable, Port } from './shape.ts'
import { EnvironmentVariableInput } from './templates.ts'

export const PodFilter = z.object({ podId: z.string() })
export const PodTerminateInput = z.object({ podId: z.string() })
export const PodStopInput = nullable({ incrementVersion: z.boolean() }).extend({ podId: z.string() })
export const PodResumeInput = nullable({
  gpuCount: z.int(),
  syncMachine: z.boolean(),
  computeType: ComputeType,
  allowedCudaVersions: z.array(z.string()),
}).extend({ podId: z.string() })
export const PodBidResumeInput = z.object({ podId: z.string(), gpuCount: z.int(), bidPerGpu: z.number() })
export const SavingsPlanInput = nullable({ planLength: z.string(), upfrontCost: z.number() })

/** What both kinds of deploy share. */
const deploy = {
  cloudType: CloudTypeEnum,
  name: z.string(),
  imageName: z.string(),
  containerDiskInGb: z.int(),
  volumeInGb: z.int(),
  volumeMountPath: z.string(),
  ports: z.string(),
  dockerArgs: z.string(),
  env: z.array(EnvironmentVariableInput),
  templateId: z.string(),
  networkVolumeId: z.string(),
  dataCenterId: z.string(),
  containerRegistryAuthId: z.string(),
  deployCost: z.number(),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  minVcpuCount: z.int(),
  minMemoryInGb: z.int(),
  gpuCount: z.int(),
  countryCode: z.string(),
  supportPublicIp: z.boolean(),
}

export const PodFindAndDeployOnDemandInput = nullable({
  ...deploy,
  gpuTypeId: z.string(),
  gpuTypeIdList: z.array(z.string()),
  volumeKey: z.string(),
  port: Port,
  globalNetwork: z.boolean(),
  minDisk: z.int(),
  minDownload: z.int(),
  minUpload: z.int(),
  allowedCudaVersions: z.array(z.string()),
  cudaVersion: z.string(),
  minCudaVersion: z.string(),
  compliance: z.array(Compliance),
  instanceIds: z.array(z.string()),
  computeType: ComputeType,
  stopAfter: DateTime,
  terminateAfter: DateTime,
  savingsPlan: SavingsPlanInput,
  aiApiId: z.string(),
})

/** Named in lower case on the wire. */
export const deployCpuPodInput = nullable({
  ...deploy,
  instanceId: z.string(),
  volumeKey: z.string(),
  terminateAfter: DateTime,
})

/** Spot pods: v2 has none, so this is only ever passed on. */
export const PodRentInterruptableInput = nullable({
  bidPerGpu: z.number(),
  cloudType: CloudTypeEnum,
  name: z.string(),
  imageName: z.string(),
  gpuTypeId: z.string(),
  gpuCount: z.int(),
  templateId: z.string(),
  containerDiskInGb: z.int(),
  volumeInGb: z.int(),
  volumeMountPath: z.string(),
  ports: z.string(),
  dockerArgs: z.string(),
  dataCenterId: z.string(),
  networkVolumeId: z.string(),
  env: z.array(EnvironmentVariableInput),
})

/** Partial: clients send only what they change. */
export const PodEditJobInput = nullable({
  imageName: z.string(),
  containerDiskInGb: z.int(),
  volumeInGb: z.int(),
  volumeMountPath: z.string(),
  ports: z.string(),
  port: Port,
  dockerArgs: z.string(),
  env: z.array(EnvironmentVariableInput),
  containerRegistryAuthId: z.string(),
}).extend({ podId: z.string() })
