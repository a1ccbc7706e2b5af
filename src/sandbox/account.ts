import type { NetworkVolume } from '../../mappings/schemas/v2/network-volumes.ts'
import type { Delegation, Registry } from '../../mappings/schemas/v2/registries.ts'
import { type Secret, type SecretStore, secretStore } from './account/secret-store.ts'
import { sshKeysOf } from './account/ssh-key-routes.ts'
import { type Wallet, walletIn } from './account/wallet.ts'
import type { Charge } from './billing/charge.ts'
import { type Ledger, ledgerIn } from './billing/ledger.ts'
import { openStock, type Stock } from './catalog/stock.ts'
import type { Clock } from './clock.ts'
import type { ClusterRecord } from './clusters/cluster-routes.ts'
import { holding } from './pods/create-pod.ts'
import type { BootTimes } from './pods/pod-life.ts'
import type { PodRecord } from './pods/pod-record.ts'
import type { PodWorld } from './pods/pod-world.ts'
import type { EndpointRecord } from './serverless/endpoint-record.ts'
import type { EndpointQueue, EndpointWorld } from './serverless/endpoint-world.ts'
import type { State } from './state/state.ts'
import type { Table } from './state/table.ts'
import type { TemplateRecord } from './templates/template-record.ts'
import { type TemplateStore, templateStore } from './templates/template-store.ts'

/** Who the three keys belong to. */
export const USER = { userId: 'user_sandbox', email: 'developer@sandbox.invalid' } as const

/** Everything of the one account, wired together. */
export interface Account {
  readonly stock: Stock
  readonly ledger: Ledger
  readonly wallet: Wallet
  readonly templates: TemplateStore
  readonly pods: PodWorld
  readonly endpoints: EndpointWorld
  readonly clusters: Table<ClusterRecord>
  readonly volumes: Table<NetworkVolume>
  readonly registries: Table<Registry>
  readonly delegations: Table<Delegation>
  readonly sshKeys: Table<string[]>
  readonly secrets: SecretStore
  /** Names what mounts a volume, for the refusal to delete it. */
  volumeUser(volumeId: string): string | undefined
  isRegistryUsed(registryId: string): boolean
  /** A fresh account. */
  reset(): void
}

/** Pods that survived a restart stand on their machines again. */
const restock = (stock: Stock, pods: Table<PodRecord>): void => {
  for (const pod of pods.values()) {
    const { slot, units } = holding(pod)
    if (pod.phase.kind === 'UP') stock.take(slot, units)
  }
}

/** Opens the account that `state` holds, or a new one. @param queue asked for only once requests come */
export const openAccount = (
  state: State,
  clock: Clock,
  boot: BootTimes,
  queue: () => EndpointQueue,
): Account => {
  const { sequences } = state
  const stock = openStock()
  const ledger = ledgerIn(state.table<Charge>('charges'), sequences, clock)
  const wallet = walletIn(state.table<number>('wallet'), ledger)
  const podTable = state.table<PodRecord>('pods')
  const endpointTable = state.table<EndpointRecord>('endpoints')
  const volumes = state.table<NetworkVolume>('volumes')
  const sshKeys = state.table<string[]>('ssh-keys')
  const madeFrom = (templateId: string): boolean =>
    podTable.values().some(({ template }) => template === templateId) ||
    endpointTable.values().some(({ template }) => template === templateId)
  const templates = templateStore(state.table<TemplateRecord>('templates'), sequences, madeFrom)
  const shared = {
    clock,
    sequences,
    ledger,
    template: templates.read,
    volume: volumes.get,
    requireFunds: wallet.requireFunds,
  }
  restock(stock, podTable)
  return {
    stock,
    ledger,
    wallet,
    templates,
    pods: { ...shared, boot, table: podTable, stock, sshKeys: () => sshKeysOf(sshKeys) },
    endpoints: { ...shared, table: endpointTable, templates, queue },
    clusters: state.table<ClusterRecord>('clusters'),
    volumes,
    registries: state.table<Registry>('registries'),
    delegations: state.table<Delegation>('delegations'),
    sshKeys,
    secrets: secretStore(state.table<Secret>('secrets'), sequences, clock),
    volumeUser: (volumeId) => {
      const pod = podTable
        .values()
        .find(({ mounts }) => mounts.network?.some((one) => one.volumeId === volumeId))
      if (pod) return `pod '${pod.id}'`
      const endpoint = endpointTable
        .values()
        .find(({ settings }) => settings.networkVolumes.includes(volumeId))
      return endpoint && `serverless endpoint '${endpoint.id}'`
    },
    isRegistryUsed: (registryId) => podTable.values().some(({ registry }) => registry === registryId),
    reset: () => {
      state.clear()
      stock.reset()
      ledger.clear()
    },
  }
}
