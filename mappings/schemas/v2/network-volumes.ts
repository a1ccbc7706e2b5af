import { z } from 'zod'
import { notEmpty } from './rules.ts'

/** The speed tier of a volume; a data center lists those it offers. */
export const VolumeType = z.enum(['STANDARD', 'HIGH_PERFORMANCE'])
export type VolumeType = z.infer<typeof VolumeType>

/** GB. */
const VolumeSize = z.int().min(10).max(4096)

/** Body of POST /v2/network-volumes. */
export const NetworkVolumeCreate = z.strictObject({
  dataCenter: z.string().min(1),
  name: z.string().min(1),
  size: VolumeSize,
  type: VolumeType.optional(),
})
export type NetworkVolumeCreate = z.infer<typeof NetworkVolumeCreate>

/** {@link NetworkVolumeUpdate} before its rule. */
export const NetworkVolumeUpdateFields = z.strictObject({
  name: z.string().min(1).optional(),
  size: VolumeSize.optional(),
})

/** Body of PATCH /v2/network-volumes/{id}: a volume only grows. */
export const NetworkVolumeUpdate = NetworkVolumeUpdateFields.check(notEmpty).meta({ minProperties: 1 })
export type NetworkVolumeUpdate = z.infer<typeof NetworkVolumeUpdate>

/** A network volume as v2 answers it. */
export const NetworkVolume = z.object({
  id: z.string(),
  name: z.string(),
  size: VolumeSize,
  dataCenter: z.string(),
  type: VolumeType,
})
export type NetworkVolume = z.infer<typeof NetworkVolume>

/** Answer of GET /v2/network-volumes. */
export const NetworkVolumeList = z.object({ networkVolumes: z.array(NetworkVolume) })
export type NetworkVolumeList = z.infer<typeof NetworkVolumeList>
