import cluster, { type Worker } from 'node:cluster'
import type { Mount } from '../admin/admin-app.ts'
import { type AdminServer, startAdmin } from '../admin/admin-server.ts'
import { createEchoStore } from '../admin/echo.ts'
import { createLog, type Log } from '../admin/log.ts'
import { type Operator, openOperator } from '../admin/operator.ts'
import type { Otlp } from '../admin/otlp/open-otlp.ts'
import { readOtlpSettings } from '../admin/otlp/settings.ts'
import { createProbe } from '../admin/probe.ts'
import { proxyVocabulary } from '../admin/proxy-vocabulary.ts'
import { createReadiness } from '../admin/readiness.ts'
import type { Vocabulary } from '../admin/vocabulary.ts'
import type { Pipe } from '../admin/workers/channel.ts'
import { openPrimarySide, type PrimarySide } from '../admin/workers/primary-side.ts'
import { openWorkerSide, type WorkerAnswers } from '../admin/workers/worker-side.ts'
import type { EchoStore } from '../proxy/v1/echo-store.ts'
import type { Address } from '../server/compose.ts'
import type { Sampler } from '../server/trace-context.ts'
import type { Store } from '../storage/contract.ts'
import { openStore } from '../storage/open-store.ts'
import type { ServeOptions } from './serve-options.ts'
import { version } from './version.ts'

const now = (): number => Date.now()

/** What a process that answers calls needs for its operator. */
export interface Operation {
  readonly log: Log
  readonly operator: Operator
  readonly store: Store
  readonly sampler: Sampler | undefined
  readonly close: () => Promise<void>
}

const logOf = ({ logLevel, logFormat }: ServeOptions): Log =>
  createLog({ level: logLevel, format: logFormat ?? (process.stdout.isTTY ? 'text' : 'json') })

const parentPipe: Pipe = {
  send: (message) => void process.send?.(message),
  onMessage: (listener) => void process.on('message', listener),
}

const workerPipe = (worker: Worker): Pipe => ({
  send: (message) => {
    if (worker.isConnected()) worker.send(message)
  },
  onMessage: (listener) => void worker.on('message', listener),
})

/** Exporters are loaded only where the standard variables ask for them. */
const otlpOf = async ({ logger }: Log, vocabulary: Vocabulary): Promise<Otlp | undefined> => {
  const settings = readOtlpSettings(process.env)
  if (!settings) return undefined
  const { openOtlp } = await import('../admin/otlp/open-otlp.ts')
  const onTrouble = (error: unknown): void =>
    logger.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'telemetry was not exported')
  return openOtlp({ settings, vocabulary, version, onTrouble })
}

/** Opens log, store and counters of a process that answers calls; a worker's store is its primary's. @throws {StoreError} */
export const openOperation = async (options: ServeOptions): Promise<Operation> => {
  const log = logOf(options)
  const answers: WorkerAnswers = {}
  const store = cluster.isWorker
    ? openWorkerSide(parentPipe, answers)
    : await openStore(options.usageStore, now)
  const vocabulary = proxyVocabulary()
  const otlp = await otlpOf(log, vocabulary)
  const listening = otlp?.listening ?? []
  const operator = await openOperator({ store, log, vocabulary, now, listening })
  otlp?.exportMetrics(operator.metrics.families())
  answers.exposition = operator.exposition
  answers.flush = operator.flush
  const close = async (): Promise<void> => {
    await operator.stop()
    await otlp?.close()
    await store.close()
    log.flush()
  }
  return { log, operator, store, sampler: otlp?.sampler, close }
}

/** What v2 forgot, in the same store as usage. */
export const echoOf = ({ store, operator, log }: Operation): EchoStore =>
  createEchoStore({
    store,
    fingerprint: operator.fingerprint,
    now,
    onTrouble: (error) =>
      log.logger.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'echo store'),
  })

interface AdminParts {
  readonly options: ServeOptions
  readonly v2: Address
  readonly draining: () => boolean
}

const readinessOf = ({ options, v2, draining }: AdminParts) =>
  createReadiness({
    probe: createProbe({ ...v2, ...(options.allowedHosts && { allowedHosts: options.allowedHosts }) }),
    draining,
    now: () => performance.now(),
  })

/** The mapping, beside the numbers: a rule in the usage links to its row. */
const mounts = async (): Promise<readonly Mount[]> => {
  const { referenceAnchor, referencePages } = await import('../reference/reference-pages.ts')
  const ruleHref = (rule: string): string => `/mapping${referenceAnchor(rule)}`
  return [{ path: '/mapping', title: 'Mapping', app: referencePages(), ruleHref }]
}

/** The operator's listener of a single process. */
export const startOwnAdmin = (parts: AdminParts, { operator, store }: Operation): Promise<AdminServer> =>
  startAdmin(
    {
      metrics: operator.exposition,
      readiness: readinessOf(parts),
      usage: store,
      flush: operator.flush,
      now,
      mounts,
    },
    { host: parts.options.adminHost, port: parts.options.adminPort },
  )

/** The operator's listener of several processes, in the first of them: it adds its workers up. */
export interface PrimaryOperation {
  readonly start: (parts: AdminParts) => Promise<AdminServer>
  readonly add: (worker: Worker) => void
  readonly close: () => Promise<void>
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Opens the store that all workers share. @throws {StoreError} */
export const openPrimary = async (options: ServeOptions): Promise<PrimaryOperation> => {
  const store = await openStore(options.usageStore, now)
  const side: PrimarySide = openPrimarySide(store)
  return {
    start: (parts) =>
      startAdmin(
        {
          metrics: { contentType: METRICS_TYPE, text: side.text },
          readiness: readinessOf(parts),
          usage: store,
          flush: side.flush,
          now,
          mounts,
        },
        { host: options.adminHost, port: options.adminPort },
      ),
    add: (worker) => {
      const { forget } = side.add(workerPipe(worker))
      worker.once('exit', forget)
    },
    close: () => store.close(),
  }
}
