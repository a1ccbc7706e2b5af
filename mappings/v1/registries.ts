import { mapping } from '../dsl/mapping.ts'
import { routesOf } from '../dsl/route.ts'
import { between } from '../dsl/row.ts'
import * as V1 from '../schemas/v1/index.ts'
import * as V2 from '../schemas/v2/index.ts'

const { same } = between<V1.RegistryCreate | V1.Registry, V2.RegistryCreate | V2.Registry>()

/** Container registry credentials: only the path changed. */
export const registries = mapping('v1.containerregistryauth', {
  facets: { create: [V1.RegistryCreate, V2.RegistryCreate], read: [V1.Registry, V2.Registry] },
  rows: [same('id'), same('name'), same('username'), same('password')],
})

const route = routesOf(registries)

/** The operations of registry credentials. */
export const registryRoutes = [
  route('create', 'POST /v1/containerregistryauth', 'POST /v2/registries', { body: 'create' }),
  route('list', 'GET /v1/containerregistryauth', 'GET /v2/registries', { list: 'registries' }),
  route('get', 'GET /v1/containerregistryauth/{containerRegistryAuthId}', 'GET /v2/registries/{id}'),
  route(
    'delete',
    'DELETE /v1/containerregistryauth/{containerRegistryAuthId}',
    'DELETE /v2/registries/{id}',
    {
      answer: 'none',
      success: 204,
    },
  ),
]
