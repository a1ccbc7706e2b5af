import type { CapabilityName } from '../hosts.ts'
import { Secret, SecretCreateInput } from '../schemas/graphql/secrets.ts'
import { ID, Void } from '../schemas/graphql/shape.ts'
import { onUpstream, operation } from './operation.ts'

/** What newer REST v2 can do instead, once `--capability` names it. */
const announced = (routes: readonly string[]) => ({
  capability: { name: 'secrets' as CapabilityName, v2: routes },
})

export const secretMutations = {
  secretCreate: operation({ input: SecretCreateInput.nullish() }, Secret.nullish(), {
    ...onUpstream(undefined, 'secrets'),
    ...announced(['POST /v2/account/secrets']),
  }),
  secretDelete: operation({ id: ID.nullish() }, Void.nullish(), {
    ...onUpstream(undefined, 'secrets'),
    ...announced(['DELETE /v2/account/secrets/{id}']),
  }),
}

export const secretChildren = {
  secrets: { ...onUpstream(), ...announced(['GET /v2/account/secrets']) },
}
