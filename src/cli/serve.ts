import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import { upstreamsOf } from '../server/addresses.ts'
import type { Targets } from '../server/compose.ts'
import { StoreError } from '../storage/contract.ts'
import { HostNotAllowed } from '../upstream/pool.ts'
import type { Command } from './command.ts'
import { InputError, listening, type Ready } from './process-life.ts'
import { runProxy } from './run-proxy.ts'
import { runWorkers } from './run-workers.ts'
import { ADDRESSES, readServeOptions, type ServeOptions } from './serve-options.ts'
import { usage } from './serve-usage.ts'
import { sayUsage, UsageError } from './usage.ts'
import { version } from './version.ts'

const openSandbox = async (port: number): Promise<{ sandbox: Sandbox; url: string }> => {
  const [{ createSandbox }, { openApiDocument }] = await Promise.all([
    import('../sandbox/create-sandbox.ts'),
    import('../reference/openapi.ts'),
  ])
  const sandbox = createSandbox({ openapi: openApiDocument('v2') })
  const { url } = await listening('--sandbox-port', port, () => sandbox.listen(port))
  return { sandbox, url }
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
    const targets = options.targets ?? upstreamsOf({ v2: url }, ADDRESSES)
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
  error instanceof UsageError ||
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
    const code = sayUsage('serve', error.message)
    if (cluster.isWorker) process.exit(code)
    return code
  }
}
