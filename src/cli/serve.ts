import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createBrownoutCheck } from '../proxy/brownout.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import { createProxy, type RunningProxy, type Targets } from '../server/compose.ts'
import { defaultLimits } from '../server/limits.ts'
import { openRecorder } from '../server/record/open-recorder.ts'
import type { Recorder } from '../server/record/recorder.ts'
import { StoreError } from '../storage/contract.ts'
import { HostNotAllowed } from '../upstream/pool.ts'
import { keepNewObjectsYoung } from './collector.ts'
import type { Command } from './command.ts'
import { echoOf, type Operation, openOperation, openPrimary, startOwnAdmin } from './operate.ts'
import { readServeOptions, type ServeOptions, ServeUsageError, targetsOf } from './serve-options.ts'
import { version } from './version.ts'

/** What `upshift serve --help` prints. */
export const usage = `upshift serve: answers REST v1 and GraphQL by REST v2, and passes REST v2 and jobs through.

Usage: upshift serve [options]   (each option also as a variable: --v2-url is UPSHIFT_V2_URL; lists with commas)

  --target NAME              sandbox (embedded, the default) or runpod
  --v2-url, --queue-url URL  other upstreams; --v2-url alone stands for all three
  --graphql-url URL          the whole address of the legacy GraphQL
  --allowed-host HOST        the only hosts an upstream may be on; may be repeated
  --host, --port             where to listen (127.0.0.1, 8787); port 0 takes a free one
  --admin-host, --admin-port the operator's listener: health, metrics, usage (127.0.0.1, 8788)
  --sandbox-port N           8789
  --usage-store PLACE        keep who calls what in a file, or postgres://… shared by several proxies (memory)
  --echo-store               give v1 callers back what v2 cannot hold (a readme, an endpoint's templateId), per key
  --log-level, --log-format  error, warn, info (default), debug or silent; json, or text (default on a terminal)
  --on-loss refuse|warn      what becomes of a field v2 cannot honour; FIELD=warn for one; may be repeated
  --reset refuse|restart     what becomes of a pod's reset (refuse)
  --graphql-catalog v2|upstream  who answers gpuTypes while the legacy API lives (v2); it says more
  --capability NAME          something this REST v2 can do; may be repeated
  --brownout API@FOR/EVERY   rehearse a switch-off: graphql@10m/1h or v1@… answers 410; may be repeated
  --record FILE              keep translated calls without their secrets: HAR for *.har, else JSON lines
  --record-megabytes N       how large the record may grow (1024)
  --tls-cert, --tls-key FILE PEM files; read again on SIGHUP
  --workers N                processes (1)
  --max-in-flight N, --max-in-flight-per-key N   calls at once (${defaultLimits.inFlight}, no limit)
  --drain-seconds N          how long a stop waits for calls in flight (30)

Exit: 0 stopped, 2 wrong options or input.`

/** A mistake in what was given, told in one sentence. */
class InputError extends Error {
  override readonly name = 'InputError'
}

const readPem = (file: string, flag: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InputError(`${flag}: ${file} cannot be read`)
  }
}

const tlsMaterial = ({ tls }: ServeOptions) =>
  tls && { cert: readPem(tls.cert, '--tls-cert'), key: readPem(tls.key, '--tls-key') }

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'is in use: stop what listens there or choose another',
  EACCES: 'may not be used by this user: choose another',
  EADDRNOTAVAIL: 'cannot be had, for --host is no address of this machine',
  ENOTFOUND: 'cannot be had, for --host is no address of this machine',
}

