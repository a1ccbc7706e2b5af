import { z } from 'zod'
import { rule } from './rules.ts'

/** Host-local storage: pinned to the machine, refused on CPU pods, being replaced by network mounts. */
export const PersistentMount = z.strictObject({
  /** GB. */
  size: z.int().min(10),
  path: z.string(),
})
export type PersistentMount = z.infer<typeof PersistentMount>

/** A network volume attached to a pod. The volume cannot be changed after the create, its path can. */
export const NetworkMount = z.strictObject({ volumeId: z.string(), path: z.string() })
export type NetworkMount = z.infer<typeof NetworkMount>

/** {@link Mounts} before its rule: each kind at most once. */
export const MountFields = z.strictObject({
  persistent: PersistentMount.optional(),
  network: z.array(NetworkMount).max(1).optional(),
})

/** A pod's storage: persistent or network, not both. */
export const Mounts = MountFields.check(
  rule({
    status: 400,
    message: 'persistent and network mounts are mutually exclusive',
    broken: ({ persistent, network = [] }) => persistent !== undefined && network.length > 0,
  }),
)
export type Mounts = z.infer<typeof Mounts>

/** A template's storage: a persistent mount only; a `network` property is an unknown field. */
export const TemplateMounts = z.strictObject({ persistent: PersistentMount.optional() })
export type TemplateMounts = z.infer<typeof TemplateMounts>
