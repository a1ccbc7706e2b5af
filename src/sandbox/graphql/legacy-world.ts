import type { Registry } from '../../../mappings/schemas/v2/registries.ts'
import type { SecretStore } from '../account/secret-store.ts'
import type { Wallet } from '../account/wallet.ts'
import type { Ledger } from '../billing/ledger.ts'
import type { PodWorld } from '../pods/pod-world.ts'
import type { Table } from '../state/table.ts'

/** What legacy GraphQL needs of the rest of the sandbox: it is the same account. */
export interface LegacyWorld {
  readonly userId: string
  readonly email: string
  readonly wallet: Wallet
  readonly ledger: Ledger
  readonly secrets: SecretStore
  readonly registries: Table<Registry>
  readonly pods: PodWorld
  readonly sshKeys: Table<string[]>
}

/** Who calls: nobody known, or a key and whether it may write. */
export interface LegacyCaller {
  readonly writes: boolean
}

/** Handed to every resolver. */
export interface LegacyContext {
  readonly caller: LegacyCaller | undefined
}
