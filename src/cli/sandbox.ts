import { capabilities } from '../../mappings/hosts.ts'
import { openApiDocument } from '../reference/openapi.ts'
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts'
import { keyNames } from '../sandbox/http/keys.ts'
import { HandlerModuleError, loadHandler } from '../sandbox/queue/load-handler.ts'
import { fileStorage, StorageError } from '../sandbox/storage/file-storage.ts'
import type { Command } from './command.ts'
import { parseOptions, sayUsage, UsageError } from './usage.ts'

const DEFAULT_PORT = 8789
const DEFAULT_HOST = '127.0.0.1'

/** What `upshift sandbox --help` prints. */
export const usage = `upshift sandbox: a local REST v2, job queue and legacy GraphQL, strict as the real ones. No account needed.

Usage: upshift sandbox [options]

  --port N             port to listen on; 0 takes a free one (${DEFAULT_PORT}; UPSHIFT_SANDBOX_PORT)
  --host ADDRESS       address to listen on (${DEFAULT_HOST}; UPSHIFT_SANDBOX_HOST)
  --handler FILE       module that works on jobs, its default export or "handler"; without it: echo, sleep, fail,
                       stream (UPSHIFT_SANDBOX_HANDLER)
  --data DIR           keep resources and jobs there across restarts; memory otherwise (UPSHIFT_SANDBOX_DATA)
  --capability NAME    play a newer REST v2: ${capabilities.is.map(({ name }) => name).join(', ')}; may be repeated
                       (UPSHIFT_SANDBOX_CAPABILITIES, comma-separated)
  --help               this text

Keys: ${keyNames.join(', ')}. They share one account.
GET /_sandbox lists the switches for tests, GET /_sandbox/requests what was received, POST /_sandbox/reset starts over.
Exit: 0 stopped, 2 wrong options or input.`

/** What the command was asked to do. */
export interface SandboxArguments {
  readonly port: number
  readonly host: string
  readonly handler: string | undefined
  readonly data: string | undefined
  readonly capabilities: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const portIn = (text: string, from: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`${from} must be a port from 0 to 65535, not "${text}"`)
}

const capabilitiesIn = (names: readonly string[]): readonly string[] => {
  const known = capabilities.is.map(({ name }) => name as string)
  const stranger = names.find((name) => !known.includes(name))
  if (stranger === undefined) return names
  throw new UsageError(`--capability "${stranger}" is not one of ${known.join(', ')}`)
}

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  handler: { type: 'string' },
  data: { type: 'string' },
  capability: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const

/**
 * Options over environment over defaults; undefined where help was asked for.
 * @throws {UsageError}
 */
export const sandboxArguments = (
  argv: readonly string[],
  environment: Environment,
): SandboxArguments | undefined => {
  const { values } = parseOptions(argv, OPTIONS, false)
  if (values.help) return undefined
  const named = values.capability ?? environment.UPSHIFT_SANDBOX_CAPABILITIES?.split(',') ?? []
  return {
    port:
      values.port === undefined
        ? portIn(environment.UPSHIFT_SANDBOX_PORT || String(DEFAULT_PORT), 'UPSHIFT_SANDBOX_PORT')
        : portIn(values.port, '--port'),
    host: values.host ?? (environment.UPSHIFT_SANDBOX_HOST || DEFAULT_HOST),
    handler: values.handler ?? (environment.UPSHIFT_SANDBOX_HANDLER || undefined),
    data: values.data ?? (environment.UPSHIFT_SANDBOX_DATA || undefined),
    capabilities: capabilitiesIn(named.map((name) => name.trim()).filter(Boolean)),
  }
}

const open = async ({ handler, data, capabilities: names }: SandboxArguments): Promise<Sandbox> => {
  const work = handler === undefined ? undefined : await loadHandler(handler)
  const storage = data === undefined ? undefined : await fileStorage(data)
  return createSandbox({
    capabilities: names,
    openapi: openApiDocument('v2'),
    ...(work && { handler: work }),
    ...(storage && { storage }),
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const stopped = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })

const listenError = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'the port is in use: stop what listens there, or choose another with --port'
  if (code === 'EACCES') return 'this user may not listen on that port: choose another with --port'
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
    ? 'the host is not an address of this machine'
    : undefined
}

const inputError = (error: unknown): string | undefined =>
  error instanceof UsageError || error instanceof HandlerModuleError || error instanceof StorageError
    ? error.message
    : listenError(error)

const serveUntilStopped = async (wanted: SandboxArguments): Promise<void> => {
  const sandbox = await open(wanted)
  try {
    const { url } = await sandbox.listen(wanted.port, wanted.host)
    const where = wanted.data === undefined ? 'in memory' : `in ${wanted.data}`
    console.log(`upshift sandbox: ${url} (keys: ${keyNames.join(', ')}; state ${where})`)
    await stopped()
  } finally {
    await sandbox.close()
  }
}

/** Runs the sandbox alone until it is told to stop. */
export const sandboxCommand: Command = async (argv) => {
  try {
    const wanted = sandboxArguments(argv, process.env)
    if (wanted) await serveUntilStopped(wanted)
    else console.log(usage)
    return 0
  } catch (error) {
    const message = inputError(error)
    if (message === undefined) throw error
    return sayUsage('sandbox', message)
  }
}
