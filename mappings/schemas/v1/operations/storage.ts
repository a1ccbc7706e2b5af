import type { Operation } from '../../operation.ts'
import * as volumes from '../network-volumes.ts'
import * as registries from '../registries.ts'

export const storageOperations = {
  'v1.networkvolumes.create': {
    method: 'POST',
    path: '/networkvolumes',
    summary: 'Create a network volume',
    request: volumes.NetworkVolumeCreate,
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v1.networkvolumes.list': {
    method: 'GET',
    path: '/networkvolumes',
    summary: 'List network volumes',
    response: volumes.NetworkVolumeList,
    status: 200,
  },
  'v1.networkvolumes.get': {
    method: 'GET',
    path: '/networkvolumes/{networkVolumeId}',
    summary: 'Read one network volume',
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v1.networkvolumes.update': {
    method: 'PATCH',
    path: '/networkvolumes/{networkVolumeId}',
    summary: 'Rename or enlarge a network volume',
    request: volumes.NetworkVolumeUpdate,
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v1.networkvolumes.updateByPost': {
    method: 'POST',
    path: '/networkvolumes/{networkVolumeId}/update',
    summary: 'Rename or enlarge a network volume, for clients that cannot send PATCH',
    request: volumes.NetworkVolumeUpdate,
    response: volumes.NetworkVolume,
    status: 200,
  },
  'v1.networkvolumes.delete': {
    method: 'DELETE',
    path: '/networkvolumes/{networkVolumeId}',
    summary: 'Delete a network volume and what it holds',
    status: 204,
  },
  'v1.containerregistryauth.create': {
    method: 'POST',
    path: '/containerregistryauth',
    summary: 'Save a credential for private images',
    request: registries.RegistryCreate,
    response: registries.Registry,
    status: 200,
  },
  'v1.containerregistryauth.list': {
    method: 'GET',
    path: '/containerregistryauth',
    summary: 'List saved credentials, without their secrets',
    response: registries.RegistryList,
    status: 200,
  },
  'v1.containerregistryauth.get': {
    method: 'GET',
    path: '/containerregistryauth/{containerRegistryAuthId}',
    summary: 'Read one saved credential, without its secret',
    response: registries.Registry,
    status: 200,
  },
  'v1.containerregistryauth.delete': {
    method: 'DELETE',
    path: '/containerregistryauth/{containerRegistryAuthId}',
    summary: 'Delete a saved credential that nothing uses',
    status: 204,
  },
} as const satisfies Record<string, Operation>
