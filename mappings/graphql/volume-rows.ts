import type { z } from 'zod'
import { mapping } from '../dsl/mapping.ts'
import { between } from '../dsl/row.ts'
import { ContainerRegistryAuth, SaveRegistryAuthInput } from '../schemas/graphql/registries.ts'
import {
  CreateNetworkVolumeInput,
  NetworkVolume,
  UpdateNetworkVolumeInput,
} from '../schemas/graphql/volumes.ts'
import * as V2 from '../schemas/v2/index.ts'

const update = UpdateNetworkVolumeInput.omit({ id: true })

const { same, field, hide, serve } = between<
  z.infer<typeof CreateNetworkVolumeInput> | z.infer<typeof NetworkVolume>,
  V2.NetworkVolumeCreate | V2.NetworkVolume
>()

/** Network volumes. Sizes are GB. */
export const graphqlVolumes = mapping('graphql.networkVolumes', {
  facets: {
    create: [CreateNetworkVolumeInput, V2.NetworkVolumeCreate],
    update: [update, V2.NetworkVolumeUpdateFields],
    read: [NetworkVolume, V2.NetworkVolume],
  },
  blankIsAbsent: ['create', 'update'],
  rows: [
    same('id'),
    same('name'),
    same('size'),
    field('dataCenterId', 'dataCenter'),
    hide('type', 'the legacy API did not tell volumes apart by speed'),
    serve('dataCenter', 'expandNetworkVolume', 'v2 says the id; the rest is in the catalog'),
  ],
})

const registry = between<
  z.infer<typeof SaveRegistryAuthInput> | z.infer<typeof ContainerRegistryAuth>,
  V2.RegistryCreate | V2.Registry
>()

/** Registry credentials. A password goes in and never comes back. */
export const graphqlRegistries = mapping('graphql.registries', {
  facets: { create: [SaveRegistryAuthInput, V2.RegistryCreate], read: [ContainerRegistryAuth, V2.Registry] },
  rows: [
    registry.same('id'),
    registry.same('name'),
    registry.same('username'),
    registry.same('password'),
    registry.drop('registryAuth', 'a credential is never read back'),
    registry.drop('userId', 'v2 does not say who owns what: a key sees its own account'),
  ],
})
