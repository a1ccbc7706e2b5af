import { graphqlChildren } from '../../../mappings/graphql/operations.ts'
import type { Resolve } from '../context.ts'
import type { Json } from '../json.ts'
import { pathBehind } from './calls.ts'
import { badInput, inputOf, listOf, segment, textOf } from './lift.ts'

const ROUTE = pathBehind(graphqlChildren.secrets)
const LOOK = 'secrets'

/** Reached only with the `secrets` capability on; without it the legacy API is asked. */
export const secretCreate: Resolve = async (given, _selection, context) => {
  const { name, value, description } = inputOf(given)
  const body = { name, value, ...(description !== undefined && { description }) }
  const made = await context.write({
    method: 'POST',
    path: ROUTE,
    route: ROUTE,
    body,
    operation: 'secretCreate',
    look: LOOK,
  })
  return made && shown(made)
}

/** Null once it is gone. */
export const secretDelete: Resolve = async (given, _selection, context) => {
  const id = String(given.id ?? '')
  if (id === '') throw badInput('"id" is required.')
  await context.write({
    method: 'DELETE',
    path: `${ROUTE}/${segment(textOf({ id }, 'id'))}`,
    route: `${ROUTE}/{id}`,
    operation: 'secretDelete',
    look: LOOK,
  })
  return null
}

/** Names and times; values are never shown. */
export const mySecrets: Resolve = async (_given, _selection, context) =>
  listOf(await context.read(ROUTE, ROUTE), 'secrets').map(shown)

/** Whatever v2 answers, a value is never shown. */
const shown = ({ value: _value, ...secret }: Json) => ({ ...secret, lastUpdatedAt: secret.updatedAt ?? null })
