import { graphqlRegistries } from '../../../mappings/graphql/volume-rows.ts'
import type { Resolve } from '../context.ts'
import { readList, writeFor } from './calls.ts'
import { inputOf, lift, textOf } from './lift.ts'

const { create, read } = graphqlRegistries

/** Oldest first, as v2 lists them: clients take the first of a name. */
export const myRegistries: Resolve = async (_given, _selection, context) =>
  (await readList(context, 'myself.containerRegistryCreds')).map(read.down)

/** Keeps the login of a registry. */
export const saveRegistryAuth: Resolve = async (given, _selection, context) => {
  const body = lift(create, inputOf(given), context)
  const saved = await context.write(writeFor('saveRegistryAuth', { body, wording: create.wording }))
  return saved ? read.down(saved) : null
}

/** Null once it is gone. */
export const deleteRegistryAuth: Resolve = async (given, _selection, context) => {
  await context.write(writeFor('deleteRegistryAuth', { id: textOf(given, 'registryAuthId') }))
  return null
}
