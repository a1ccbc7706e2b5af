import { hostProfiles } from '../../mappings/hosts.ts'
import { defaultConfig } from '../proxy/config.ts'
import { type Address, createProxy, type Targets } from '../server/compose.ts'
import { defaultLimits } from '../server/limits.ts'
import { noObserver } from '../server/request-trace.ts'
import type { LegacyAddresses } from './legacy-url.ts'
import { redirectLegacyCalls } from './redirect.ts'

/** The variables of `upshift serve` that make sense here, and the legacy addresses a test may name. */
export interface InProcessEnvironment {
  readonly UPSHIFT_V2_URL?: string | undefined
  readonly UPSHIFT_QUEUE_URL?: string | undefined
  readonly UPSHIFT_GRAPHQL_URL?: string | undefined
}

const { runpod } = hostProfiles

const addressOf = (text: string): Address => {
  const { origin, pathname } = new URL(text)
  return { origin, path: pathname.replace(/\/$/, '') }
}

const targetsOf = (environment: InProcessEnvironment): Targets => ({
  v2: addressOf(environment.UPSHIFT_V2_URL ?? runpod.is.v2),
  queue: addressOf(environment.UPSHIFT_QUEUE_URL ?? runpod.is.queue),
  graphql: addressOf(environment.UPSHIFT_GRAPHQL_URL ?? runpod.is.graphql),
})

/**
 * Starts a proxy on a free loopback port of this process and turns the process's legacy calls to it. The proxy's own
 * upstream calls have a pool of their own and are not turned. It keeps no process alive.
 */
export const translateThisProcess = async (
  environment: InProcessEnvironment,
  legacy: LegacyAddresses,
): Promise<void> => {
  const proxy = createProxy({
    targets: targetsOf(environment),
    limits: defaultLimits,
    config: defaultConfig,
    observer: noObserver,
    logger: { error: (fields, message) => process.emitWarning(message, { detail: JSON.stringify(fields) }) },
    version: 'in-process',
  })
  proxy.server.unref()
  const { port } = await proxy.server.start('127.0.0.1', 0)
  await redirectLegacyCalls({ local: new URL(`http://127.0.0.1:${port}`), legacy })
}
