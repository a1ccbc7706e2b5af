import type { Operation } from '../../operation.ts'
import * as registries from '../registries.ts'

export const registryOperations = {
  'v2.registries.list': {
    method: 'GET',
    path: '/v2/registries',
    summary: 'List saved registry credentials',
    response: registries.RegistryList,
    status: 200,
  },
  'v2.registries.create': {
    method: 'POST',
    path: '/v2/registries',
    summary: 'Create a saved registry credential',
    request: registries.RegistryCreate,
    response: registries.Registry,
    status: 201,
  },
  'v2.registries.get': {
    method: 'GET',
    path: '/v2/registries/{id}',
    summary: 'Read a saved registry credential',
    response: registries.Registry,
    status: 200,
  },
  'v2.registries.delete': {
    method: 'DELETE',
    path: '/v2/registries/{id}',
    summary: 'Delete a saved registry credential',
    status: 204,
  },
  'v2.registries.delegations.list': {
    method: 'GET',
    path: '/v2/registries/delegations',
    summary: 'List leaves to pull from ECR repositories',
    response: registries.DelegationList,
    status: 200,
  },
  'v2.registries.delegations.create': {
    method: 'POST',
    path: '/v2/registries/delegations',
    summary: 'Give leave to pull from an ECR repository',
    request: registries.DelegationCreate,
    response: registries.Delegation,
    status: 201,
  },
  'v2.registries.delegations.delete': {
    method: 'DELETE',
    path: '/v2/registries/delegations/{id}',
    summary: 'Take such a leave back',
    status: 204,
  },
} as const satisfies Record<string, Operation>
