import type { Resolvers } from '../run.ts'
import { cpuFlavors, dataCenters, gpuTypes, serverlessGpuPools } from './catalog.ts'
import { deleteEndpoint, myEndpoint, myEndpoints, saveEndpoint, updateEndpointTemplate } from './endpoints.ts'
import { deployCpuPod, podFindAndDeployOnDemand } from './pod-deploy.ts'
import { myPods, pod, podEditJob, podResume, podStop, podTerminate } from './pods.ts'
import { deleteRegistryAuth, myRegistries, saveRegistryAuth } from './registries.ts'
import { mySecrets, secretCreate, secretDelete } from './secrets.ts'
import { myPubKey, updateUserSettings } from './ssh-keys.ts'
import { deleteTemplate, myTemplates, podTemplate, podTemplates, saveTemplate } from './templates.ts'
import { createNetworkVolume, deleteNetworkVolume, myVolumes, updateNetworkVolume } from './volumes.ts'

/** Which function answers which field; where a field is answered is the mapping's business. */
export const queryResolvers: Resolvers = {
  pod,
  podTemplate,
  podTemplates,
  gpuTypes,
  cpuFlavors,
  dataCenters,
  serverlessGpuPools,
}

export const mutationResolvers: Resolvers = {
  podFindAndDeployOnDemand,
  deployCpuPod,
  podStop,
  podResume,
  podTerminate,
  podEditJob,
  saveTemplate,
  deleteTemplate,
  saveEndpoint,
  deleteEndpoint,
  updateEndpointTemplate,
  createNetworkVolume,
  updateNetworkVolume,
  deleteNetworkVolume,
  saveRegistryAuth,
  deleteRegistryAuth,
  updateUserSettings,
  secretCreate,
  secretDelete,
}

/** Children of `myself`. */
export const childResolvers: Resolvers = {
  pods: myPods,
  endpoints: myEndpoints,
  endpoint: myEndpoint,
  datacenters: dataCenters,
  podTemplates: myTemplates,
  networkVolumes: myVolumes,
  containerRegistryCreds: myRegistries,
  pubKey: myPubKey,
  secrets: mySecrets,
}
