import { z } from 'zod'
import {
  ContainerRegistryAuth,
  SaveRegistryAuthInput,
  UpdateRegistryAuthInput,
} from '../schemas/graphql/registries.ts'
import { onUpstream, onV2, operation } from './operation.ts'

export const registryMutations = {
  saveRegistryAuth: operation(
    { input: SaveRegistryAuthInput.nullish() },
    ContainerRegistryAuth.nullish(),
    onV2(['POST /v2/registries'], 'registries'),
  ),
  /** Deleting and creating again would change the id that pods and templates refer to. */
  updateRegistryAuth: operation(
    { input: UpdateRegistryAuthInput.nullish() },
    ContainerRegistryAuth.nullish(),
    onUpstream(undefined, 'registries'),
  ),
  deleteRegistryAuth: operation(
    { registryAuthId: z.string().nullish() },
    z.boolean().nullish(),
    onV2(['DELETE /v2/registries/{id}'], 'registries'),
  ),
}

export const registryChildren = { containerRegistryCreds: onV2(['GET /v2/registries']) }
