import type { NetworkVolume } from '../../../mappings/schemas/v2/network-volumes.ts'
import type { Template } from '../../../mappings/schemas/v2/templates.ts'
import type { Ledger } from '../billing/ledger.ts'
import type { Clock } from '../clock.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'
import type { TemplateStore } from '../templates/template-store.ts'
import type { EndpointRecord } from './endpoint-record.ts'

/** A worker as the queue knows it. */
export interface QueueWorker {
  readonly id: string
  readonly status: 'INITIALIZING' | 'IDLE' | 'RUNNING'
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** The part of the job queue that endpoints need. */
export interface EndpointQueue {
  workers(endpointId: string): readonly QueueWorker[]
  health(endpointId: string): { readonly jobs: { readonly inQueue: number; readonly inProgress: number } }
  refresh(endpointId: string): void
  removeEndpoint(endpointId: string): void
}

/** What endpoints need of the rest of the sandbox. */
export interface EndpointWorld {
  readonly clock: Clock
  readonly table: Table<EndpointRecord>
  readonly sequences: Sequences
  readonly ledger: Ledger
  readonly templates: TemplateStore
  readonly template: (id: string) => Template
  readonly volume: (id: string) => NetworkVolume | undefined
  /** @throws {Problem} 402 */
  readonly requireFunds: () => void
  readonly queue: () => EndpointQueue
}
