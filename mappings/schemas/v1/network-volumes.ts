import { z } from 'zod'
import { integer } from './tolerant.ts'

/** GB, v1's own limits; v2's are narrower and v2 checks them. */
const size = () => integer({ minimum: 0, maximum: 4000 })

/** Body of POST /v1/networkvolumes. */
export const NetworkVolumeCreate = z.strictObject({
  dataCenterId: z.string(),
  name: z.string(),
  size: size(),
})
export type NetworkVolumeCreate = z.infer<typeof NetworkVolumeCreate>

/** Body of PATCH /v1/networkvolumes/{networkVolumeId} and POST /v1/networkvolumes/{networkVolumeId}/update. */
export const NetworkVolumeUpdate = z.strictObject({ name: z.string().optional(), size: size().optional() })
export type NetworkVolumeUpdate = z.infer<typeof NetworkVolumeUpdate>

/** A network volume as v1 answered it. */
export const NetworkVolume = z.object({
  dataCenterId: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  size: z.int().optional(),
})
export type NetworkVolume = z.infer<typeof NetworkVolume>

/** Answer of GET /v1/networkvolumes: a bare array. */
export const NetworkVolumeList = z.array(NetworkVolume)
export type NetworkVolumeList = z.infer<typeof NetworkVolumeList>
