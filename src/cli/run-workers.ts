import cluster from 'node:cluster'
import type { Targets } from '../server/compose.ts'
import { openPrimary } from './operate.ts'
import { complain, InputError, listening, type Ready, stopAsked } from './process-life.ts'
import type { ServeOptions } from './serve-options.ts'

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
export const runWorkers = async (options: ServeOptions, targets: Targets, ready: Ready): Promise<void> => {
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
