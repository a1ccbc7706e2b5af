import { z } from 'zod'
import { JsonValue, nullable } from './shape.ts'

export const EnvironmentVariable = nullable({ key: z.string(), value: z.string() })
export const EnvironmentVariableInput = z.object({ key: z.string(), value: z.string() })
export const PortsConfig = nullable({ port: z.string(), name: z.string() })
export const PortsConfigInput = nullable({ port: z.string(), name: z.string() })

/** A template as legacy GraphQL answers it: `env` is a list of objects, `ports` one comma-separated text. */
export const PodTemplate = nullable({
  id: z.string(),
  name: z.string(),
  imageName: z.string(),
  dockerArgs: z.string(),
  containerDiskInGb: z.int(),
  volumeInGb: z.int(),
  volumeMountPath: z.string(),
  ports: z.string(),
  portsConfig: z.array(PortsConfig),
  env: z.array(EnvironmentVariable),
  isServerless: z.boolean(),
  isPublic: z.boolean(),
  isRunpod: z.boolean(),
  containerRegistryAuthId: z.string(),
  readme: z.string(),
  category: z.string(),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  startScript: z.string(),
  advancedStart: z.boolean(),
  config: JsonValue,
  boundEndpointId: z.string(),
  allowedCudaVersions: z.array(z.string()),
  userId: z.string(),
  earned: z.number(),
  runtimeInMin: z.int(),
})

/** Create without `id`, modify with it; the four required fields are required either way. */
export const SaveTemplateInput = nullable({
  id: z.string(),
  dockerArgs: z.string(),
  env: z.array(EnvironmentVariableInput),
  ports: z.string(),
  portsConfig: z.array(PortsConfigInput),
  readme: z.string(),
  volumeMountPath: z.string(),
  isServerless: z.boolean(),
  isPublic: z.boolean(),
  containerRegistryAuthId: z.string(),
  category: z.string(),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  startScript: z.string(),
  advancedStart: z.boolean(),
  config: JsonValue,
  allowedCudaVersions: z.array(z.string()),
}).extend({
  name: z.string(),
  imageName: z.string(),
  containerDiskInGb: z.int(),
  volumeInGb: z.int(),
})

export const PodTemplateInput = nullable({ isRunpod: z.boolean() })
