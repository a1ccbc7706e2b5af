import { z } from 'zod'
import { DataCenter } from './catalog.ts'
import { nullable } from './shape.ts'

export const NetworkVolume = nullable({
  id: z.string(),
  name: z.string(),
  size: z.int(),
  dataCenterId: z.string(),
  dataCenter: DataCenter,
})

export const CreateNetworkVolumeInput = nullable({
  name: z.string(),
  size: z.int(),
  dataCenterId: z.string(),
})
export const UpdateNetworkVolumeInput = nullable({ id: z.string(), name: z.string(), size: z.int() })
export const DeleteNetworkVolumeInput = nullable({ id: z.string() })