/** Starts one listener; what fails is said with the flag that changes it. */
const listening = async <T>(flag: string, port: number, start: () => Promise<T>): Promise<T> => {
  try {
    return await start()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const words = LISTEN_ERRORS[code]
    if (words) throw new InputError(`port ${port} ${words} (${flag})`)
    throw error
  }
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

const openSandbox = async (port: number): Promise<{ sandbox: Sandbox; url: string }> => {
  const [{ createSandbox }, { openApiDocument }] = await Promise.all([
    import('../sandbox/create-sandbox.ts'),
    import('../reference/openapi.ts'),
  ])
  const sandbox = createSandbox({ openapi: openApiDocument('v2') })
  const { url } = await listening('--sandbox-port', port, () => sandbox.listen(port))
  return { sandbox, url }
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process as it would any other. */
const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

/** Told once the proxy listens, and where its operator's listener is. */
type Ready = (at: AddressInfo, admin: AddressInfo | undefined) => void

/** Closed in the order they were given; what was never opened cannot keep a failed start from ending. */
type Closers = (() => Promise<unknown>)[]

/** One that fails to close must not keep the next from writing what it has. */
const complain = (error: unknown): void =>
  console.error(`upshift serve: while stopping: ${error instanceof Error ? error.message : String(error)}`)

const runProxy = async (options: ServeOptions, targets: Targets, ready: Ready): Promise<void> => {
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

/** Asks all to stop, and waits for those that still run. */
const endWorkers = async (): Promise<void> => {
  const running = Object.values(cluster.workers ?? {}).filter((worker) => worker && !worker.isDead())
  await Promise.all(
    running.map(
      (worker) =>
        new Promise<void>((resolve) => worker?.once('exit', () => resolve()).process.kill('SIGTERM')),
    ),
  )
}

/** The first process of several: keeps their number, hands signals on, answers nothing itself. */
const runWorkers = async (options: ServeOptions, targets: Targets, ready: Ready): Promise<void> => {
  const address = ({ origin, path }: { origin: string; path: string }) => origin + path
  const variables = {
    UPSHIFT_V2_URL: address(targets.v2),
    UPSHIFT_QUEUE_URL: address(targets.queue),
    UPSHIFT_GRAPHQL_URL: address(targets.graphql),
  }
  let stopping = false
  let listeners = 0
  const operation = await openPrimary(options)
  const admin = await listening('--admin-port', options.adminPort, () =>
    operation.start({ options, v2: targets.v2, draining: () => stopping }),
  )
  cluster.on('fork', (worker) => operation.add(worker))
  const failed = new Promise<never>((_resolve, reject) => {
    cluster.on('exit', (_worker, code) => {
      if (stopping) return
      // One that never listened would only fail again.
      if (listeners === 0)
        reject(new InputError(`a worker could not start (exit ${code}); its own message is above`))
      else cluster.fork(variables)
    })
  })
  cluster.on('listening', (_worker, { address: host, port }) => {
    listeners += 1
    if (listeners === options.workers) ready({ address: host ?? '', port, family: '' }, admin.address)
  })
  const stop = stopAsked()
  for (let count = 0; count < options.workers; count += 1) cluster.fork(variables)
  process.on('SIGHUP', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGHUP')
  })
  try {
    await Promise.race([stop, failed])
  } finally {
    stopping = true
    await endWorkers()
    await admin.close().catch(complain)
    await operation.close().catch(complain)
  }
}

const hostOf = ({ address }: AddressInfo): string => (address.includes(':') ? `[${address}]` : address)

/** One block: what listens where, what is behind it, what to try. */
const announce = async (
  options: ServeOptions,
  targets: Targets,
  at: AddressInfo,
  admin: AddressInfo | undefined,
  sandboxUrl?: string,
): Promise<void> => {
  const url = `http${options.tls ? 's' : ''}://${hostOf(at)}:${at.port}`
  const lines = [
    `upshift ${version}`,
    `  proxy    ${url}        REST v1 at /v1, GraphQL at /graphql, REST v2 and jobs at /v2`,
    `  upstream ${targets.v2.origin} (REST v2), ${targets.queue.origin} (jobs), ${targets.graphql.origin} (GraphQL)`,
  ]
  if (admin)
    lines.push(
      `  admin    http://${hostOf(admin)}:${admin.port}        health, metrics, who still calls what`,
    )
  if (sandboxUrl !== undefined) {
    const { keyNames } = await import('../sandbox/http/keys.ts')
    lines.push(`  sandbox  ${sandboxUrl}        keys: ${keyNames.join(', ')}`)
    lines.push(`  try      curl -H "Authorization: Bearer ${keyNames[0]}" ${url}/v1/templates`)
  }
  console.log(lines.join('\n'))
}

const serve = async (options: ServeOptions): Promise<void> => {
  const sandboxed = options.targets ? undefined : await openSandbox(options.sandboxPort)
  try {
    const url = sandboxed?.url ?? ''
    const targets = options.targets ?? targetsOf({ v2: url, queue: url, graphql: url })
    const ready: Ready = (at, admin) => {
      if (cluster.isPrimary) announce(options, targets, at, admin, sandboxed?.url)
    }
    const run = cluster.isPrimary && options.workers > 1 ? runWorkers : runProxy
    await run(options, targets, ready)
  } finally {
    await sandboxed?.sandbox.close()
  }
}

const isInputError = (error: unknown): error is Error =>
  error instanceof ServeUsageError ||
  error instanceof InputError ||
  error instanceof HostNotAllowed ||
  error instanceof StoreError

/** Runs the proxy, and the sandbox where no upstream is named, until it is told to stop. */
export const serveCommand: Command = async (argv) => {
  try {
    const options = readServeOptions(argv, process.env)
    if (options) await serve(options)
    else console.log(usage)
    // A cluster worker's channel to its parent would keep it alive.
    if (cluster.isWorker) process.disconnect?.()
    return 0
  } catch (error) {
    if (!isInputError(error)) throw error
    console.error(`upshift serve: ${error.message}\nupshift serve --help shows the options.`)
    if (cluster.isWorker) process.exit(2)
    return 2
  }
}
