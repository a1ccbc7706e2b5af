import type { Operation } from '../../operation.ts'
import * as volumes from '../network-volumes.ts'

export const networkVolumeOperations = {
  'v2.networkVolumes.list': {
    method: 'GET',
    path: '/v2/network-volumes',
    summary: 'List network volumes',
    response: volumes.NetworkVolumeList,
    status: 200,
  },
  'v2.networkVolumes.create': {
    method: 'POST',
    path: '/v2/network-volumes',
    summary: 'Create a network volume',
    request: volumes.NetworkVolumeCreate,
    response: volumes.NetworkVolume,
    status: 201,
  },
  'v2.networkVolumes.get': {
    method: 'GET',
    path: '/v2/network-volumes/{id}',
    summary: 'Read a network volume',
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v2.networkVolumes.update': {
    method: 'PATCH',
    path: '/v2/network-volumes/{id}',
    summary: 'Change a network volume; what is left out stays as it is',
    request: volumes.NetworkVolumeUpdate,
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v2.networkVolumes.delete': {
    method: 'DELETE',
    path: '/v2/network-volumes/{id}',
    summary: 'Delete a network volume',
    status: 204,
  },
} as const satisfies Record<string, Operation>
