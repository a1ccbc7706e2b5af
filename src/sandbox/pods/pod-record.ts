import type { Cloud, Cpu } from '../../../mappings/schemas/v2/compute.ts'
import type { Mounts } from '../../../mappings/schemas/v2/mounts.ts'
import type { PodCluster } from '../../../mappings/schemas/v2/pods.ts'
import type { LogLine } from './log-line.ts'

/** Where a pod is in its life. Instants are epoch milliseconds; what follows from time alone is not stored. */
export type Phase =
  | {
      readonly kind: 'UP'
      readonly since: number
      /** A pod that was placed before only starts; a new one is provisioned first. */
      readonly placed: boolean
    }
  | { readonly kind: 'EXITED' | 'ERROR' }

/** A pod as it is kept. */
export interface PodRecord {
  readonly id: string
  readonly name: string
  readonly image: string
  readonly args: string
  /** GB. */
  readonly disk: number
  readonly env: Readonly<Record<string, string>>
  readonly ports: readonly string[]
  readonly registry: string | null
  readonly mounts: Mounts
  readonly gpu?: { readonly id: string; readonly count: number }
  readonly cpu?: Cpu
  readonly cloud: Cloud
  /** USD per GPU and hour of an interruptible pod, which only GraphQL can make. */
  readonly bid?: number
  readonly dataCenterId: string
  readonly cudaVersion: string | null
  readonly template: string | null
  readonly locked: boolean
  readonly globalNetworking: boolean
  /** Number of the pod since the last reset: its addresses are made of it. */
  readonly ordinal: number
  readonly createdAt: number
  /** When it last began to run, before the present phase. */
  readonly startedBefore: number | null
  readonly phase: Phase
  readonly cluster?: PodCluster
  readonly log: readonly LogLine[]
}
