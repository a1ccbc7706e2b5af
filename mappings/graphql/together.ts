import { gpuIds, gpuIdsText } from './codecs.ts'

type Doc = Record<string, unknown>

/** What several fields of an answer say together, and so no row does: once for the proxy, once as a program says it. */
export interface Together {
  /** The old field. */
  readonly field: string
  /** Its value, from v2's answer and what the rows made of it; undefined leaves what they made. */
  readonly of: (v2: Doc, old: Doc) => unknown
  /** The same as a statement over `v2` and `old`. */
  readonly source: string
  readonly note?: string
}

const gpuOf = ({ gpu }: Doc): Doc | undefined => gpu as Doc | undefined

/** By the id of the mapping that reads the answer. The order counts: a later one sees what an earlier one said. */
export const together: Readonly<Record<string, readonly Together[]>> = {
  'graphql.pods': [
    {
      field: 'lastStartedAt',
      of: ({ createdAt }, { lastStartedAt }) => lastStartedAt ?? createdAt,
      source: 'old.lastStartedAt ??= v2.createdAt',
    },
    {
      field: 'memoryInGb', // newer v2 says it of GPU pods, too
      of: (v2) => gpuOf(v2)?.memory ?? undefined,
      source: 'if (v2.gpu?.memory != null) old.memoryInGb = v2.gpu.memory',
    },
    {
      field: 'vcpuCount',
      of: (v2) => gpuOf(v2)?.vcpuCount ?? undefined,
      source: 'if (v2.gpu?.vcpuCount != null) old.vcpuCount = v2.gpu.vcpuCount',
    },
    {
      field: 'runtime',
      of: ({ status }) => (status === 'RUNNING' ? undefined : null),
      source: "if (v2.status !== 'RUNNING') old.runtime = null",
      note: 'programs wait for it: it says that the pod is up',
    },
  ],
  'graphql.sshKeys': [
    {
      field: 'pubKey',
      of: (_v2, { pubKey }) => pubKey || null,
      source: 'old.pubKey ||= null',
    },
  ],
  'graphql.gpuTypes': [
    {
      field: 'maxGpuCount',
      of: ({ maxCount }) => {
        const { secure, community } = maxCount as { secure: number; community: number }
        return Math.max(secure, community)
      },
      source: 'old.maxGpuCount = Math.max(v2.maxCount.secure, v2.maxCount.community)',
    },
  ],
  'graphql.dataCenters': [
    {
      field: 'storageSupport',
      of: ({ networkVolumeTypes }) => (networkVolumeTypes as unknown[]).length > 0,
      source: 'old.storageSupport = v2.networkVolumeTypes.length > 0',
    },
  ],
  'graphql.endpoints': [
    {
      field: 'gpuIds',
      of: (v2) => (v2.gpu ? gpuIds.encode(v2.gpu) : null),
      source: `old.gpuIds = v2.gpu ? ${gpuIdsText('v2.gpu')} : null`,
    },
    {
      field: 'computeType',
      of: ({ cpu }) => (cpu ? 'CPU' : 'GPU'),
      source: "old.computeType = v2.cpu ? 'CPU' : 'GPU'",
    },
    {
      field: 'locations',
      of: (_v2, { locations }) => locations || null,
      source: 'old.locations ||= null',
    },
    {
      field: 'networkVolumeId',
      of: (_v2, { networkVolumeId }) => networkVolumeId || null,
      source: 'old.networkVolumeId ||= null',
    },
  ],
}

/** Completes what the rows of a mapping made of an answer. */
export const completed = (id: string, old: Doc, v2: Doc): Doc => {
  for (const { field, of } of together[id] ?? []) {
    const value = of(v2, old)
    if (value !== undefined) old[field] = value
  }
  return old
}
