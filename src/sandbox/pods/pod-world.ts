import type { NetworkVolume } from '../../../mappings/schemas/v2/network-volumes.ts'
import type { Template } from '../../../mappings/schemas/v2/templates.ts'
import type { Ledger } from '../billing/ledger.ts'
import type { Stock } from '../catalog/stock.ts'
import type { Clock } from '../clock.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'
import type { BootTimes } from './pod-life.ts'
import type { PodRecord } from './pod-record.ts'

/** What pods need of the rest of the sandbox. */
export interface PodWorld {
  readonly clock: Clock
  readonly boot: BootTimes
  readonly table: Table<PodRecord>
  readonly sequences: Sequences
  readonly stock: Stock
  readonly ledger: Ledger
  /** Own or public. @throws {Problem} 404 */
  readonly template: (id: string) => Template
  readonly volume: (id: string) => NetworkVolume | undefined
  readonly sshKeys: () => readonly string[]
  /** @throws {Problem} 402 where the account has nothing left */
  readonly requireFunds: () => void
}
