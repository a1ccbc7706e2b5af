import { graphqlChildren } from '../../../mappings/graphql/operations.ts'
import type { Resolve } from '../context.ts'
import type { Json } from '../json.ts'
import { pathBehind } from './calls.ts'
import { badInput, inputOf } from './lift.ts'

const ROUTE = pathBehind(graphqlChildren.pubKey)

/** All keys in one text, a blank line between them. */
const keyText = ({ keys }: Json): string | null =>
  Array.isArray(keys) && keys.length > 0 ? keys.join('\n\n') : null

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Null where the account has no key. */
export const myPubKey: Resolve = async (_given, _selection, context) =>
  keyText(await context.read(ROUTE, ROUTE))

/** Replaces all keys, as the one text of the legacy API did. */
export const updateUserSettings: Resolve = async (given, selection, context) => {
  const { pubKey } = inputOf(given)
  if (typeof pubKey !== 'string') throw badInput('"pubKey" is required.')
  const body = { keys: linesOf(pubKey) }
  const saved = await context.write({
    method: 'PUT',
    path: ROUTE,
    route: ROUTE,
    body,
    operation: 'updateUserSettings',
    look: 'SSH keys',
  })
  const id = selection.of('id').length > 0 ? await context.identity() : null
  return { id, pubKey: keyText(saved ?? body) }
}
