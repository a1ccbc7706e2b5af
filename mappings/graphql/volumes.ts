import { Void } from '../schemas/graphql/shape.ts'
import {
  CreateNetworkVolumeInput,
  DeleteNetworkVolumeInput,
  NetworkVolume,
  UpdateNetworkVolumeInput,
} from '../schemas/graphql/volumes.ts'
import { onV2, operation } from './operation.ts'

export const volumeMutations = {
  createNetworkVolume: operation(
    { input: CreateNetworkVolumeInput.nullish() },
    NetworkVolume.nullish(),
    onV2(['POST /v2/network-volumes'], 'network volumes'),
  ),
  updateNetworkVolume: operation(
    { input: UpdateNetworkVolumeInput.nullish() },
    NetworkVolume.nullish(),
    onV2(['PATCH /v2/network-volumes/{id}'], 'network volumes'),
  ),
  deleteNetworkVolume: operation(
    { input: DeleteNetworkVolumeInput.nullish() },
    Void.nullish(),
    onV2(['DELETE /v2/network-volumes/{id}'], 'network volumes'),
  ),
}

export const volumeChildren = { networkVolumes: onV2(['GET /v2/network-volumes']) }
