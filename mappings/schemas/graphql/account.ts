import { z } from 'zod'
import { DataCenter } from './catalog.ts'
import { Endpoint } from './endpoints.ts'
import { Pod } from './pods.ts'
import { ContainerRegistryAuth } from './registries.ts'
import { Secret } from './secrets.ts'
import { DateTime, nullable, solidList } from './shape.ts'
import { PodTemplate } from './templates.ts'
import { NetworkVolume } from './volumes.ts'

export const SpendDetails = nullable({
  localStoragePerHour: z.number(),
  networkStoragePerHour: z.number(),
  gpuComputePerHour: z.number(),
})
export const Discount = nullable({
  userId: z.string(),
  type: z.string(),
  discountFactor: z.number(),
  expirationDate: DateTime,
})

/** The caller. Its lists live in v2, its identity and money only in legacy GraphQL. */
export const User = nullable({
  id: z.string(),
  email: z.string(),
  authId: z.string(),
  pubKey: z.string(),
  clientBalance: z.number(),
  currentSpendPerHr: z.number(),
  spendLimit: z.int(),
  spendDetails: SpendDetails,
  serverlessDiscount: Discount,
  endpoint: Endpoint,
  networkVolumes: z.array(NetworkVolume),
  podTemplates: z.array(PodTemplate),
  containerRegistryCreds: z.array(ContainerRegistryAuth),
  datacenters: z.array(DataCenter),
}).extend({
  pods: solidList(Pod),
  endpoints: z.array(Endpoint),
  secrets: solidList(Secret),
})

export const UpdateUserSettingsInput = nullable({ pubKey: z.string() })

/** What it takes besides, and only the legacy API answers. */
export const OtherUserSettings = nullable({
  notifyPodsStale: z.boolean(),
  notifyPodsGeneral: z.boolean(),
  notifyLowBalance: z.boolean(),
})
