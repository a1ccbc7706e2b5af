import { type Registry, RegistryCreate } from '../../../mappings/schemas/v2/registries.ts'
import { badRequest, notFound } from '../http/problem.ts'
import { created, idOf, noContent, ok, type Route } from '../http/route.ts'
import { validate } from '../http/violations.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'

/** What registry credentials need of the rest of the sandbox. Username and password are checked and not kept. */
export interface RegistryWorld {
  readonly table: Table<Registry>
  readonly sequences: Sequences
  /** True while a pod pulls with it. */
  readonly isUsed: (registryId: string) => boolean
  /** Templates lose the reference; they do not hold the credential back. */
  readonly forget: (registryId: string) => void
}

const find = (world: RegistryWorld, id: string): Registry => {
  const registry = world.table.get(id)
  if (!registry) throw notFound('registry')
  return registry
}

const create = (world: RegistryWorld, { name }: RegistryCreate): Registry => {
  const id = world.sequences.next('registry')
  return world.table.put(id, { id, name })
}

const remove = (world: RegistryWorld, id: string): void => {
  find(world, id)
  if (world.isUsed(id)) throw badRequest('registry credential is in use by a pod and cannot be deleted')
  world.forget(id)
  world.table.delete(id)
}

/** The operations of /v2/registries, but for delegations. */
export const registryRoutes = (world: RegistryWorld): Route[] => [
  { method: 'GET', path: '/v2/registries', handle: () => ok({ registries: world.table.values() }) },
  {
    method: 'POST',
    path: '/v2/registries',
    handle: (call) => created(create(world, validate(RegistryCreate, call.body))),
  },
  { method: 'GET', path: '/v2/registries/:id', handle: (call) => ok(find(world, idOf(call))) },
  {
    method: 'DELETE',
    path: '/v2/registries/:id',
    handle: (call) => {
      remove(world, idOf(call))
      return noContent
    },
  },
]
