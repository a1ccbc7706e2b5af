import { z } from 'zod'

/** Body of POST /v1/containerregistryauth. The password never comes back. */
export const RegistryCreate = z.strictObject({
  name: z.string(),
  password: z.string(),
  username: z.string(),
})
export type RegistryCreate = z.infer<typeof RegistryCreate>

/** A saved registry credential as v1 answered it. */
export const Registry = z.object({ id: z.string().optional(), name: z.string().optional() })
export type Registry = z.infer<typeof Registry>

/** Answer of GET /v1/containerregistryauth: a bare array. */
export const RegistryList = z.array(Registry)
export type RegistryList = z.infer<typeof RegistryList>
