import { z } from 'zod'
import { ComputeType, FlashBootType } from './enums.ts'
import { Pod } from './pods.ts'
import { nullable } from './shape.ts'
import { EnvironmentVariable, EnvironmentVariableInput, PodTemplate } from './templates.ts'
import { NetworkVolume } from './volumes.ts'

export const NetworkVolumeIds = nullable({ networkVolumeId: z.string(), dataCenterId: z.string() })
export const NetworkVolumeIdsInput = z.object({ networkVolumeId: z.string() })

const settings = {
  id: z.string(),
  name: z.string(),
  type: z.string(),
  templateId: z.string(),
  gpuIds: z.string(),
  gpuCount: z.int(),
  instanceIds: z.array(z.string()),
  idleTimeout: z.int(),
  scalerType: z.string(),
  scalerValue: z.int(),
  workersMin: z.int(),
  workersMax: z.int(),
  executionTimeoutMs: z.int(),
  flashBootType: FlashBootType,
  locations: z.string(),
  networkVolumeId: z.string(),
  allowedCudaVersions: z.string(),
  minCudaVersion: z.string(),
  modelReferences: z.array(z.string()),
  compliance: z.array(z.string()),
  flashEnvironmentId: z.string(),
}

export const Endpoint = nullable({
  ...settings,
  userId: z.string(),
  aiKey: z.string(),
  template: PodTemplate,
  computeType: ComputeType,
  workersStandby: z.int(),
  workersPFBTarget: z.int(),
  networkVolumeIds: z.array(NetworkVolumeIds),
  networkVolume: NetworkVolume,
  env: z.array(EnvironmentVariable),
  pods: z.array(Pod),
  version: z.int(),
  createdAt: z.string(),
  activeBuildid: z.string(),
  idePodId: z.string(),
})

export const EndpointTemplateInput = nullable({
  name: z.string(),
  imageName: z.string(),
  containerDiskInGb: z.int(),
  containerRegistryAuthId: z.string(),
  dockerArgs: z.string(),
  startScript: z.string(),
  ports: z.string(),
  env: z.array(EnvironmentVariableInput),
})

/** Create without `id`, modify with it. There is no `computeType` here. */
export const EndpointInput = nullable({
  ...settings,
  template: EndpointTemplateInput,
  hubReleaseId: z.string(),
  dataCenterIds: z.array(z.string()),
  networkVolumeIds: z.array(NetworkVolumeIdsInput),
  env: z.array(EnvironmentVariableInput),
})

export const UpdateEndpointTemplateInput = z.object({ endpointId: z.string(), templateId: z.string() })
