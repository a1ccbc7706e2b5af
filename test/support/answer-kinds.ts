import fc from 'fast-check'
import type { z } from 'zod'
import * as V2 from '../../mappings/schemas/v2/index.ts'
import { parsedArbitraryFor } from './arbitrary.ts'

/** What answers of v1 are made of, as programs say it, and the members that they read. */
export interface AnswerKind {
  readonly path: string
  readonly type: string
  readonly members: readonly string[]
  readonly schema: z.ZodType
  /** Where v2 has them, and the key of a list of them. */
  readonly v2: readonly [path: string, key: string]
}

/** The kinds of answers. */
export const ANSWER_KINDS: readonly AnswerKind[] = [
  {
    path: '/pods',
    type: 'desiredStatus: string; costPerHr: number; image: string; containerDiskInGb: number; volumeInGb: number; lastStartedAt?: string; publicIp: string | null; portMappings: Record<string, number> | null; env: Record<string, string>; ports: string[]; templateId?: string; vcpuCount?: number; networkVolumeId?: string; machine?: { gpuTypeId?: string; dataCenterId?: string }',
    members: [
      'desiredStatus',
      'costPerHr',
      'image',
      'containerDiskInGb',
      'volumeInGb',
      'lastStartedAt',
      'publicIp',
      'portMappings',
      'env',
      'ports',
      'templateId',
      'vcpuCount',
      'networkVolumeId',
      'machine',
    ],
    schema: V2.Pod,
    v2: ['/v2/pods', 'pods'],
  },
  {
    path: '/endpoints',
    type: 'workersMin: number; workersMax: number; idleTimeout: number; scalerType: string; scalerValue: number; flashboot: boolean; executionTimeoutMs: number; networkVolumeId?: string; createdAt: string',
    members: [
      'workersMin',
      'workersMax',
      'idleTimeout',
      'scalerType',
      'scalerValue',
      'flashboot',
      'executionTimeoutMs',
      'networkVolumeId',
      'createdAt',
    ],
    schema: V2.Endpoint,
    v2: ['/v2/serverless', 'endpoints'],
  },
  {
    path: '/templates',
    type: 'imageName: string; containerDiskInGb: number; isServerless: boolean; isPublic: boolean; volumeInGb: number; dockerStartCmd: string[]; readme: string',
    members: [
      'imageName',
      'containerDiskInGb',
      'isServerless',
      'isPublic',
      'volumeInGb',
      'dockerStartCmd',
      'readme',
    ],
    schema: V2.Template,
    v2: ['/v2/templates', 'templates'],
  },
  {
    path: '/networkvolumes',
    type: 'size: number; dataCenterId: string',
    members: ['size', 'dataCenterId'],
    schema: V2.NetworkVolume,
    v2: ['/v2/network-volumes', 'networkVolumes'],
  },
  {
    path: '/containerregistryauth',
    type: '',
    members: ['name'],
    schema: V2.Registry,
    v2: ['/v2/registries', 'registries'],
  },
]

type Json = Record<string, unknown>

const STATES = V2.PodStatus.options

/** Some documents of v2, as the service says them: on GPUs or on CPUs, with ids and names that programs look for. */
export const documentsOf = ({ schema }: AnswerKind, count: number): Json[] =>
  fc
    .sample((parsedArbitraryFor(schema) as fc.Arbitrary<Json>).filter(runsSomewhere), count)
    .map((one, index) => ({
      ...oneCompute(one, index),
      ...('actions' in one ? { status: STATES[index % STATES.length] } : {}),
      id: `id${index}`,
      name: `name${index % 3}`,
    }))

const runsSomewhere = (one: Json): boolean =>
  !('actions' in one || 'workers' in one) || one.gpu !== undefined || one.cpu !== undefined

const oneCompute = ({ gpu, cpu, ...rest }: Json, index: number): Json => {
  if (gpu === undefined && cpu === undefined) return rest
  return { ...rest, ...(gpu !== undefined && (cpu === undefined || index % 2 === 0) ? { gpu } : { cpu }) }
}
