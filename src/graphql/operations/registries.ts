import { graphqlRegistries } from '../../../mappings/graphql/volume-rows.ts'
import type { Resolve } from '../context.ts'
import { inputOf, lift, segment, textOf } from './lift.ts'
import { readPages } from './pages.ts'

const ROUTE = '/v2/registries'
const LOOK = 'registries'
const { create, read } = graphqlRegistries

/** Oldest first, as v2 lists them: clients take the first of a name. */
export const myRegistries: Resolve = async (_given, _selection, context) =>
  (await readPages(context, ROUTE, ROUTE, 'registries')).map(read.down)

export const saveRegistryAuth: Resolve = async (given, _selection, context) => {
  const body = lift(create, inputOf(given), context)
  const write = {
    method: 'POST',
    path: ROUTE,
    route: ROUTE,
    body,
    operation: 'saveRegistryAuth',
    look: LOOK,
    wording: create.wording,
  } as const
  const saved = await context.write(write)
  return saved ? read.down(saved) : null
}

export const deleteRegistryAuth: Resolve = async (given, _selection, context) => {
  const path = `${ROUTE}/${segment(textOf(given, 'registryAuthId'))}`
  await context.write({
    method: 'DELETE',
    path,
    route: `${ROUTE}/{id}`,
    operation: 'deleteRegistryAuth',
    look: LOOK,
  })
  return null
}
