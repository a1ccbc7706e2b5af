import type { Cpu } from '../../../mappings/schemas/v2/compute.ts'
import type { Release } from '../../../mappings/schemas/v2/serverless-answers.ts'
import type { EndpointGpu } from '../../../mappings/schemas/v2/serverless-gpu.ts'
import type {
  EndpointScaling,
  EndpointType,
  EndpointWorkers,
  FlashBoot,
} from '../../../mappings/schemas/v2/serverless-settings.ts'
import type { ContainerSettings } from '../templates/container-settings.ts'

/** What can be changed about an endpoint, and is compared when it is. */
export interface EndpointSettings extends ContainerSettings {
  readonly name: string
  readonly gpu?: EndpointGpu
  readonly cpu?: Cpu[]
  readonly workers: EndpointWorkers & { min: number; max: number }
  readonly scaling: EndpointScaling
  readonly dataCenterIds: string[]
  readonly networkVolumes: string[]
  /** Milliseconds. */
  readonly timeout: number
  readonly flashboot: FlashBoot
}

/** One version of the settings. */
export interface ReleaseRecord {
  readonly id: string
  readonly version: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly diff: Release['diff']
}

/** An endpoint as it is kept. */
export interface EndpointRecord {
  readonly id: string
  readonly type: EndpointType
  readonly settings: EndpointSettings
  /** The template it was made from: it stays in use as long as the endpoint lives. */
  readonly template: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Newest last; never empty. */
  readonly releases: readonly ReleaseRecord[]
}

/** The version that workers started now would run. */
export const versionOf = ({ releases }: EndpointRecord): number => releases.at(-1)?.version ?? 1
