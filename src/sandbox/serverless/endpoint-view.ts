import type {
  Endpoint,
  EndpointRequestUrls,
  ReleaseList,
  Worker,
  WorkerList,
} from '../../../mappings/schemas/v2/serverless-answers.ts'
import { isoTime } from '../state/iso-time.ts'
import { typesOf } from './check-selection.ts'
import { type EndpointRecord, versionOf } from './endpoint-record.ts'
import type { QueueWorker } from './endpoint-world.ts'

const HEALTH_PATH = '/ping'

/** The path of the environment, where it is one. */
const healthPath = ({ env }: EndpointRecord['settings']): string => {
  const path = env.HEALTH_CHECK_PATH
  return path !== undefined && /^\/[\w\-./~%]*$/.test(path) ? path : HEALTH_PATH
}

const urlsOf = ({ id, type, settings }: EndpointRecord, origin: string): EndpointRequestUrls => {
  const base = `${origin}/v2/${id}`
  if (type === 'LOAD_BALANCER') {
    return { base, health: `${base}${healthPath(settings)}` }
  }
  return {
    run: `${base}/run`,
    runSync: `${base}/runsync`,
    status: `${base}/status/{job_id}`,
    stream: `${base}/stream/{job_id}`,
    cancel: `${base}/cancel/{job_id}`,
    retry: `${base}/retry/{job_id}`,
    purgeQueue: `${base}/purge-queue`,
    health: `${base}/health`,
  }
}

/** The endpoint as v2 answers it. @param origin of the sandbox, where its queue is too */
export const endpointView = (record: EndpointRecord, origin: string): Endpoint => ({
  id: record.id,
  type: record.type,
  requestUrls: urlsOf(record, origin),
  ...record.settings,
  env: { ...record.settings.env },
  createdAt: isoTime(record.createdAt),
})

/** The version that was current when the worker started. */
const versionAt = ({ releases }: EndpointRecord, instant: number): number =>
  releases.findLast(({ createdAt }) => createdAt <= instant)?.version ?? 1

const workerView = (record: EndpointRecord, worker: QueueWorker, now: number): Worker => {
  const { gpu, image, dataCenterIds } = record.settings
  const version = versionAt(record, worker.startedAt)
  const ready = worker.status !== 'INITIALIZING'
  return {
    id: worker.id,
    status: worker.status,
    isStale: version !== versionOf(record),
    version,
    gpuCount: gpu ? (gpu.count ?? 1) : 0,
    image,
    uptimeSeconds: ready ? Math.max(0, Math.floor((now - worker.startedAt) / 1000)) : null,
    gpuTypeId: gpu ? (typesOf(gpu)[0]?.gpu.id ?? null) : null,
    dataCenterId: dataCenterIds[0] ?? null,
    startedAt: isoTime(worker.startedAt),
  }
}

/** The workers of an endpoint and how many are doing what. */
export const workerList = (
  record: EndpointRecord,
  queued: readonly QueueWorker[],
  now: number,
): WorkerList => {
  const workers = queued.map((worker) => workerView(record, worker, now))
  const count = (status: Worker['status']): number => workers.filter((one) => one.status === status).length
  return {
    workers,
    summary: {
      running: count('RUNNING'),
      idle: count('IDLE'),
      initializing: count('INITIALIZING'),
      throttled: count('THROTTLED'),
      unhealthy: count('UNHEALTHY'),
      total: workers.length,
    },
    endpointVersion: versionOf(record),
  }
}

/** The release history, newest first, and how far the newest has come. */
export const releaseList = (record: EndpointRecord, queued: readonly QueueWorker[]): ReleaseList => {
  const versions = queued.map(({ startedAt }) => versionAt(record, startedAt))
  const on = (version: number): number => versions.filter((one) => one === version).length
  const latest = on(versionOf(record))
  const total = versions.length
  return {
    endpointVersion: versionOf(record),
    rollout: {
      inProgress: latest < total,
      workersOnLatest: latest,
      workersTotal: total,
      percentOnLatest: total === 0 ? 0 : Math.round((100 * latest) / total),
    },
    releases: record.releases.toReversed().map(({ id, version, createdAt, diff }) => ({
      id,
      version,
      source: 'MANUAL',
      buildId: null,
      createdByUserId: null,
      workerCount: on(version),
      createdAt: isoTime(createdAt),
      diff,
    })),
  }
}
