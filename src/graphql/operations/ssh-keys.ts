import { graphqlSshKeys } from '../../../mappings/graphql/account-rows.ts'
import { restCallFor } from '../../../mappings/graphql/calls.ts'
import { completed } from '../../../mappings/graphql/together.ts'
import type { Resolve } from '../context.ts'
import type { Json } from '../json.ts'
import { writeFor } from './calls.ts'
import { badInput, inputOf } from './lift.ts'

const { path: ROUTE } = restCallFor('myself.pubKey')

const shownKeys = (keys: Json): unknown =>
  completed(graphqlSshKeys.id, graphqlSshKeys.read.down(keys), keys).pubKey

/** Null where the account has no key. */
export const myPubKey: Resolve = async (_given, _selection, context) =>
  shownKeys(await context.read(ROUTE, ROUTE))

/** Replaces all keys, as the one text of the legacy API did. */
export const updateUserSettings: Resolve = async (given, selection, context) => {
  const { pubKey } = inputOf(given)
  if (typeof pubKey !== 'string') throw badInput('"pubKey" is required.')
  const body = graphqlSshKeys.update.up({ pubKey }).doc
  const saved = await context.write(writeFor('updateUserSettings', { body }))
  const id = selection.of('id').length > 0 ? await context.identity() : null
  return { id, pubKey: shownKeys(saved ?? body) }
}
