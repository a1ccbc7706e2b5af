import { z } from 'zod'
import { DateTime } from './times.ts'

/** Body of POST /v2/registries. The password never comes back. */
export const RegistryCreate = z.strictObject({
  name: z.string().min(1),
  password: z.string().min(1),
  username: z.string().min(1),
})
export type RegistryCreate = z.infer<typeof RegistryCreate>

/** A saved registry credential as v2 answers it. */
export const Registry = z.object({ id: z.string(), name: z.string() })
export type Registry = z.infer<typeof Registry>

/** Answer of GET /v2/registries. */
export const RegistryList = z.object({ registries: z.array(Registry) })
export type RegistryList = z.infer<typeof RegistryList>

/** Body of POST /v2/registries/delegations: an ECR repository's ARN. */
export const DelegationCreate = z.strictObject({
  resource: z.string(),
  name: z.string().nullable().optional(),
})
export type DelegationCreate = z.infer<typeof DelegationCreate>

/** Leave to pull from an ECR repository. */
export const Delegation = z.object({
  id: z.string(),
  name: z.string().nullable().optional(),
  delegatorUserId: z.string(),
  awsUser: z.string(),
  repository: z.string(),
  tag: z.string(),
  awsRegion: z.string(),
  dockerRegistryUri: z.string().optional(),
  createdAt: DateTime,
})
export type Delegation = z.infer<typeof Delegation>

/** Answer of GET /v2/registries/delegations. */
export const DelegationList = z.object({ delegations: z.array(Delegation) })
export type DelegationList = z.infer<typeof DelegationList>
