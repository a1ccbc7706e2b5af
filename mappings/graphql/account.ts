import { UpdateUserSettingsInput, User } from '../schemas/graphql/account.ts'
import { onUpstream, onV2, operation } from './operation.ts'

export const accountQueries = {
  /** Nullable although the legacy schema says otherwise: a caller without a key is answered null. */
  myself: operation({}, User.nullish(), { source: 'mixed', v2: [] }),
}

export const accountMutations = {
  updateUserSettings: operation(
    { input: UpdateUserSettingsInput.nullish() },
    User.nullish(),
    onV2(['PUT /v2/account/ssh-keys'], 'SSH keys'),
  ),
}

/** Balance and spend have no route in v2: billing tells what was, not what is. */
export const accountChildren = {
  pubKey: onV2(['GET /v2/account/ssh-keys']),
  id: onUpstream(),
  email: onUpstream(),
  authId: onUpstream(),
  clientBalance: onUpstream(),
  currentSpendPerHr: onUpstream(),
  spendLimit: onUpstream(),
  spendDetails: onUpstream(),
  serverlessDiscount: onUpstream(),
}
