import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { createBrownoutCheck } from '../proxy/brownout.ts'
import { createProxy, type RunningProxy, type Targets } from '../server/compose.ts'
import { defaultLimits } from '../server/limits.ts'
import { openRecorder } from '../server/record/open-recorder.ts'
import type { Recorder } from '../server/record/recorder.ts'
import { collectYoung, keepNewObjectsYoung } from './collector.ts'
import { unknownLosses } from './loss-fields.ts'
import { echoOf, type Operation, openOperation, startOwnAdmin } from './operate.ts'
import { complain, InputError, listening, type Ready, stopAsked } from './process-life.ts'
import type { ServeOptions } from './serve-options.ts'
import { version } from './version.ts'

const readPem = (file: string, flag: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InputError(`${flag}: ${file} cannot be read`)
  }
}

/** The texts, tried before a listener or a reload depends on them. @throws {InputError} */
const tlsMaterial = ({ tls }: ServeOptions) => {
  if (!tls) return undefined
  const material = { cert: readPem(tls.cert, '--tls-cert'), key: readPem(tls.key, '--tls-key') }
  try {
    createSecureContext(material)
  } catch (error) {
    const reason = error instanceof Error && 'reason' in error ? error.reason : 'unreadable'
    throw new InputError(
      `--tls-cert and --tls-key cannot be used (${reason}): PEM texts of one certificate and of its key are wanted`,
    )
  }
  return material
}

const proxyOf = (
  options: ServeOptions,
  targets: Targets,
  operation: Operation,
  recorder: Recorder | undefined,
): RunningProxy => {
  const { operator, log } = operation
  const tls = tlsMaterial(options)
  const brownout = createBrownoutCheck(options.brownouts, Date.now)
  return createProxy({
    targets,
    config: options.config,
    limits: {
      ...defaultLimits,
      inFlight: options.maxInFlight ?? defaultLimits.inFlight,
      inFlightPerConsumer: options.maxInFlightPerKey ?? defaultLimits.inFlightPerConsumer,
    },
    observer: operator.observer,
    logger: log.logger,
    ...(options.echoStore && { echo: echoOf(operation) }),
    sampler: operation.sampler,
    onCacheRead: (cache, hit) => operator.metrics.cacheRead(cache, hit),
    version,
    collectYoung,
    ...(options.allowedHosts && { allowedHosts: options.allowedHosts }),
    ...(tls && { tls }),
    ...(brownout && { brownout }),
    ...(recorder && { recorder }),
  })
}

/** @throws {InputError} for a file that cannot be had */
const recorderOf = async ({ record }: ServeOptions, { log }: Operation): Promise<Recorder | undefined> => {
  if (!record) return undefined
  try {
    return await openRecorder({ ...record, worker: cluster.worker?.id, logger: log.logger, version })
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw new InputError(`--record: ${record.file} cannot be used: ${why}`)
  }
}

/** Closed in the order they were given; what was never opened cannot keep a failed start from ending. */
type Closers = (() => Promise<unknown>)[]

/** @throws {InputError} */
const checkLosses = ({ config }: ServeOptions): void => {
  const [misspelt] = unknownLosses(config.lossOf ?? {})
  if (misspelt === undefined) return
  throw new InputError(`--on-loss: no field is called ${misspelt}; upshift mapping lists them`)
}

/** A proxy in this process, until it is told to stop. @throws {InputError} */
export const runProxy = async (options: ServeOptions, targets: Targets, ready: Ready): Promise<void> => {
  keepNewObjectsYoung()
  const closers: Closers = []
  try {
    await runOpened(options, targets, ready, closers)
  } finally {
    for (const close of closers) await close().catch(complain)
  }
}

const runOpened = async (
  options: ServeOptions,
  targets: Targets,
  ready: Ready,
  closers: Closers,
): Promise<void> => {
  checkLosses(options)
  const operation = await openOperation(options)
  closers.unshift(operation.close)
  const recorder = await recorderOf(options, operation)
  if (recorder) closers.unshift(recorder.close)
  const proxy = proxyOf(options, targets, operation, recorder)
  closers.unshift(() => proxy.stop(options.drain))
  operation.operator.watch(proxy.inFlight)
  const stop = stopAsked()
  const draining = (): boolean => proxy.server.state() === 'draining'
  const admin = cluster.isWorker
    ? undefined
    : await listening('--admin-port', options.adminPort, () =>
        startOwnAdmin({ options, v2: targets.v2, draining }, operation),
      )
  // After the proxy: readiness says that it drains while it does.
  if (admin) closers.splice(1, 0, admin.close)
  const at = await listening('--port', options.port, () => proxy.server.start(options.host, options.port))
  ready(at, admin?.address)
  process.on('SIGHUP', () => {
    try {
      const material = tlsMaterial(options)
      if (material) proxy.server.reloadTls(material)
    } catch (error) {
      console.error(
        `upshift serve: ${error instanceof Error ? error.message : ''}; the old certificate stays`,
      )
    }
  })
  await stop
}
